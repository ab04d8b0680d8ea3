import type { ItemStage, ReturnState } from '../canonical.ts';

/** Rises with every change of the table below or of the reading of orders and products. */
export const mappingVersion = 1;

interface Mapped {
  stage: ItemStage;
  returnState: ReturnState;
}

const plain = (stage: ItemStage): Mapped => ({ stage, returnState: 'none' });

/** Item status in Lazada's words to stage and return state. A status that is not here stays `unknown`. */
const statuses: Readonly<Record<string, Mapped>> = {
  unpaid: plain('unpaid'),
  pending: plain('to_ship'),
  topack: plain('to_ship'),
  packed: plain('to_ship'),
  repacked: plain('to_ship'),
  toship: plain('to_ship'),
  ready_to_ship_pending: plain('to_ship'),
  ready_to_ship: plain('to_ship'),
  shipped: plain('shipping'),
  shipping: plain('shipping'),
  delivered: plain('delivered'),
  confirmed: plain('completed'),
  canceled: plain('cancelled'),
  failed: plain('failed_delivery'),
  failed_delivery: plain('failed_delivery'),
  shipped_back: plain('failed_delivery'),
  shipped_back_success: plain('failed_delivery'),
  shipped_back_failed: plain('failed_delivery'),
  lost: plain('failed_delivery'),
  lost_by_3pl: plain('failed_delivery'),
  damaged_by_3pl: plain('failed_delivery'),
  package_scrapped: plain('failed_delivery'),
  returned: { stage: 'delivered', returnState: 'received' },
};

export const knownStatuses: readonly string[] = Object.keys(statuses);

export function mapStatus(raw: string): Mapped {
  const key = raw.toLowerCase();
  return (Object.hasOwn(statuses, key) ? statuses[key] : undefined) ?? plain('unknown');
}
