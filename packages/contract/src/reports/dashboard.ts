import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import {
  Amount,
  Currency,
  Day,
  Instant,
  Nullable,
  PicturePath,
  Platform,
  Uuid,
} from '../values.ts';

/**
 * What a period is compared with:
 * - `previous`: the period of equal length just before; for a week, month, quarter or year, the same days of the
 *   previous one.
 * - `year`: the same days of the previous year.
 * - `campaign`: for a campaign day (9.9, 10.10, 11.11 and so on), the previous campaign day.
 */
export const ReportCompare = Type.Enum(['previous', 'year', 'campaign']);
export type ReportCompare = Static<typeof ReportCompare>;

/**
 * A period in the shop's local days, both ends inclusive. `week` (from Monday), `month`, `quarter`, `year` and the
 * presets of days end today; `custom` requires `from` and `to`.
 */
export const ReportQuery = Type.Object({
  period: Type.Optional(
    Type.Enum([
      'today',
      'yesterday',
      '7d',
      '28d',
      '90d',
      'week',
      'last_week',
      'month',
      'last_month',
      'quarter',
      'year',
      'custom',
    ]),
  ),
  compare: Type.Optional(ReportCompare),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  /** Comma-separated shop ids; all linked shops when absent. */
  shops: Type.Optional(Type.String({ maxLength: 4000 })),
  /** Only the shops on this marketplace. */
  platform: Type.Optional(Platform),
  /** Selects shops by currency; amounts of different currencies are never added. */
  currency: Type.Optional(Currency),
});
export type ReportQuery = Static<typeof ReportQuery>;

/**
 * Why a metric has no value:
 * - `to_come`: the whole period lies in the future.
 * - `no_orders`: there is no order to divide by.
 */
export const MissingReason = Type.Enum(['to_come', 'no_orders']);
export type MissingReason = Static<typeof MissingReason>;

/** Why a metric has no previous value; `not_read`: the previous days are not completely synced. */
export const PreviousReason = Type.Union([MissingReason, Type.Literal('not_read')]);
export type PreviousReason = Static<typeof PreviousReason>;

/** Value of a metric in the period and in the period it is compared with. */
function comparedMetric<
  T extends typeof Amount | ReturnType<typeof Type.Integer> | ReturnType<typeof Type.Number>,
>(value: T) {
  return Type.Object({
    value: Nullable(value),
    previous: Nullable(value),
    /** (value − previous) ÷ previous; null without a previous value. */
    change: Nullable(Type.Number()),
    /** Set when `value` is null. */
    reason: Nullable(MissingReason),
    /** Set when `previous` is null. */
    previousReason: Nullable(PreviousReason),
  });
}

export const ComparedMetrics = Type.Object({
  /** Σ seller price of committed orders, including ones later cancelled or returned. */
  gmv: comparedMetric(Amount),
  /** Number of committed orders. */
  orders: comparedMetric(Type.Integer()),
  /** NMV − seller vouchers of kept items. */
  netSales: comparedMetric(Amount),
  /** Units of kept items. */
  units: comparedMetric(Type.Integer()),
  /** NMV ÷ orders with at least one kept item; null without such an order. */
  aov: comparedMetric(Amount),
  /** Cancelled orders ÷ committed orders, 0 to 1. */
  cancellationRate: comparedMetric(Type.Number()),
});
export type ComparedMetrics = Static<typeof ComparedMetrics>;

/** Values are null for days in the future. */
export const TrendPoint = Type.Object({
  day: Day,
  gmv: Nullable(Amount),
  netSales: Nullable(Amount),
  orders: Nullable(Type.Integer()),
  units: Nullable(Type.Integer()),
  /** The day compared with; null when there is none, such as the counterpart of February 29 in the previous year. */
  previousDay: Nullable(Day),
  /**
   * Value of `previousDay`, for today only up to the same time of day. Null when there is no such day or it is not
   * synced.
   */
  previousGmv: Nullable(Amount),
  previousNetSales: Nullable(Amount),
  previousOrders: Nullable(Type.Integer()),
  /** False while the day is unfinished or not completely synced. */
  complete: Type.Boolean(),
});
export type TrendPoint = Static<typeof TrendPoint>;

const Freshness = Type.Object({
  shopId: Uuid,
  shopName: Type.String(),
  platform: Platform,
  /** Everything up to this instant is synced; null before the first window closes. */
  asOf: Nullable(Instant),
  /** Days of the requested period that are not completely synced. */
  daysLoading: Type.Integer(),
});

export const ReportPeriod = Type.Object({ from: Day, to: Day, days: Type.Integer() });

/** The days that a period is compared with. */
export const ReportComparison = Type.Object({
  ...ReportPeriod.properties,
  /** How they relate to the period; `day` is the day before, `week` the same weekdays of the previous week. */
  kind: Type.Enum(['day', 'week', 'period', 'month', 'quarter', 'campaign', 'year']),
  /**
   * Set when the period ends today: the last of these days counts up to this time of the shops' clock (`14:37`), and
   * for each shop up to the time until which its today is synced. Null for whole days.
   */
  until: Nullable(Type.String()),
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
  /** The oldest `asOf` of all shops in the report. */
  asOf: Nullable(Instant),
  /** Seconds that the figures may be behind, as they were read from a standby; absent if they are current. */
  lagSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Some days of the period are in the future or not synced. */
  partial: Type.Boolean(),
  daysLoading: Type.Integer(),
  daysToCome: Type.Integer(),
  metrics: ComparedMetrics,
  /** For an unfinished day: the same metrics compared with the same weekday of the previous week. */
  sameWeekday: Nullable(Type.Object({ previous: ReportComparison, metrics: ComparedMetrics })),
  trend: Type.Array(TrendPoint),
  /** Previous days without a counterpart in the trend. They are included in the previous values of the metrics. */
  unpaired: Type.Array(
    Type.Object({ day: Day, gmv: Amount, netSales: Amount, orders: Type.Integer() }),
  ),
  freshness: Type.Array(Freshness),
  /** First and last day with an order in scope; null without any order. */
  firstDay: Nullable(Day),
  lastDay: Nullable(Day),
});
export type ReportSummary = Static<typeof ReportSummary>;

