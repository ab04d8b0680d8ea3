import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Amount, Currency, Day, Instant, Platform, Uuid } from '../values.ts';

/**
 * What a period is set against:
 * - `previous`: the equally long one just before; of a month the same days of the month before.
 * - `year`: the same days a year before.
 * - `campaign`: of a campaign day (9.9, 10.10, 11.11 and so on) the one before it.
 */
export const ReportCompare = Type.Union([
  Type.Literal('previous'),
  Type.Literal('year'),
  Type.Literal('campaign'),
]);
export type ReportCompare = Static<typeof ReportCompare>;

/**
 * A period in shop-local days, both ends included. Presets and `month` end today; `custom` needs `from` and `to`.
 */
export const ReportQuery = Type.Object({
  period: Type.Optional(
    Type.Union([
      Type.Literal('today'),
      Type.Literal('7d'),
      Type.Literal('28d'),
      Type.Literal('90d'),
      Type.Literal('month'),
      Type.Literal('last_month'),
      Type.Literal('custom'),
    ]),
  ),
  compare: Type.Optional(ReportCompare),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  /** Comma-separated shop ids; all linked shops when absent. */
  shops: Type.Optional(Type.String({ maxLength: 4000 })),
  /** Only the shops on this marketplace. */
  platform: Type.Optional(Platform),
  /** Which currency's shops; amounts of different currencies are never added. */
  currency: Type.Optional(Currency),
});
export type ReportQuery = Static<typeof ReportQuery>;

/**
 * Why a figure is none:
 * - `to_come`: no day of the period has come.
 * - `no_orders`: there is no order to divide by.
 */
export const MissingReason = Type.Union([Type.Literal('to_come'), Type.Literal('no_orders')]);
export type MissingReason = Static<typeof MissingReason>;

/** Why a figure is compared with none; `not_read`: the days compared with are not completely read. */
export const PreviousReason = Type.Union([MissingReason, Type.Literal('not_read')]);
export type PreviousReason = Static<typeof PreviousReason>;

/** Value of one figure in the period and in the one that it is compared with. */
function comparedMetric<
  T extends typeof Amount | ReturnType<typeof Type.Integer> | ReturnType<typeof Type.Number>,
>(value: T) {
  return Type.Object({
    value: Type.Union([value, Type.Null()]),
    previous: Type.Union([value, Type.Null()]),
    /** (value − previous) ÷ previous; null when there is nothing to compare with. */
    change: Type.Union([Type.Number(), Type.Null()]),
    /** Set with a value that is null. */
    reason: Type.Union([MissingReason, Type.Null()]),
    /** Set with a previous value that is null. */
    previousReason: Type.Union([PreviousReason, Type.Null()]),
  });
}

export const ComparedMetrics = Type.Object({
  /** Σ seller price of committed orders, including ones later cancelled or returned. */
  gmv: comparedMetric(Amount),
  /** Committed orders. */
  orders: comparedMetric(Type.Integer()),
  /** NMV − seller vouchers of kept items. */
  netSales: comparedMetric(Amount),
  /** Pieces of kept items. */
  units: comparedMetric(Type.Integer()),
  /** NMV ÷ orders with at least one kept item; null without such an order. */
  aov: comparedMetric(Amount),
  /** Cancelled orders ÷ committed orders, 0 to 1. */
  cancellationRate: comparedMetric(Type.Number()),
});
export type ComparedMetrics = Static<typeof ComparedMetrics>;

/** Figures are null for a day that has not come. */
export const TrendPoint = Type.Object({
  day: Day,
  gmv: Type.Union([Amount, Type.Null()]),
  netSales: Type.Union([Amount, Type.Null()]),
  orders: Type.Union([Type.Integer(), Type.Null()]),
  units: Type.Union([Type.Integer(), Type.Null()]),
  /** The day compared with; null where there is none, as of the 29th of February in the year before. */
  previousDay: Type.Union([Day, Type.Null()]),
  /** Of that day, and of today until the same time; null where there is none or it is not read. */
  previousGmv: Type.Union([Amount, Type.Null()]),
  previousNetSales: Type.Union([Amount, Type.Null()]),
  previousOrders: Type.Union([Type.Integer(), Type.Null()]),
  /** False while the day is not over or not yet completely read. */
  complete: Type.Boolean(),
});
export type TrendPoint = Static<typeof TrendPoint>;

export const Freshness = Type.Object({
  shopId: Uuid,
  shopName: Type.String(),
  platform: Platform,
  /** Everything that happened up to this instant is in; null before the first window closed. */
  asOf: Type.Union([Instant, Type.Null()]),
  /** Days of the asked period that are still being read. */
  daysLoading: Type.Integer(),
});
export type Freshness = Static<typeof Freshness>;

export const ReportPeriod = Type.Object({ from: Day, to: Day, days: Type.Integer() });

/** Days that a period is compared with. */
export const ReportComparison = Type.Object({
  ...ReportPeriod.properties,
  /** How they lie to the period; `day` is the day before, `week` the same weekday of the week before. */
  kind: Type.Union([
    Type.Literal('day'),
    Type.Literal('week'),
    Type.Literal('period'),
    Type.Literal('month'),
    Type.Literal('campaign'),
    Type.Literal('year'),
  ]),
  /**
   * The period ends today: the last of these days counts until this time of the shops' clock (`14:37`), and of each shop
   * until the time to which today is read of it. null for whole days.
   */
  until: Type.Union([Type.String(), Type.Null()]),
});
export type ReportComparison = Static<typeof ReportComparison>;

