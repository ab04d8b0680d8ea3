import type { CanonicalItem, ReturnCaseState, ReturnKind } from '@seller-connect/partners';

/** An item of an order, as far as facts are made of it. */
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

/** One item of a case, as it is stored. */
export interface ReturnCaseItem {
  returnId: string;
  returnItemId: string;
  orderLineId: string | null;
  skuId: string | null;
  quantity: number;
  state: ReturnCaseState;
  kind: ReturnKind;
  /** Of the whole case. */
  updatedAt: Date;
}

export interface AppliedCases {
  /** The same pieces at the same prices; a line of which only some came back is in two. */
  items: FactItem[];
  /** What each item of a case took back, by its place in what was given; 0 for one that does not count. */
  returned: { valueE4: bigint; skuKey: string | null }[];
}

/**
 * Goods that are exchanged stay sold, unless the money is given back instead; what is under way, refused or
 * withdrawn has not come back.
 */
export function isEffectiveReturn({
  kind,
  state,
}: Pick<ReturnCaseItem, 'kind' | 'state'>): boolean {
  return state === 'refunded' || (state === 'received' && kind !== 'replacement');
}

/**
 * Lets an order's cases decide what of it came back. An item that some case names is returned as far as a
 * refunded or received case says, whatever its own status tells; an item that none names keeps its own, and so
 * does one that says that it came back since the case was last heard of.
 * Pure; the order of the cases does not matter.
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
    // What already says that it came back is what came back.
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

/** Cancelled and undelivered items have met their end already. A line may stand in parts: `7`, `7-returned`. */
function matchesCase(item: FactItem, { orderLineId, skuId }: ReturnCaseItem): boolean {
  if (item.stage === 'cancelled' || item.stage === 'failed_delivery') return false;
  if (orderLineId !== null) {
    return item.lineId === orderLineId || item.lineId.startsWith(`${orderLineId}-`);
  }
  return skuId !== null && item.skuId === skuId;
}

/** Orders are read more often than cases: an open case may have ended. */
function isSuperseded(item: FactItem, one: ReturnCaseItem): boolean {
  return hasReturnedStatus(item) && !isEffectiveReturn(one) && item.updatedAt > one.updatedAt;
}

/** Some pieces of an item, and the rest; the parts sum to the whole. */
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
