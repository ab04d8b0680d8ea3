import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import { ReportPeriod, ReportQuery } from './dashboard.ts';
import type { Routes } from '../route.ts';
import { Amount, Currency, Day, Instant, Platform, Uuid } from '../values.ts';

/**
 * Why a figure of ads is none:
 * - `no_account`: no ad account is linked.
 * - `loading`: its days are not read yet.
 * - `to_come`: no day of the period has come.
 * - `no_spend`, `no_sales`: there is nothing to divide by.
 * - `some_shops`: spend cannot be split by shop, and the report is about some of them.
 * - `other_currency`: money was spent in a currency that the shops do not sell in.
 */
export const MissingAdReason = Type.Union([
  Type.Literal('no_account'),
  Type.Literal('loading'),
  Type.Literal('to_come'),
  Type.Literal('no_spend'),
  Type.Literal('no_sales'),
  Type.Literal('some_shops'),
  Type.Literal('other_currency'),
]);
export type MissingAdReason = Static<typeof MissingAdReason>;

function comparedAdMetric<T extends typeof Amount | ReturnType<typeof Type.Number>>(value: T) {
  return Type.Object({
    value: Type.Union([value, Type.Null()]),
    previous: Type.Union([value, Type.Null()]),
    /**
     * (value − previous) ÷ previous; null when there is nothing to compare with, and for what is set against sales on a
     * day that is not over: spend and sales are read up to different times.
     */
    change: Type.Union([Type.Number(), Type.Null()]),
    /** Set with a value that is null. */
    reason: Type.Union([MissingAdReason, Type.Null()]),
    /** Set with a previous value that is null; `not_read`: the days compared with are not completely read. */
    previousReason: Type.Union([MissingAdReason, Type.Literal('not_read'), Type.Null()]),
  });
}

export const AdMetrics = Type.Object({
  adSpend: comparedAdMetric(Amount),
  /** Net sales of all shops ÷ ad spend, as a factor. */
  blendedRoas: comparedAdMetric(Type.Number()),
  /** Ad spend ÷ net sales, 0 and more. */
  adCostRatio: comparedAdMetric(Type.Number()),
  /** What the platform credits to its ads ÷ ad spend, as a factor. */
  channelRoas: comparedAdMetric(Type.Number()),
});
export type AdMetrics = Static<typeof AdMetrics>;

export const AdAccountMetrics = Type.Object({
  accountId: Uuid,
  name: Type.String(),
  platform: Platform,
  currency: Currency,
  timeZone: Type.String(),
  /** Its days begin at another moment than the shops' days. */
  otherCalendar: Type.Boolean(),
  asOf: Type.Union([Instant, Type.Null()]),
  /** Days of the period that are still to be read. */
  daysLoading: Type.Integer(),
  /** In the account's own currency. */
  spend: Amount,
  purchaseValue: Amount,
});

export const CampaignMetrics = Type.Object({
  accountId: Uuid,
  campaignId: Type.String(),
  name: Type.String(),
  /** In the partner's words; null for one that is gone and was never listed. */
  status: Type.Union([Type.String(), Type.Null()]),
  spend: Amount,
  purchaseValue: Amount,
  purchases: Type.Integer(),
  clicks: Type.Integer(),
  impressions: Type.Integer(),
  channelRoas: Type.Union([Type.Number(), Type.Null()]),
});

export const ReportAds = Type.Object({
  period: ReportPeriod,
  previous: ReportPeriod,
  /** The period's last day is not over, and stands beside a whole one. */
  againstWholeDay: Type.Boolean(),
  currency: Currency,
  timeZone: Type.String(),
  basis: Type.Literal('ad_day'),
  /** The oldest freshness of all accounts. */
  asOf: Type.Union([Instant, Type.Null()]),
  partial: Type.Boolean(),
  daysLoading: Type.Integer(),
  /** An account's days are not the shops' days, so that figures of both fit only about. */
  otherCalendar: Type.Boolean(),
  metrics: AdMetrics,
  trend: Type.Array(
    Type.Object({
      day: Day,
      /** null while the day is not read. */
      adSpend: Type.Union([Amount, Type.Null()]),
      complete: Type.Boolean(),
    }),
  ),
  accounts: Type.Array(AdAccountMetrics),
  /** Those with the highest spend in the report's currency, ten at most. */
  campaigns: Type.Array(CampaignMetrics),
});
export type ReportAds = Static<typeof ReportAds>;

export const adRoutes = {
  reportAds: {
    ...endpoints.reportAds,
    summary: 'What ads cost in a period, and what that is against sales',
    access: 'session',
    status: 200,
    query: ReportQuery,
    response: ReportAds,
  },
} as const satisfies Routes;
