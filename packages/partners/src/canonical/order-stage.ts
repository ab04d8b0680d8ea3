import type { CanonicalItem, ItemStage, ReturnState } from './canonical.ts';

/** From least to most advanced. `unknown` ranks lowest because such an item may be in any stage. */
const stageProgress: Readonly<Record<ItemStage, number>> = {
  unknown: 0,
  unpaid: 1,
  to_ship: 2,
  shipping: 3,
  delivered: 4,
  completed: 5,
  cancelled: 6,
  failed_delivery: 6,
};

/**
 * Returns the stage of an order: the least advanced one of the items that are neither cancelled nor failed. Without
 * such items, returns `cancelled` or `failed_delivery`, whichever has the greater value.
 */
export function rollUpStage(items: readonly Pick<CanonicalItem, 'stage' | 'sellerPriceE4'>[]): {
  stage: ItemStage;
  isSplit: boolean;
} {
  const active = items.filter(
    (item) => item.stage !== 'cancelled' && item.stage !== 'failed_delivery',
  );
  if (active.length > 0) {
    const stage = active.reduce<ItemStage>(
      (minStage, item) =>
        stageProgress[item.stage] < stageProgress[minStage] ? item.stage : minStage,
      'completed',
    );
    return { stage, isSplit: active.some((item) => item.stage !== stage) };
  }
  const valueOf = (stage: ItemStage) =>
    items.reduce((sum, item) => (item.stage === stage ? sum + item.sellerPriceE4 : sum), 0n);
  const hasCancelled = items.some((item) => item.stage === 'cancelled');
  const hasFailed = items.some((item) => item.stage === 'failed_delivery');
  if (hasCancelled && hasFailed) {
    const stage =
      valueOf('failed_delivery') > valueOf('cancelled') ? 'failed_delivery' : 'cancelled';
    return { stage, isSplit: true };
  }
  return {
    stage: hasFailed ? 'failed_delivery' : hasCancelled ? 'cancelled' : 'unknown',
    isSplit: false,
  };
}

/** What a partner's status says of an item. */
export interface MappedStatus {
  stage: ItemStage;
  returnState: ReturnState;
}

export const withoutReturn = (stage: ItemStage): MappedStatus => ({ stage, returnState: 'none' });
