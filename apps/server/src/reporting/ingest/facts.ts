import type { CanonicalItem, CanonicalOrder } from '@seller-connect/partners';
import type { LocalTimeOf } from '../../platform/calendar.ts';
import { sanitizeText } from '../../platform/database/storable-values.ts';

/** Sums over items of an order; all amounts in ten-thousandths. */
export interface Measures {
  /** Σ seller price of all items. */
  gmvE4: bigint;
  cancelledE4: bigint;
  failedE4: bigint;
  returnedE4: bigint;
  /** Σ seller vouchers of the kept items. */
  keptSellerVoucherE4: bigint;
  /** Units of the kept items. */
  units: number;
}

/** An order as it counts in reports. */
export interface OrderFact extends Measures {
  orderId: string;
  currency: string;
  createdDay: string;
  /** The sales day; null while the order is not paid for. */
  committedDay: string | null;
  /** Minute of the sales day at which the order became a sale, by the shop's clock: 0 to 1439. */
  committedMinute: number | null;
  /** At least one item is kept. */
  isValid: boolean;
  isCancelled: boolean;
  /** Items in an unknown status. They count as kept and are reported separately. */
  unknownItems: number;
}

/** One SKU of one committed order. */
export interface SkuFact extends Measures {
  orderId: string;
  currency: string;
  committedDay: string;
  skuKey: string;
}

/** Every item has exactly one outcome, which is why GMV = NMV + cancelled + failed + returned. */
export type ItemOutcome = 'kept' | 'cancelled' | 'failed' | 'returned';

export function itemOutcome(item: Pick<CanonicalItem, 'stage' | 'returnState'>): ItemOutcome {
  if (item.stage === 'cancelled') return 'cancelled';
  if (item.stage === 'failed_delivery') return 'failed';
  if (item.returnState === 'refunded' || item.returnState === 'received') return 'returned';
  return 'kept';
}

/** Returns the key of a SKU within a shop: the partner's id, else the seller's SKU, else the name. */
export function skuKeyOf(item: Pick<CanonicalItem, 'skuId' | 'sellerSku' | 'productName'>): string {
  if (item.skuId) return item.skuId;
  const sellerSku = sanitizeText(item.sellerSku);
  return sellerSku ? `seller:${sellerSku}` : `name:${sanitizeText(item.productName)}`;
}

/** The attributes of an order that facts need. */
type FactInput = Pick<
  CanonicalOrder,
  'orderId' | 'createdAt' | 'committedAt' | 'currency' | 'stage'
> & { items: readonly MeasuredItem[] };
type MeasuredItem = Pick<
  CanonicalItem,
  | 'skuId'
  | 'sellerSku'
  | 'productName'
  | 'quantity'
  | 'sellerPriceE4'
  | 'sellerVoucherE4'
  | 'stage'
  | 'returnState'
>;

/** Builds the facts of one order from its canonical state and the shop's calendar. */
export function buildFacts(
  order: FactInput,
  timeOf: LocalTimeOf,
): { order: OrderFact; skus: SkuFact[] } {
  const committed = order.committedAt ? timeOf(order.committedAt) : null;
  const committedDay = committed?.day ?? null;
  const totals = sumMeasures(order.items);
  const skus = committedDay
    ? [...Map.groupBy(order.items, skuKeyOf)].map(([skuKey, items]) => ({
        orderId: order.orderId,
        currency: order.currency,
        committedDay,
        skuKey,
        ...sumMeasures(items),
      }))
    : [];
  return {
    order: {
      orderId: order.orderId,
      currency: order.currency,
      createdDay: timeOf(order.createdAt).day,
      committedDay,
      committedMinute: committed?.minute ?? null,
      isValid: order.items.some((item) => itemOutcome(item) === 'kept'),
      isCancelled: order.stage === 'cancelled',
      unknownItems: order.items.filter((item) => item.stage === 'unknown').length,
      ...totals,
    },
    skus,
  };
}

function sumMeasures(items: readonly MeasuredItem[]): Measures {
  const sum: Measures = {
    gmvE4: 0n,
    cancelledE4: 0n,
    failedE4: 0n,
    returnedE4: 0n,
    keptSellerVoucherE4: 0n,
    units: 0,
  };
  for (const item of items) {
    const price = item.sellerPriceE4;
    sum.gmvE4 += price;
    switch (itemOutcome(item)) {
      case 'cancelled':
        sum.cancelledE4 += price;
        break;
      case 'failed':
        sum.failedE4 += price;
        break;
      case 'returned':
        sum.returnedE4 += price;
        break;
      case 'kept':
        sum.keptSellerVoucherE4 += item.sellerVoucherE4;
        sum.units += item.quantity;
        break;
    }
  }
  return sum;
}

/** Returns GMV less the value of cancelled, undelivered and returned items. */
export function nmvE4(sum: Measures): bigint {
  return sum.gmvE4 - sum.cancelledE4 - sum.failedE4 - sum.returnedE4;
}

/** Returns NMV less the seller's own vouchers of kept items. The marketplace pays its own vouchers to the seller. */
export function netSalesE4(sum: Measures): bigint {
  return nmvE4(sum) - sum.keptSellerVoucherE4;
}
