import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Amount, Currency, Nullable, PicturePath, Platform, Uuid } from '../values.ts';
import {
  BrandKey,
  ComparedMetrics,
  MissingReason,
  PreviousReason,
  ReportComparison,
  ReportPeriod,
  ReportQuery,
} from './dashboard.ts';
import { FeeClass } from './money.ts';

/**
 * A metric of `ReportSummary`, by its name there; `payout` and `fees` are those of `ReportMoney`, `adSpend` that of
 * `ReportAds`.
 */
export const ExplainedMetric = Type.Union([
  ...Type.KeyOf(ComparedMetrics).anyOf,
  Type.Literal('payout'),
  Type.Literal('fees'),
  Type.Literal('adSpend'),
]);
export type ExplainedMetric = Static<typeof ExplainedMetric>;

const ReportExplanationQuery = Type.Intersect([
  ReportQuery,
  Type.Object({
    metric: ExplainedMetric,
    /**
     * One brand, by its `key` in the breakdown, whose values the explanation has; for `gmv`, `netSales` and `units`.
     */
    brand: Type.Optional(BrandKey),
  }),
]);

/**
 * What a part of a difference stands for.
 * - `shop`, `product`, `brand`, `account` (of ads), `campaign`: one of them. `others`: all that are not listed.
 * - `fee_class`: the payout lines of one kind.
 * - Of GMV: `volume`, `price` and `mix` of products that sold in both periods; `new_products` and `gone_products` that
 *   sold in one of them; `cancelled`, `failed` and `returned` value. See docs/metrics.md.
 * - Of net sales: `gmv`, less `cancelled`, `failed`, `returned` and `vouchers`.
 * - Of orders: orders with a kept item (`kept`), `cancelled` ones, and all `other_orders`.
 * - Of a ratio: its `dividend` and `divisor`, or its own change in each `shop` and the `shop_mix`.
 */
export const ExplainedPartKind = Type.Enum([
  'shop',
  'product',
  'brand',
  'account',
  'campaign',
  'fee_class',
  'others',
  'volume',
  'price',
  'mix',
  'new_products',
  'gone_products',
  'gmv',
  'cancelled',
  'failed',
  'returned',
  'vouchers',
  'kept',
  'other_orders',
  'dividend',
  'divisor',
  'shop_mix',
]);
export type ExplainedPartKind = Static<typeof ExplainedPartKind>;

/**
 * One part of a difference. Values are decimal text: money in the currency of the report, counts, and the cancellation
 * rate in percent.
 */
export const ExplainedPart = Type.Object({
  kind: ExplainedPartKind,
  /** Its share of the difference. */
  difference: Amount,
  /** Its own value in both periods; null for an effect, which has none. */
  value: Nullable(Amount),
  previous: Nullable(Amount),
  /** The shop, or the ad account. */
  shopId: Nullable(Uuid),
  platform: Nullable(Platform),
  /** Name of the shop, product, account or campaign; empty for other parts. */
  name: Type.String(),
  /** The brand's `key` in the breakdown. */
  brand: Nullable(Type.String()),
  campaignId: Nullable(Type.String()),
  feeClass: Nullable(FeeClass),
  /** The `id` of the product in the product report. */
  sku: Nullable(Type.String()),
  /** The seller's SKU; empty when the seller left it blank. */
  sellerSku: Type.String(),
  picture: PicturePath,
  /** Number of products, shops or others that it stands for. */
  count: Type.Integer(),
  /**
   * Orders of a shop, kept units of products and of their effects, payout lines; null where they are not counted.
   */
  quantity: Nullable(Type.Integer()),
  previousQuantity: Nullable(Type.Integer()),
  /** Like `until` of `previous`, for exactly this part; null for whole days and where its shops differ. */
  previousUntil: Nullable(Type.String()),
});
export type ExplainedPart = Static<typeof ExplainedPart>;

/**
 * One way to split the difference. The parts add up to it exactly. They are sorted by size, except that `others` is
 * last.
 */
export const ExplainedSplit = Type.Object({
  by: Type.Enum(['shop', 'product', 'effect', 'brand', 'account', 'campaign', 'fee_class']),
  parts: Type.Array(ExplainedPart),
});
export type ExplainedSplit = Static<typeof ExplainedSplit>;

const MissingSourceReason = Type.Enum(['not_provided', 'loading', 'no_account', 'other_currency']);

export const ReportExplanation = Type.Object({
  metric: ExplainedMetric,
  currency: Currency,
  period: ReportPeriod,
  previous: ReportComparison,
  /** The values that the report shows, in the units of the parts; null where it shows none. */
  value: Nullable(Amount),
  previousValue: Nullable(Amount),
  /** value − previousValue; null unless both are known. */
  difference: Nullable(Amount),
  /** Of sales like `ReportSummary`, of payouts and ads like `ReportMoney` and `ReportAds`. */
  reason: Type.Union([MissingReason, MissingSourceReason, Type.Null()]),
  previousReason: Type.Union([PreviousReason, MissingSourceReason, Type.Null()]),
  /** The last day is unfinished but compared with a whole day: payouts, ads and brands have no hours. */
  againstWholeDay: Type.Boolean(),
  /** Days of the period that are not completely synced. */
  daysLoading: Type.Integer(),
  /** Empty without a difference to split. */
  splits: Type.Array(ExplainedSplit),
});
export type ReportExplanation = Static<typeof ReportExplanation>;

export const explanationRoutes = {
  reportExplanation: {
    ...endpoints.reportExplanation,
    summary:
      'Splits the change of a metric by shop, product, brand, effect, fee, or campaign, exactly',
    access: 'session',
    status: 200,
    query: ReportExplanationQuery,
    response: ReportExplanation,
  },
} as const satisfies Routes;
