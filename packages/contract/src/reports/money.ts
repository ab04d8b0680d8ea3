import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import { ReportPeriod, ReportQuery } from './dashboard.ts';
import type { Routes } from '../route.ts';
import { Amount, Currency, Day, Instant, Platform, Uuid } from '../values.ts';

/** What an amount of a payout is for. `unknown`: a name of the partner's that is not known yet. */
export const FeeClass = Type.Union([
  Type.Literal('item_price'),
  Type.Literal('seller_voucher'),
  Type.Literal('item_subsidy'),
  Type.Literal('shipping_buyer'),
  Type.Literal('shipping_carrier'),
  Type.Literal('shipping_subsidy'),
  Type.Literal('shipping_seller'),
  Type.Literal('commission'),
  Type.Literal('payment_fee'),
  Type.Literal('programme_fee'),
  Type.Literal('infrastructure_fee'),
  Type.Literal('affiliate_commission'),
  Type.Literal('ads_charge'),
  Type.Literal('refund'),
  Type.Literal('penalty'),
  Type.Literal('compensation'),
  Type.Literal('adjustment'),
  Type.Literal('tax_withheld'),
  Type.Literal('other'),
  Type.Literal('unknown'),
]);
export type FeeClass = Static<typeof FeeClass>;

/**
 * How far the money of an order is. `matched`, `over`, `under`: something is paid out, and what is paid for the goods
 * equals, exceeds or falls short of the order's net sales. `overdue`: delivered long ago, and nothing is paid out.
 * `unknown`: arrived, and nothing was ever told of payouts to its shop.
 */
export const PayoutState = Type.Union([
  Type.Literal('not_due'),
  Type.Literal('due'),
  Type.Literal('matched'),
  Type.Literal('over'),
  Type.Literal('under'),
  Type.Literal('overdue'),
  Type.Literal('unknown'),
]);
export type PayoutState = Static<typeof PayoutState>;

const Nullable = <T extends typeof Amount | ReturnType<typeof Type.Number>>(value: T) =>
  Type.Union([value, Type.Null()]);

/**
 * Of the period and of the equally long one before; null while nothing of it is read, or, before, not all of it. Positive
 * raises the payout.
 */
const ComparedAmount = Type.Object({ value: Nullable(Amount), previous: Nullable(Amount) });

/**
 * Why there are no figures of money:
 * - `not_provided`: the marketplaces of these shops tell nothing of payouts.
 * - `loading`: nothing of the period is read yet.
 * - `to_come`: no day of the period has come.
 */
export const PayoutsMissingReason = Type.Union([
  Type.Literal('not_provided'),
  Type.Literal('loading'),
  Type.Literal('to_come'),
]);
export type PayoutsMissingReason = Static<typeof PayoutsMissingReason>;

/** The money of one shop in the period; null where its marketplace tells none, or nothing is read yet. */
export const ShopMoney = Type.Object({
  shopId: Uuid,
  name: Type.String(),
  platform: Platform,
  reason: Type.Union([PayoutsMissingReason, Type.Null()]),
  asOf: Type.Union([Instant, Type.Null()]),
  /** Days of the period that are still to be read. */
  daysLoading: Type.Integer(),
  payout: Nullable(Amount),
  fees: Nullable(Amount),
  takeRate: Nullable(Type.Number()),
  /** Booked and not paid out yet, whatever the period. */
  pending: Nullable(Amount),
  /** Of the orders with a sales day in the period. */
  overdueOrders: Nullable(Type.Number()),
});
export type ShopMoney = Static<typeof ShopMoney>;

export const ReportMoney = Type.Object({
  period: ReportPeriod,
  previous: ReportPeriod,
  /** The period's last day is not over, and stands beside a whole one. */
  againstWholeDay: Type.Boolean(),
  currency: Currency,
  currencies: Type.Array(Currency),
  timeZone: Type.String(),
  basis: Type.Literal('settled'),
  /** The oldest freshness of the shops whose marketplaces tell of payouts. */
  asOf: Type.Union([Instant, Type.Null()]),
  partial: Type.Boolean(),
  /** Days of the period that are still to be read. */
  daysLoading: Type.Integer(),
  /** Set when there is no figure at all. */
  reason: Type.Union([PayoutsMissingReason, Type.Null()]),
  /** The last day on which something was paid out; null while nothing has been. */
  lastPaidDay: Type.Union([Day, Type.Null()]),
  /** Paid out on the days of the period: Σ of all lines. */
  payout: ComparedAmount,
  /** What the marketplaces kept on the days of the period, as a positive amount. */
  fees: ComparedAmount,
  /** Paid out on the days of the period, by class; the largest first. */
  classes: Type.Array(
    Type.Object({
      feeClass: FeeClass,
      /** The marketplaces keep it: part of `fees`. */
      kept: Type.Boolean(),
      amount: Amount,
      previous: Nullable(Amount),
      lines: Type.Integer(),
    }),
  ),
  /** Every day of the period; null while it is not read. */
  days: Type.Array(
    Type.Object({
      day: Day,
      payout: Nullable(Amount),
      fees: Nullable(Amount),
      complete: Type.Boolean(),
    }),
  ),
  /** Orders with a sales day in the period that are paid out: fees ÷ net sales of the same orders. */
  takeRate: Type.Object({
    value: Nullable(Type.Number()),
    fees: Amount,
    netSales: Amount,
    orders: Type.Integer(),
  }),
  /** Orders with a sales day in the period, by how far their money is; each state once. */
  states: Type.Array(Type.Object({ state: PayoutState, orders: Type.Integer(), netSales: Amount })),
  /** Booked by the marketplaces and not paid out yet, whatever the period. */
  pending: Nullable(Amount),
  /** What they estimate of orders of which nothing is booked yet; in no other figure. */
  estimated: Amount,
  /** The same by why nothing is booked, the largest first. */
  waiting: Type.Array(
    Type.Object({
      platform: Platform,
      /** In the marketplace's words; empty where it tells none. */
      reason: Type.String(),
      orders: Type.Integer(),
      amount: Amount,
    }),
  ),
  /** All shops of the report, the highest payout first. */
  shops: Type.Array(ShopMoney),
  /** Days after which a delivered order without a payout is overdue. */
  overdueAfterDays: Type.Integer(),
});
export type ReportMoney = Static<typeof ReportMoney>;

export const moneyReportRoutes = {
  reportMoney: {
    ...endpoints.reportMoney,
    summary: 'Payouts and fees of a period, and how far the money of its orders is',
    access: 'session',
    status: 200,
    query: ReportQuery,
    response: ReportMoney,
  },
} as const satisfies Routes;
