import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import { ReportPeriod, ReportQuery } from './dashboard.ts';
import type { Routes } from '../route.ts';
import { Amount, Currency, Day, Instant, Nullable, Platform, Uuid } from '../values.ts';

/** The kind of an amount in a payout. `unknown` is a name of the partner's that no fee table lists yet. */
export const FeeClass = Type.Enum([
  'item_price',
  'seller_voucher',
  'item_subsidy',
  'shipping_buyer',
  'shipping_carrier',
  'shipping_subsidy',
  'shipping_seller',
  'commission',
  'payment_fee',
  'programme_fee',
  'infrastructure_fee',
  'affiliate_commission',
  'ads_charge',
  'refund',
  'penalty',
  'compensation',
  'adjustment',
  'tax_withheld',
  'other',
  'unknown',
]);
export type FeeClass = Static<typeof FeeClass>;

/**
 * Payout state of an order:
 * - `not_due`: not delivered, and nothing is booked. `due`: booked or delivered, and nothing is paid out yet.
 * - `matched`, `over`, `under`: something is paid out, and what is paid for the goods equals, exceeds or falls short of
 *   the order's net sales.
 * - `overdue`: delivered more than `overdueAfterDays` ago, and nothing is paid out.
 * - `unknown`: delivered, but the shop has no payout data.
 */
export const PayoutState = Type.Enum([
  'not_due',
  'due',
  'matched',
  'over',
  'under',
  'overdue',
  'unknown',
]);
export type PayoutState = Static<typeof PayoutState>;

/**
 * Amounts of the period and of the previous period of equal length. `value` is null until something of the period is
 * synced, `previous` until all of it is. Positive amounts increase the payout.
 */
const ComparedAmount = Type.Object({ value: Nullable(Amount), previous: Nullable(Amount) });

/**
 * Why there are no payout metrics:
 * - `not_provided`: the marketplaces of these shops do not report payouts.
 * - `loading`: nothing of the period is synced yet.
 * - `to_come`: the whole period lies in the future.
 */
export const PayoutsMissingReason = Type.Enum(['not_provided', 'loading', 'to_come']);
export type PayoutsMissingReason = Static<typeof PayoutsMissingReason>;

/** Money of one shop in the period; null when its marketplace reports none or nothing is synced yet. */
export const ShopMoney = Type.Object({
  shopId: Uuid,
  name: Type.String(),
  platform: Platform,
  reason: Nullable(PayoutsMissingReason),
  asOf: Nullable(Instant),
  /** Days of the period that are not synced yet. */
  daysLoading: Type.Integer(),
  payout: Nullable(Amount),
  fees: Nullable(Amount),
  takeRate: Nullable(Type.Number()),
  /** Booked but not paid out, regardless of the period. */
  pending: Nullable(Amount),
  /** Counts orders with a sales day in the period. */
  overdueOrders: Nullable(Type.Integer()),
});
export type ShopMoney = Static<typeof ShopMoney>;

export const ReportMoney = Type.Object({
  period: ReportPeriod,
  previous: ReportPeriod,
  /** The last day of the period is unfinished but compared with a whole day. */
  againstWholeDay: Type.Boolean(),
  currency: Currency,
  currencies: Type.Array(Currency),
  timeZone: Type.String(),
  basis: Type.Literal('settled'),
  /** The oldest `asOf` of the shops whose marketplaces report payouts. */
  asOf: Nullable(Instant),
  /** Seconds that the figures may be behind, as they were read from a standby; absent if they are current. */
  lagSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
  partial: Type.Boolean(),
  /** Days of the period that are not synced yet. */
  daysLoading: Type.Integer(),
  /** Set when there are no values. */
  reason: Nullable(PayoutsMissingReason),
  /** The last day with a payout; null before the first one. */
  lastPaidDay: Nullable(Day),
  /** Paid out on the days of the period: Σ of all lines. */
  payout: ComparedAmount,
  /** What the marketplaces withheld on the days of the period, as a positive amount. */
  fees: ComparedAmount,
  /** Paid out on the days of the period, by fee class, largest first. */
  classes: Type.Array(
    Type.Object({
      feeClass: FeeClass,
      /** Whether the marketplaces keep it; if so, it is part of `fees`. */
      kept: Type.Boolean(),
      amount: Amount,
      previous: Nullable(Amount),
      lines: Type.Integer(),
    }),
  ),
  /** Every day of the period; null until the day is synced. */
  days: Type.Array(
    Type.Object({
      day: Day,
      payout: Nullable(Amount),
      fees: Nullable(Amount),
      complete: Type.Boolean(),
    }),
  ),
  /** Fees ÷ net sales of the paid-out orders with a sales day in the period. */
  takeRate: Type.Object({
    value: Nullable(Type.Number()),
    fees: Amount,
    netSales: Amount,
    orders: Type.Integer(),
  }),
  /** Orders with a sales day in the period by payout state; each state occurs once. */
  states: Type.Array(Type.Object({ state: PayoutState, orders: Type.Integer(), netSales: Amount })),
  /** Booked by the marketplaces but not paid out, regardless of the period. */
  pending: Nullable(Amount),
  /** The marketplaces' estimates for orders without a booking; not part of any other value. */
  estimated: Amount,
  /** The same estimates by the reason why nothing is booked, largest first. */
  waiting: Type.Array(
    Type.Object({
      platform: Platform,
      /** As the marketplace reports it; empty when it gives none. */
      reason: Type.String(),
      orders: Type.Integer(),
      amount: Amount,
    }),
  ),
  /** All shops of the report by descending payout. */
  shops: Type.Array(ShopMoney),
  /** Days after which a delivered order without a payout is overdue. */
  overdueAfterDays: Type.Integer(),
});
export type ReportMoney = Static<typeof ReportMoney>;

export const moneyReportRoutes = {
  reportMoney: {
    ...endpoints.reportMoney,
    summary: 'Returns the payouts and fees of a period, and the payout status of its orders',
    access: 'session',
    status: 200,
    query: ReportQuery,
    response: ReportMoney,
  },
} as const satisfies Routes;
