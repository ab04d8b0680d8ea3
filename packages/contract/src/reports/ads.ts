import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import { ReportPeriod, ReportQuery } from './dashboard.ts';
import type { Routes } from '../route.ts';
import { Amount, Currency, Day, Instant, Nullable, Platform, Uuid } from '../values.ts';

/**
 * Reason why an ad metric has no value:
 * - `no_account`: no ad account is linked.
 * - `loading`: its days are not synced yet.
 * - `to_come`: the whole period lies in the future.
 * - `no_spend`, `no_sales`: the divisor is zero.
 * - `some_shops`: spend cannot be split by shop, and the report covers only some of them.
 * - `other_currency`: money was spent in a currency in which the shops do not sell.
 * - `different_times`: the period is today, and spend and sales, or the spend of two accounts, are synced up to
 *   different times. Spend is known by day only.
 */
export const MissingAdReason = Type.Enum([
  'no_account',
  'loading',
  'to_come',
  'no_spend',
  'no_sales',
  'some_shops',
  'other_currency',
  'different_times',
]);
export type MissingAdReason = Static<typeof MissingAdReason>;

function comparedAdMetric<T extends typeof Amount | ReturnType<typeof Type.Number>>(value: T) {
  return Type.Object({
    value: Nullable(value),
    previous: Nullable(value),
    /**
     * (value − previous) ÷ previous. Null without a previous value, and for metrics that relate spend to sales when the
     * period is an unfinished day.
     */
    change: Nullable(Type.Number()),
    /** Set when `value` is null. */
    reason: Nullable(MissingAdReason),
    /** Set when `previous` is null; `not_read`: the previous days are not completely synced. */
    previousReason: Type.Union([MissingAdReason, Type.Literal('not_read'), Type.Null()]),
  });
}

export const AdMetrics = Type.Object({
  adSpend: comparedAdMetric(Amount),
  /** Net sales of all shops ÷ ad spend, as a factor. */
  blendedRoas: comparedAdMetric(Type.Number()),
  /** Ad spend ÷ net sales; may exceed 1. */
  adCostRatio: comparedAdMetric(Type.Number()),
  /** Purchase value that the platform attributes to its ads ÷ ad spend, as a factor. */
  channelRoas: comparedAdMetric(Type.Number()),
});
export type AdMetrics = Static<typeof AdMetrics>;

const AdAccountMetrics = Type.Object({
  accountId: Uuid,
  name: Type.String(),
  platform: Platform,
  currency: Currency,
  timeZone: Type.String(),
  /** Whether the account's days begin at another instant than the shops' days. */
  otherCalendar: Type.Boolean(),
  asOf: Nullable(Instant),
  /** Days of the period that are not synced yet. */
  daysLoading: Type.Integer(),
  /** In the account's currency. */
  spend: Amount,
  purchaseValue: Amount,
});

const CampaignMetrics = Type.Object({
  accountId: Uuid,
  campaignId: Type.String(),
  name: Type.String(),
  /** As the partner reports it; null for a deleted campaign that was never listed. */
  status: Nullable(Type.String()),
  spend: Amount,
  purchaseValue: Amount,
  purchases: Type.Integer(),
  clicks: Type.Integer(),
  impressions: Type.Integer(),
  channelRoas: Nullable(Type.Number()),
});

export const ReportAds = Type.Object({
  period: ReportPeriod,
  previous: ReportPeriod,
  /** Whether the last day of the period is unfinished but compared with a whole day. */
  againstWholeDay: Type.Boolean(),
  currency: Currency,
  timeZone: Type.String(),
  basis: Type.Literal('ad_day'),
  /** The oldest `asOf` of all accounts. */
  asOf: Nullable(Instant),
  /** Seconds that the figures may be behind, as they were read from a standby; absent if they are current. */
  lagSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
  partial: Type.Boolean(),
  daysLoading: Type.Integer(),
  /** Whether the days of an account differ from the shops' days. Metrics of both then match only approximately. */
  otherCalendar: Type.Boolean(),
  metrics: AdMetrics,
  trend: Type.Array(
    Type.Object({
      day: Day,
      /** Null until the day is synced. */
      adSpend: Nullable(Amount),
      complete: Type.Boolean(),
    }),
  ),
  accounts: Type.Array(AdAccountMetrics),
  /** The ten campaigns with the highest spend in the report's currency. */
  campaigns: Type.Array(CampaignMetrics),
});
export type ReportAds = Static<typeof ReportAds>;

export const adRoutes = {
  reportAds: {
    ...endpoints.reportAds,
    summary: 'Returns the ad spend of a period and its ratio to sales',
    access: 'session',
    status: 200,
    query: ReportQuery,
    response: ReportAds,
  },
} as const satisfies Routes;
