/** The bookings of an order with their instants: its price, deductions, and later corrections. */
import { oneE4, splitProportionally, toE4 } from '../../money.ts';
import type { Order, Stage, Unit } from '../orders/order.ts';
import { draw, mix } from '../random.ts';
import { drawCase, deliveredAt, orderHash } from '../orders/returns.ts';
import type { ReturnCase } from '../orders/returns.ts';
import type { ShopInfo } from '../shops/shops.ts';
import { hourSeconds, daySeconds } from '../../local-time.ts';

/**
 * Maximum delay between an order's creation and any of its bookings. Covers its lifetime, a case, and a late
 * adjustment.
 */
export const maxBookingDelaySeconds = 90 * daySeconds;

const drawKeys = {
  release: 121,
  affiliate: 122,
  adjustment: 123,
  amount: 124,
  penalty: 125,
} as const;

/** Positive amounts increase the payout. A reversal has the same kind and the opposite sign. */
export type MoneyKind =
  | 'item_price'
  | 'seller_voucher'
  | 'shipping_buyer'
  | 'shipping_carrier'
  | 'shipping_subsidy'
  | 'shipping_seller'
  | 'commission'
  | 'payment_fee'
  | 'programme_fee'
  | 'infrastructure_fee'
  | 'affiliate_commission'
  | 'ads_charge'
  | 'refund'
  | 'penalty'
  | 'compensation'
  | 'adjustment';

export interface MoneyEntry {
  /** Epoch seconds. */
  readonly at: number;
  readonly kind: MoneyKind;
  /** Reverses an earlier booking, after a refund. */
  readonly isReversal: boolean;
  /** Null for a booking of the whole order. */
  readonly unit: Unit | null;
  readonly amountE4: bigint;
  /** Position among the bookings of its order. */
  readonly place: number;
}

export type ExpectedEntry = Pick<MoneyEntry, 'kind' | 'amountE4'>;

interface Rates {
  /** Per mille. */
  readonly commission: number;
  readonly payment: number;
  readonly programme: number;
  readonly affiliate: number;
  /** Per order, in whole currency units. */
  readonly infrastructure: number;
}

/** Fee rates of the kinds that marketplaces in Vietnam publish. The exact numbers are the sandbox's own. */
function ratesOf(platform: string): Rates {
  switch (platform) {
    case 'SHOPEE':
      return {
        commission: 110,
        payment: 50,
        programme: 20,
        affiliate: 0,
        infrastructure: 3000,
      };
    case 'TIKTOK':
      return { commission: 90, payment: 50, programme: 0, affiliate: 80, infrastructure: 3000 };
    case 'TIKI':
      return { commission: 100, payment: 0, programme: 0, affiliate: 0, infrastructure: 2000 };
    default:
      return { commission: 80, payment: 50, programme: 25, affiliate: 0, infrastructure: 0 };
  }
}

/** Returns a share of an amount, rounded down to whole currency units. */
function permilleOf(amountE4: bigint, permille: number): bigint {
  return toE4(Math.floor((Number(amountE4) * permille) / 10_000_000));
}

type Draft = Omit<MoneyEntry, 'place' | 'isReversal'> & { readonly isReversal?: boolean };

/**
 * Returns all bookings of an order that will ever happen, ordered by time.
 * @param order with its whole life, as returned by `orderAt(ordinal, Infinity)`
 */
export function orderBookings(order: Order, info: ShopInfo): readonly MoneyEntry[] {
  const hash = orderHash(order);
  const drafts: Draft[] = [];
  const delivered = order.units.map(deliveredAt).find((at) => at !== undefined);
  if (delivered !== undefined) {
    const releasedAt = Math.floor(
      delivered + daySeconds + draw(hash, drawKeys.release) * 3 * daySeconds,
    );
    const isPromoted = draw(hash, drawKeys.affiliate) < 0.2;
    const isSold = (unit: Unit): boolean => deliveredAt(unit) !== undefined;
    drafts.push(...saleOf(order, ratesOf(info.platform), { at: releasedAt, isSold, isPromoted }));
    const course = drawCase(order);
    if (course) drafts.push(...refundOf(course, ratesOf(info.platform), releasedAt));
    drafts.push(...adjustmentOf(hash, releasedAt));
  }
  drafts.push(...mishapsOf(order, hash));
  return drafts
    .filter(({ amountE4 }) => amountE4 !== 0n)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, kind, isReversal = false, unit, amountE4 }, place) => ({
      at,
      kind,
      isReversal,
      unit,
      amountE4,
      place,
    }));
}

/** Stages of units without expected bookings. */
const notExpectedStages: ReadonlySet<Stage> = new Set<Stage>([
  'unpaid',
  'cancelled',
  'delivery_failed',
  'shipping_back',
  'shipped_back',
  'lost',
  'returned',
]);

/**
 * Returns the bookings that a marketplace expects for an order at this time: the sale of units that are delivered or on
 * their way. Affiliate commissions are unknown until they are booked, and refunds until the goods are back. Empty if
 * nothing is expected.
 * @param order its state at this time
 */
