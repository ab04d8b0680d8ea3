import { Type, type Static } from 'typebox';
import { endpoints } from './endpoints.ts';
import { ReportPeriod, ReportQuery } from './reporting.ts';
import type { Routes } from './route.ts';
import { Amount, Currency, Day } from './values.ts';

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

/**
 * How far the money of an order is. `matched`, `over`, `under`: something is paid out, and what is paid for the goods
 * equals, exceeds or falls short of the order's net sales. `overdue`: delivered long ago, and nothing is paid out.
 */
export const PayoutState = Type.Union([
  Type.Literal('not_due'),
  Type.Literal('due'),
  Type.Literal('matched'),
  Type.Literal('over'),
  Type.Literal('under'),
  Type.Literal('overdue'),
]);
export type PayoutState = Static<typeof PayoutState>;

/** Of the period and of the equally long one before; positive raises the payout. */
const Compared = Type.Object({ value: Amount, previous: Amount });

export const ReportMoney = Type.Object({
  period: ReportPeriod,
  previous: ReportPeriod,
  currency: Currency,
  currencies: Type.Array(Currency),
  timeZone: Type.String(),
  /** Days on which something was paid out; null while nothing has been. */
  lastPaidDay: Type.Union([Day, Type.Null()]),
  /** Paid out on the days of the period: Σ of all lines. */
  payout: Compared,
  /** What the marketplaces kept on the days of the period, as a positive amount. */
  fees: Compared,
  /** Paid out on the days of the period, by class; the largest first. */
  classes: Type.Array(
    Type.Object({
      feeClass: FeeClass,
      amount: Amount,
      previous: Amount,
      lines: Type.Integer(),
    }),
  ),
  /** Every day of the period. */
  days: Type.Array(Type.Object({ day: Day, payout: Amount, fees: Amount })),
  /** Orders with a sales day in the period that are paid out: fees ÷ net sales of the same orders. */
  takeRate: Type.Object({
    value: Type.Union([Type.Number(), Type.Null()]),
    fees: Amount,
    netSales: Amount,
    orders: Type.Integer(),
  }),
  /** Orders with a sales day in the period, by how far their money is; each state once. */
  states: Type.Array(Type.Object({ state: PayoutState, orders: Type.Integer(), netSales: Amount })),
  /** Booked by the marketplaces and not paid out yet, whatever the period. */
  pending: Amount,
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