export const ReportSummary = Type.Object({
  period: ReportPeriod,
  previous: ReportComparison,
  currency: Currency,
  currencies: Type.Array(Currency),
  timeZone: Type.String(),
  /** The day an order counts on: when it was committed (COD: placed; prepaid: paid). */
  basis: Type.Literal('committed'),
  /** The oldest freshness of all shops in the report. */
  asOf: Type.Union([Instant, Type.Null()]),
  /** Not all days of the period have come and are read. */
  partial: Type.Boolean(),
  daysLoading: Type.Integer(),
  daysToCome: Type.Integer(),
  metrics: ComparedMetrics,
  /** Of a day that is not over: the same figures against the same weekday of the week before. */
  sameWeekday: Type.Union([
    Type.Object({ previous: ReportComparison, metrics: ComparedMetrics }),
    Type.Null(),
  ]),
  trend: Type.Array(TrendPoint),
  /** Days compared with that stand beside none of the trend: they are in the figures' previous values. */
  unpaired: Type.Array(
    Type.Object({ day: Day, gmv: Amount, netSales: Amount, orders: Type.Integer() }),
  ),
  freshness: Type.Array(Freshness),
  /** First and last day with an order in scope; null when there is none at all. */
  firstDay: Type.Union([Day, Type.Null()]),
  lastDay: Type.Union([Day, Type.Null()]),
});
export type ReportSummary = Static<typeof ReportSummary>;

/**
 * What a breakdown tells apart. `brand` is that of the marketplace's own listing; `hour` is that of the shop's clock at which orders
 * became sales.
 */
export const BreakdownBy = Type.Union([
  Type.Literal('platform'),
  Type.Literal('shop'),
  Type.Literal('brand'),
  Type.Literal('hour'),
]);
export type BreakdownBy = Static<typeof BreakdownBy>;

const nullable = <T extends typeof Amount | ReturnType<typeof Type.Integer>>(value: T) =>
  Type.Union([value, Type.Null()]);

/** Figures are null while nothing of them is read, or the days or the hour have not come: unknown is not zero. */
export const BreakdownItem = Type.Object({
  /**
   * The marketplace, the shop's id, the hour, 0 to 23, or `brand:` and the brand; `brand:` alone holds what has none, and
   * `brand?` what the marketplace does not tell the brand of.
   */
  key: Type.String(),
  /** The shop's or the brand's name; empty for what the key itself names. */
  name: Type.String(),
  platform: Type.Union([Platform, Type.Null()]),
  gmv: nullable(Amount),
  netSales: nullable(Amount),
  /** Of brands never told: an order can hold several. */
  orders: nullable(Type.Integer()),
  units: nullable(Type.Integer()),
  cancellationRate: Type.Union([Type.Number(), Type.Null()]),
  /** In the days compared with; null where these are not completely read. */
  previousGmv: nullable(Amount),
  /** Days of the period that are still being read. */
  daysLoading: Type.Integer(),
});
export type BreakdownItem = Static<typeof BreakdownItem>;

export const ReportBreakdown = Type.Object({
  by: BreakdownBy,
  currency: Currency,
  period: ReportPeriod,
  previous: ReportComparison,
  /** The largest GMV first; hours in their order. Of brands at most 50, and `total` counts them all. */
  items: Type.Array(BreakdownItem),
  total: Type.Integer(),
});
export type ReportBreakdown = Static<typeof ReportBreakdown>;

export const ReportBreakdownQuery = Type.Intersect([
  ReportQuery,
  Type.Object({ by: Type.Optional(BreakdownBy) }),
]);

export const ProductMetrics = Type.Object({
  /** What tells products of a shop apart: the marketplace's id of the SKU, where it has one. */
  id: Type.String(),
  /** The seller's own SKU; empty when the seller left it blank. */
  sku: Type.String(),
  name: Type.String(),
  platform: Platform,
  shopId: Uuid,
  gmv: Amount,
  netSales: Amount,
  units: Type.Integer(),
  orders: Type.Integer(),
  previousGmv: Amount,
});
export const ReportProducts = Type.Object({
  currency: Currency,
  items: Type.Array(ProductMetrics),
  total: Type.Integer(),
});
export type ReportProducts = Static<typeof ReportProducts>;

export const ReportProductsQuery = Type.Intersect([
  ReportQuery,
  Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
    /** Only products of one brand: a key of the breakdown by brand. */
    brand: Type.Optional(Type.String({ pattern: '^brand(:|\\?$)', maxLength: 500 })),
  }),
]);

export const reportingRoutes = {
  reportSummary: {
    ...endpoints.reportSummary,
    summary: 'Figures, trend and freshness of a period',
    access: 'session',
    status: 200,
    query: ReportQuery,
    response: ReportSummary,
  },
  reportBreakdown: {
    ...endpoints.reportBreakdown,
    summary:
      'The period’s figures by marketplace, shop, brand or hour; by shop unless told otherwise',
    access: 'session',
    status: 200,
    query: ReportBreakdownQuery,
    response: ReportBreakdown,
  },
  reportProducts: {
    ...endpoints.reportProducts,
    summary: 'The period’s best products, of all brands or of one',
    access: 'session',
    status: 200,
    query: ReportProductsQuery,
    response: ReportProducts,
  },
} as const satisfies Routes;
