/**
 * The ledger: the metrics that a correct report must show, summed from the world itself. It shares no code with the
 * platforms' API.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { shopTimeZone, dayOf, formatDay, isoInstant, startOfDay } from '../local-time.ts';
import { formatAmount } from '../money.ts';
import { itemId, type Platform } from './shops/shops.ts';
import { paymentWindowSeconds } from './orders/lifecycle.ts';
import {
  firstOrdinalCreatedFrom,
  type Order,
  type Stage,
  type Storefront,
  type Unit,
} from './orders/order.ts';

type UnitOutcome = 'kept' | 'cancelled' | 'failed' | 'returned';

const outcomeOfStage: Readonly<Record<Stage, UnitOutcome>> = {
  unpaid: 'kept',
  pending: 'kept',
  packed: 'kept',
  ready_to_ship: 'kept',
  shipped: 'kept',
  delivered: 'kept',
  confirmed: 'kept',
  cancelled: 'cancelled',
  delivery_failed: 'failed',
  shipping_back: 'failed',
  shipped_back: 'failed',
  lost: 'failed',
  returned: 'returned',
};

interface Amounts {
  orders: number;
  gmv: bigint;
  cancelledValue: bigint;
  failedValue: bigint;
  returnedValue: bigint;
  keptSellerVouchers: bigint;
  units: number;
}

interface DaySums extends Amounts {
  placedOrders: number;
  validOrders: number;
  cancelledOrders: number;
  failedOrders: number;
}

interface SkuSums extends Amounts {
  readonly unit: Unit;
}

interface LedgerAmounts {
  /** Committed orders; in a product's row, committed orders with that product. */
  readonly orders: number;
  readonly gmv: string;
  readonly cancelledValue: string;
  readonly failedValue: string;
  readonly returnedValue: string;
  readonly nmv: string;
  readonly netSales: string;
  readonly units: number;
}

interface LedgerFigures extends LedgerAmounts {
  readonly placedOrders: number;
  readonly validOrders: number;
  readonly cancelledOrders: number;
  readonly failedOrders: number;
}

export interface Ledger {
  readonly platform: string;
  readonly shop: string;
  readonly name: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly basis: 'committed';
  readonly from: string;
  readonly to: string;
  readonly asOf: string;
  readonly total: LedgerFigures;
  readonly days: readonly (LedgerFigures & { readonly date: string })[];
  readonly skus?: readonly (LedgerAmounts & {
    readonly externalSkuId: string;
    readonly externalItemId: string;
    readonly sellerSku: string;
    readonly name: string;
  })[];
}

function emptyAmounts(): Amounts {
  return {
    orders: 0,
    gmv: 0n,
    cancelledValue: 0n,
    failedValue: 0n,
    returnedValue: 0n,
    keptSellerVouchers: 0n,
    units: 0,
  };
}

function emptyDay(): DaySums {
  return {
    ...emptyAmounts(),
    placedOrders: 0,
    validOrders: 0,
    cancelledOrders: 0,
    failedOrders: 0,
  };
}

function outcomeOf(unit: Unit): UnitOutcome {
  const last = unit.life.at(-1);
  return last === undefined ? 'kept' : outcomeOfStage[last.stage];
}

/** Returns when an order is committed: at creation if paid on delivery, at payment if prepaid, null while unpaid. */
function committedAt(order: Order): number | null {
  return order.cod ? order.createdAt : order.paidAt;
}

function addUnit(sums: Amounts, unit: Unit, unitClass: UnitOutcome): void {
  sums.gmv += unit.priceE4;
  if (unitClass === 'cancelled') sums.cancelledValue += unit.priceE4;
  else if (unitClass === 'failed') sums.failedValue += unit.priceE4;
  else if (unitClass === 'returned') sums.returnedValue += unit.priceE4;
  else {
    sums.units += 1;
    sums.keptSellerVouchers += unit.voucherSellerE4;
  }
}

function amounts(sums: Amounts): LedgerAmounts {
  const nmv = sums.gmv - sums.cancelledValue - sums.failedValue - sums.returnedValue;
  return {
    orders: sums.orders,
    gmv: formatAmount(sums.gmv),
    cancelledValue: formatAmount(sums.cancelledValue),
    failedValue: formatAmount(sums.failedValue),
    returnedValue: formatAmount(sums.returnedValue),
    nmv: formatAmount(nmv),
    netSales: formatAmount(nmv - sums.keptSellerVouchers),
    units: sums.units,
  };
}

