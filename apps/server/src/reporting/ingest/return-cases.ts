import type { CanonicalItem, ReturnCaseState, ReturnKind } from '@seller-connect/partners';

/** The attributes of an item that facts need. */
export type FactItem = Pick<
  CanonicalItem,
  | 'lineId'
  | 'skuId'
  | 'sellerSku'
  | 'productName'
  | 'quantity'
  | 'sellerPriceE4'
  | 'sellerVoucherE4'
  | 'stage'
  | 'returnState'
  | 'updatedAt'
>;

/** A stored item of a case. */
export interface ReturnCaseItem {
  returnId: string;
  returnItemId: string;
  orderLineId: string | null;
  skuId: string | null;
  quantity: number;
  state: ReturnCaseState;
  kind: ReturnKind;
  /** Version time of the whole case. */
  updatedAt: Date;
}

export interface AppliedCases {
  /** Items with the same units and total price; a partially returned line is split in two. */
  items: FactItem[];
  /** What each item of a case took back, by its index in the input; 0 if it does not count. */
  returned: { valueE4: bigint; skuKey: string | null }[];
}

/**
 * Returns whether a case counts as returned. Exchanged goods stay sold unless they are refunded instead. Open,
 * rejected and cancelled cases have returned nothing.
 */
export function isEffectiveReturn({
  kind,
  state,
}: Pick<ReturnCaseItem, 'kind' | 'state'>): boolean {
  return state === 'refunded' || (state === 'received' && kind !== 'replacement');
}

/**
 * Applies an order's return cases to its items. An item that a case names is returned to the extent of refunded and
 * received cases, whatever its own status. An item that no case names keeps its status, and so does an item whose
 * returned status is newer than its open case. The order of the cases does not matter.
 */
export function applyReturnCases(
  items: readonly FactItem[],
  cases: readonly ReturnCaseItem[],
): AppliedCases {
  const returned: AppliedCases['returned'] = cases.map(() => ({ valueE4: 0n, skuKey: null }));
  let parts = items.map((item) => ({ item, isNamed: false, isTaken: false }));
  const sortedIndexes = [...cases.keys()].toSorted((a, b) => compareCaseItems(cases[a], cases[b]));
  for (const index of sortedIndexes) {
    const caseItem = cases[index];
    if (caseItem === undefined) continue;
    let left = isEffectiveReturn(caseItem) ? caseItem.quantity : 0;
    const result = returned[index];
    // Items with a returned status are matched first.
    const matching = parts
      .filter(({ item }) => matchesCase(item, caseItem) && !isSuperseded(item, caseItem))
      .toSorted((a, b) => Number(hasReturnedStatus(b.item)) - Number(hasReturnedStatus(a.item)));
    for (const piece of matching) {
      piece.isNamed = true;
      if (result) result.skuKey ??= piece.item.skuId;
      if (piece.isTaken || left <= 0) continue;
      const returnedQuantity = Math.min(left, piece.item.quantity);
      const [back, remainder] = splitItem(piece.item, returnedQuantity);
      left -= returnedQuantity;
      if (result) result.valueE4 += back.sellerPriceE4;
      piece.item = {
        ...back,
        returnState: caseItem.state === 'received' ? 'received' : 'refunded',
      };
      piece.isTaken = true;
      if (remainder) parts = [...parts, { item: remainder, isNamed: true, isTaken: false }];
    }
  }
  return {
    items: parts.map(({ item, isNamed: byCase, isTaken }) =>
      byCase && !isTaken && hasReturnedStatus(item) ? { ...item, returnState: 'none' } : item,
    ),
    returned,
  };
}

function compareCaseItems(a: ReturnCaseItem | undefined, b: ReturnCaseItem | undefined): number {
  if (!a || !b) return 0;
  const order = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);
  return order(a.returnId, b.returnId) || order(a.returnItemId, b.returnItemId);
}

function hasReturnedStatus({ returnState }: FactItem): boolean {
  return returnState === 'received' || returnState === 'refunded';
}

/** Cancelled and undelivered items never match. A line may be stored in parts: `7`, `7-returned`. */
function matchesCase(item: FactItem, { orderLineId, skuId }: ReturnCaseItem): boolean {
  if (item.stage === 'cancelled' || item.stage === 'failed_delivery') return false;
  if (orderLineId !== null) {
    return item.lineId === orderLineId || item.lineId.startsWith(`${orderLineId}-`);
  }
  return skuId !== null && item.skuId === skuId;
}

/** Orders are synced more often than cases: a newer returned status of the item overrides an open case. */
function isSuperseded(item: FactItem, one: ReturnCaseItem): boolean {
  return hasReturnedStatus(item) && !isEffectiveReturn(one) && item.updatedAt > one.updatedAt;
}

/** Splits off units of an item. The parts sum to the whole. */
function splitItem(item: FactItem, quantity: number): [FactItem, FactItem | null] {
  if (quantity >= item.quantity) return [item, null];
  const share = (whole: bigint) => (whole * BigInt(quantity)) / BigInt(item.quantity);
  const back = {
    ...item,
    quantity,
    sellerPriceE4: share(item.sellerPriceE4),
    sellerVoucherE4: share(item.sellerVoucherE4),
  };
  return [
    back,
    {
      ...item,
      quantity: item.quantity - quantity,
      sellerPriceE4: item.sellerPriceE4 - back.sellerPriceE4,
      sellerVoucherE4: item.sellerVoucherE4 - back.sellerVoucherE4,
      returnState: hasReturnedStatus(item) ? 'none' : item.returnState,
    },
  ];
}