export function expectedBookings(order: Order, info: ShopInfo): readonly ExpectedEntry[] {
  const isSold = ({ life }: Unit): boolean =>
    !notExpectedStages.has(life.at(-1)?.stage ?? 'unpaid');
  if (!order.units.some(isSold)) return [];
  const sale = saleOf(order, ratesOf(info.platform), { at: 0, isSold, isPromoted: false });
  return sale.map(({ kind, amountE4 }) => ({ kind, amountE4 }));
}

/** Returns the base amount of fees on the goods. */
function basis(unit: Unit): bigint {
  return unit.priceE4 - unit.voucherSellerE4;
}

interface Sale {
  readonly at: number;
  readonly isSold: (unit: Unit) => boolean;
  /** An affiliate referred the buyer and gets a commission. */
  readonly isPromoted: boolean;
}

function saleOf(order: Order, rates: Rates, { at, isSold, isPromoted }: Sale): Draft[] {
  const equal = order.units.map(() => 1);
  const shared = (amountE4: bigint): number[] =>
    splitProportionally(Number(amountE4 / oneE4), equal);
  const carrier = shared(order.shippingOriginalE4);
  const subsidy = shared(order.shippingDiscountPlatformE4);
  const hasProgramme = order.shippingDiscountPlatformE4 > 0n;
  const drafts: Draft[] = [];
  order.units.forEach((unit, position) => {
    if (!isSold(unit)) return;
    const add = (kind: MoneyKind, amountE4: bigint): void => {
      drafts.push({ at, kind, isReversal: false, unit, amountE4 });
    };
    const goods = basis(unit);
    add('item_price', unit.priceE4);
    add('seller_voucher', -unit.voucherSellerE4);
    add('commission', -permilleOf(goods, rates.commission));
    add('payment_fee', -permilleOf(goods + unit.shippingE4, rates.payment));
    if (hasProgramme) add('programme_fee', -permilleOf(goods, rates.programme));
    if (isPromoted) add('affiliate_commission', -permilleOf(goods, rates.affiliate));
    add('shipping_buyer', unit.shippingE4);
    add('shipping_subsidy', toE4(subsidy[position] ?? 0));
    add('shipping_carrier', -toE4(carrier[position] ?? 0));
  });
  const fee = -toE4(rates.infrastructure);
  drafts.push({ at, kind: 'infrastructure_fee', isReversal: false, unit: null, amountE4: fee });
  return drafts;
}

/** A refund is booked when it is paid, but not before the sale. */
function refundOf({ kind, units, course }: ReturnCase, rates: Rates, releasedAt: number): Draft[] {
  const refunded = course.find(({ state }) => state === 'refunded')?.at;
  if (refunded === undefined || kind === 'cancellation') return [];
  const at = Math.max(refunded, releasedAt + hourSeconds);
  return units.flatMap((unit): Draft[] => [
    { at, kind: 'refund', unit, amountE4: -unit.priceE4 },
    { at, kind: 'seller_voucher', unit, amountE4: unit.voucherSellerE4, isReversal: true },
    {
      at,
      kind: 'commission',
      unit,
      amountE4: permilleOf(basis(unit), rates.commission),
      isReversal: true,
    },
    // The payment fee is not refunded. The seller pays the shipping of a return.
    { at, kind: 'shipping_seller', unit, amountE4: kind === 'return' ? -toE4(11_000) : 0n },
  ]);
}

/** One percent of the orders is corrected weeks later. */
function adjustmentOf(hash: number, releasedAt: number): Draft[] {
  if (draw(hash, drawKeys.adjustment) >= 0.01) return [];
  const thousands = 1 + Math.floor(draw(hash, drawKeys.amount) * 40);
  const sign = mix(hash, drawKeys.amount) % 2 === 0 ? 1 : -1;
  return [
    {
      at: Math.floor(releasedAt + 12 * daySeconds + draw(hash, drawKeys.amount) * 12 * daySeconds),
      kind: 'adjustment',
      unit: null,
      amountE4: toE4(sign * thousands * 1000),
    },
  ];
}

/**
 * The seller is compensated for lost parcels, and charged for undelivered parcels and some cancellations by the seller.
 */
function mishapsOf(order: Order, hash: number): Draft[] {
  const last = (stage: string): readonly Unit[] =>
    order.units.filter(({ life }) => life.at(-1)?.stage === stage);
  const timeOf = (units: readonly Unit[]): number => units[0]?.life.at(-1)?.at ?? 0;
  const lost = last('lost');
  const back = last('shipped_back');
  const cancelled = order.cancelledBy === 'seller' ? last('cancelled') : [];
  const isPunished = cancelled.length > 0 && draw(hash, drawKeys.penalty) < 0.5;
  return [
    ...lost.map((unit): Draft => ({
      at: timeOf(lost) + 3 * daySeconds,
      kind: 'compensation',
      unit,
      amountE4: basis(unit),
    })),
    ...back.slice(0, 1).map((unit): Draft => ({
      at: timeOf(back) + daySeconds,
      kind: 'shipping_seller',
      unit,
      amountE4: -toE4(8_000),
    })),
    ...(isPunished
      ? [
          {
            at: timeOf(cancelled) + daySeconds,
            kind: 'penalty' as const,
            unit: null,
            amountE4: -toE4(10_000),
          },
        ]
      : []),
  ];
}