function figures(sums: DaySums): LedgerFigures {
  return {
    ...amounts(sums),
    placedOrders: sums.placedOrders,
    validOrders: sums.validOrders,
    cancelledOrders: sums.cancelledOrders,
    failedOrders: sums.failedOrders,
  };
}

function addDay(total: DaySums, day: DaySums): void {
  total.placedOrders += day.placedOrders;
  total.orders += day.orders;
  total.gmv += day.gmv;
  total.cancelledValue += day.cancelledValue;
  total.failedValue += day.failedValue;
  total.returnedValue += day.returnedValue;
  total.keptSellerVouchers += day.keptSellerVouchers;
  total.units += day.units;
  total.validOrders += day.validOrders;
  total.cancelledOrders += day.cancelledOrders;
  total.failedOrders += day.failedOrders;
}

interface LedgerRequest {
  readonly shop: Storefront;
  /** Shop-local day numbers, inclusive. */
  readonly from: number;
  readonly to: number;
  /** Epoch seconds. The ledger shows the state of the world at this instant. */
  readonly asOf: number;
  readonly bySku: boolean;
}

/** Builds a shop's ledger. Yields to the event loop while it processes a long period. */
export async function buildLedger({ shop, from, to, asOf, bySku }: LedgerRequest): Promise<Ledger> {
  const days = Array.from({ length: to - from + 1 }, emptyDay);
  const skus = new Map<number, SkuSums>();
  const count = shop.countAt(asOf);
  // A prepaid order belongs to the day of its payment, which can be up to the payment window after its creation.
  const first = firstOrdinalCreatedFrom(shop, startOfDay(from) - paymentWindowSeconds, count);
  const end = firstOrdinalCreatedFrom(shop, startOfDay(to + 1), count);
  for (let ordinal = first; ordinal < end; ordinal += 1) {
    if ((ordinal - first) % 5000 === 4999) await yieldToEventLoop();
    const order = shop.orderAt(ordinal, asOf);
    const placedOn = days[dayOf(order.createdAt) - from];
    if (placedOn !== undefined) placedOn.placedOrders += 1;
    const committed = committedAt(order);
    const soldOn = committed === null ? undefined : days[dayOf(committed) - from];
    if (soldOn === undefined) continue;
    soldOn.orders += 1;
    const classes = order.units.map(outcomeOf);
    order.units.forEach((unit, position) => addUnit(soldOn, unit, classes[position] ?? 'kept'));
    if (classes.includes('kept')) soldOn.validOrders += 1;
    if (classes.every((unitClass) => unitClass === 'cancelled')) soldOn.cancelledOrders += 1;
    if (classes.every((unitClass) => unitClass === 'failed')) soldOn.failedOrders += 1;
    if (bySku) addSkus(skus, order, classes);
  }
  const total = emptyDay();
  for (const day of days) addDay(total, day);
  return {
    platform: shop.info.platform,
    shop: shop.info.externalShopId,
    name: shop.info.name,
    currency: shop.info.currency,
    timeZone: shopTimeZone,
    basis: 'committed',
    from: formatDay(from),
    to: formatDay(to),
    asOf: isoInstant(asOf),
    total: figures(total),
    days: days.map((day, position) => ({ date: formatDay(from + position), ...figures(day) })),
    ...(bySku ? { skus: skuRows(shop.info.platform, skus) } : {}),
  };
}

function addSkus(skus: Map<number, SkuSums>, order: Order, classes: readonly UnitOutcome[]): void {
  const seen = new Set<number>();
  order.units.forEach((unit, position) => {
    const sums = skus.getOrInsertComputed(unit.sku.number, () => ({ ...emptyAmounts(), unit }));
    if (!seen.has(unit.sku.number)) {
      seen.add(unit.sku.number);
      sums.orders += 1;
    }
    addUnit(sums, unit, classes[position] ?? 'kept');
  });
}

function skuRows(
  platform: Platform,
  skus: ReadonlyMap<number, SkuSums>,
): NonNullable<Ledger['skus']> {
  return [...skus.values()]
    .toSorted((a, b) =>
      a.gmv === b.gmv ? a.unit.sku.number - b.unit.sku.number : a.gmv > b.gmv ? -1 : 1,
    )
    .map((sums) => ({
      externalSkuId: itemId(platform, sums.unit.sku.number),
      externalItemId: itemId(platform, sums.unit.sku.itemNumber),
      sellerSku: sums.unit.sku.sellerSku,
      name: sums.unit.name,
      ...amounts(sums),
    }));
}
