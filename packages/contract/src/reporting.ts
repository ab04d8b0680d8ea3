import { Type, type Static } from 'typebox';
import { endpoints } from './endpoints.ts';
import type { Routes } from './route.ts';
import { Amount, Currency, Day, Instant, Platform, Uuid } from './values.ts';

/** A period in shop-local days, both ends included. Presets end today; `custom` needs `from` and `to`. */
export const ReportQuery = Type.Object({
  period: Type.Optional(
    Type.Union([
      Type.Literal('today'),
      Type.Literal('7d'),
      Type.Literal('28d'),
      Type.Literal('90d'),
      Type.Literal('custom'),
    ]),
  ),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  /** Comma-separated shop ids; all linked shops when absent. */
  shops: Type.Optional(Type.String({ maxLength: 4000 })),
  /** Which currency's shops; amounts of different currencies are never added. */
  currency: Type.Optional(Currency),
});
export type ReportQuery = Static<typeof ReportQuery>;

/** Value of one figure in the period and in the equally long period before. */
function figure<
  T extends typeof Amount | ReturnType<typeof Type.Integer> | ReturnType<typeof Type.Number>,
>(value: T) {
  return Type.Object({
    value: Type.Union([value, Type.Null()]),
    previous: Type.Union([value, Type.Null()]),
    /** (value − previous) ÷ previous; null when there is nothing to compare with. */
    change: Type.Union([Type.Number(), Type.Null()]),
  });
}

export const Figures = Type.Object({
  /** Σ seller price of committed orders, including ones later cancelled or returned. */
  gmv: figure(Amount),
  /** Committed orders. */
  orders: figure(Type.Integer()),
  /** NMV − seller vouchers of kept items. */
  netSales: figure(Amount),
  /** Pieces of kept items. */
  units: figure(Type.Integer()),
  /** NMV ÷ orders with at least one kept item; null without such an order. */
  aov: figure(Amount),
  /** Cancelled orders ÷ committed orders, 0 to 1. */
  cancellationRate: figure(Type.Number()),
});
export type Figures = Static<typeof Figures>;

export const TrendPoint = Type.Object({
  day: Day,
  gmv: Amount,
  netSales: Amount,
  orders: Type.Integer(),
  units: Type.Integer(),
  /** The same place in the period before. */
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

export const ReportSummary = Type.Object({
  period: ReportPeriod,
  previous: ReportPeriod,
  currency: Currency,
  currencies: Type.Array(Currency),
  timeZone: Type.String(),
  /** The day an order counts on: when it was committed (COD: placed; prepaid: paid). */
  basis: Type.Literal('committed'),
  /** The oldest freshness of all shops in the report. */
  asOf: Type.Union([Instant, Type.Null()]),
  partial: Type.Boolean(),
  daysLoading: Type.Integer(),
  figures: Figures,
  trend: Type.Array(TrendPoint),
  freshness: Type.Array(Freshness),
  /** First and last day with an order in scope; null when there is none at all. */
  firstDay: Type.Union([Day, Type.Null()]),
  lastDay: Type.Union([Day, Type.Null()]),
});
export type ReportSummary = Static<typeof ReportSummary>;

export const ShopFigures = Type.Object({
  shopId: Uuid,
  name: Type.String(),
  platform: Platform,
  gmv: Amount,
  netSales: Amount,
  orders: Type.Integer(),
  units: Type.Integer(),
  cancellationRate: Type.Union([Type.Number(), Type.Null()]),
  previousGmv: Amount,
});
export const ReportShops = Type.Object({
  currency: Currency,
  items: Type.Array(ShopFigures),
  total: Type.Integer(),
});
export type ReportShops = Static<typeof ReportShops>;

export const ProductFigures = Type.Object({
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
  items: Type.Array(ProductFigures),
  total: Type.Integer(),
});
export type ReportProducts = Static<typeof ReportProducts>;

export const ReportProductsQuery = Type.Intersect([
  ReportQuery,
  Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })) }),
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
  reportShops: {
    ...endpoints.reportShops,
    summary: 'The period’s figures by shop',
    access: 'session',
    status: 200,
    query: ReportQuery,
    response: ReportShops,
  },
  reportProducts: {
    ...endpoints.reportProducts,
    summary: 'The period’s best products',
    access: 'session',
    status: 200,
    query: ReportProductsQuery,
    response: ReportProducts,
  },
} as const satisfies Routes;