/** Maximum length of a period by hour, in days. */
export const maxHourlyDays = 14;

/** Values are null for hours in the future. */
export const HourPoint = Type.Object({
  day: Day,
  /** 0 to 23, by the shops' clock. A repeated hour, when clocks are set back, is one point. */
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  gmv: Nullable(Amount),
  netSales: Nullable(Amount),
  orders: Nullable(Type.Integer()),
  /** The day compared with; null when there is none. */
  previousDay: Nullable(Day),
  /** Values of the whole hour of `previousDay`, also after the current time. Null when that day is not synced. */
  previousGmv: Nullable(Amount),
  previousNetSales: Nullable(Amount),
  previousOrders: Nullable(Type.Integer()),
  /** False while the hour is unfinished or not completely synced. */
  complete: Type.Boolean(),
});
export type HourPoint = Static<typeof HourPoint>;

export const ReportHours = Type.Object({
  period: ReportPeriod,
  previous: ReportComparison,
  currency: Currency,
  currencies: Type.Array(Currency),
  timeZone: Type.String(),
  hours: Type.Array(HourPoint),
});
export type ReportHours = Static<typeof ReportHours>;

/**
 * Dimension of a breakdown. `brand` is the brand of the marketplace's own listing; `hour` is the hour of the shop's
 * clock in which orders became sales.
 */
export const BreakdownBy = Type.Enum(['platform', 'shop', 'brand', 'hour']);
export type BreakdownBy = Static<typeof BreakdownBy>;

/** Values are null, not zero, until something is synced and for days or hours in the future. */
export const BreakdownItem = Type.Object({
  /**
   * The marketplace, the shop's id, the hour (0 to 23), or `brand:` followed by the brand. `brand:` alone stands for
   * products without a brand, `brand?` for products whose marketplace does not report brands.
   */
  key: Type.String(),
  /** Name of the shop or brand; empty when `key` is the name. */
  name: Type.String(),
  platform: Nullable(Platform),
  gmv: Nullable(Amount),
  netSales: Nullable(Amount),
  /** Null for brands: an order can contain several. */
  orders: Nullable(Type.Integer()),
  units: Nullable(Type.Integer()),
  cancellationRate: Nullable(Type.Number()),
  /** Value in the previous days; null when these are not completely synced. */
  previousGmv: Nullable(Amount),
  /** Days of the period that are not completely synced. */
  daysLoading: Type.Integer(),
});
export type BreakdownItem = Static<typeof BreakdownItem>;

export const ReportBreakdown = Type.Object({
  by: BreakdownBy,
  currency: Currency,
  period: ReportPeriod,
  previous: ReportComparison,
  /** By descending GMV; hours in their order. At most 50 brands, while `total` counts all of them. */
  items: Type.Array(BreakdownItem),
  total: Type.Integer(),
});
export type ReportBreakdown = Static<typeof ReportBreakdown>;

const ReportBreakdownQuery = Type.Intersect([
  ReportQuery,
  Type.Object({ by: Type.Optional(BreakdownBy) }),
]);

const ProductMetrics = Type.Object({
  /** Identifies a product within a shop: the marketplace's SKU id, where it has one. */
  id: Type.String(),
  /** The seller's SKU; empty when the seller left it blank. */
  sku: Type.String(),
  name: Type.String(),
  platform: Platform,
  shopId: Uuid,
  gmv: Amount,
  netSales: Amount,
  units: Type.Integer(),
  orders: Type.Integer(),
  previousGmv: Amount,
  picture: PicturePath,
});
export const ReportProducts = Type.Object({
  currency: Currency,
  items: Type.Array(ProductMetrics),
  total: Type.Integer(),
});
export type ReportProducts = Static<typeof ReportProducts>;

/** A `key` of the breakdown by brand. */
export const BrandKey = Type.String({ pattern: '^brand(:|\\?$)', maxLength: 500 });

const ReportProductsQuery = Type.Intersect([
  ReportQuery,
  Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
    /** Only products of one brand. */
    brand: Type.Optional(BrandKey),
  }),
]);

export const reportingRoutes = {
  reportSummary: {
    ...endpoints.reportSummary,
    summary: 'Returns the metrics, trend, and data freshness of a period',
    access: 'session',
    status: 200,
    query: ReportQuery,
    response: ReportSummary,
  },
  reportHours: {
    ...endpoints.reportHours,
    summary: 'Returns the sales of each hour of a period of at most 14 days',
    access: 'session',
    status: 200,
    query: ReportQuery,
    response: ReportHours,
  },
  reportBreakdown: {
    ...endpoints.reportBreakdown,
    summary: 'Returns the period’s metrics by marketplace, shop (the default), brand, or hour',
    access: 'session',
    status: 200,
    query: ReportBreakdownQuery,
    response: ReportBreakdown,
  },
  reportProducts: {
    ...endpoints.reportProducts,
    summary: 'Lists the period’s top products, for all brands or one',
    access: 'session',
    status: 200,
    query: ReportProductsQuery,
    response: ReportProducts,
  },
} as const satisfies Routes;
