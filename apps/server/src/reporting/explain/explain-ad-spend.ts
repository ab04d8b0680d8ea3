import type { ReportExplanation, ReportQuery } from '@seller-connect/contract';
import { sql } from '../../platform/database/database.ts';
import { reportAds } from '../ads/ad-report.ts';
import type { ReportDependencies } from '../metrics/coverage.ts';
import { resolvePeriod } from '../metrics/period.ts';
import { comparedPart, explanationOf, type Part } from './parts.ts';
import { sumBy } from '../../platform/money.ts';

/** Spend of a campaign in a period and in the one that it is compared with. */
export interface ComparedCampaign {
  accountId: string;
  campaignId: string;
  name: string;
  spendE4: bigint;
  previousSpendE4: bigint;
}

/** Spend of each campaign in the currency $2 on the days $3 to $4 and $5 to $6. */
const comparedCampaigns = sql(
  'reporting.compared_campaigns',
  `select spent.*, coalesce(c.name, spent.campaign_id) as name
     from (
       select account_id, campaign_id,
              coalesce(sum(spend_e4) filter (where day between $3 and $4), 0)::bigint as spend_e4,
              coalesce(sum(spend_e4) filter (where day between $5 and $6), 0)::bigint as previous_spend_e4
         from reporting.agg_ad_day
        where tenant_id = $1 and currency = $2 and (day between $3 and $4 or day between $5 and $6)
        group by account_id, campaign_id) spent
     left join reporting.ad_campaign c on c.tenant_id = $1 and c.account_id = spent.account_id
      and c.campaign_id = spent.campaign_id`,
);

/** Splits the change of ad spend by account and by campaign. The values are those of `reportAds`. */
export async function explainAdSpend(
  dependencies: ReportDependencies,
  tenantId: string,
  query: ReportQuery,
): Promise<ReportExplanation> {
  const report = await reportAds(dependencies, tenantId, query);
  const { currency, period, timeZone, againstWholeDay, daysLoading, accounts, metrics } = report;
  const { past, previous } = resolvePeriod(query, dependencies.now(), timeZone);
  const rows = await dependencies.database.tenantRead<ComparedCampaign>(
    tenantId,
    comparedCampaigns,
    [tenantId, currency, past.from, past.to, previous.from, previous.to],
  );
  const { value, previous: previousValue, reason, previousReason } = metrics.adSpend;
  return explanationOf(
    {
      metric: 'adSpend',
      currency,
      period,
      previous: { ...previous, until: null },
      againstWholeDay,
      reason: spendReason(reason),
      previousReason: spendReason(previousReason),
      daysLoading,
    },
    { value, previous: previousValue },
    splitAdSpend(rows),
    { shops: new Map(accounts.map((account) => [account.accountId, account])) },
  );
}

/** Spend alone has no reason that concerns its relation to sales. */
function spendReason<Reason extends string>(reason: Reason | null) {
  type Unrelated = 'no_spend' | 'no_sales' | 'some_shops' | 'different_times';
  const unrelated: readonly string[] = ['no_spend', 'no_sales', 'some_shops', 'different_times'];
  const isOfSpend = (each: Reason): each is Exclude<Reason, Unrelated> => !unrelated.includes(each);
  return reason !== null && isOfSpend(reason) ? reason : null;
}

export function splitAdSpend(rows: readonly ComparedCampaign[]) {
  const byAccount = [...Map.groupBy(rows, ({ accountId }) => accountId)].map(
    ([shopId, group]): Part => ({
      kind: 'account',
      shopId,
      ...comparedPart(
        sumBy(group, ({ spendE4 }) => spendE4),
        sumBy(group, ({ previousSpendE4 }) => previousSpendE4),
      ),
    }),
  );
  const byCampaign = rows.map(
    ({ accountId, campaignId, name, spendE4, previousSpendE4 }): Part => ({
      kind: 'campaign',
      shopId: accountId,
      campaignId,
      name,
      ...comparedPart(spendE4, previousSpendE4),
    }),
  );
  return [
    { by: 'account' as const, parts: byAccount },
    { by: 'campaign' as const, parts: byCampaign },
  ];
}
