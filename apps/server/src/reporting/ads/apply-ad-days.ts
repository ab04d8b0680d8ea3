import type { CanonicalAdDay, DayRange } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { isStorableAmount, sanitizeText } from '../../platform/database/storable-values.ts';
import type { FetchMeta, RejectedEntity } from '../ingest/canonical-rows.ts';
import { insertPlaceholderAds } from './apply-ad-entities.ts';

const lockAccount = sql(
  'reporting.lock_ad_account',
  'select from reporting.ad_account where tenant_id = $1 and account_id = $2 for update',
);
const upsertStatement = sql(
  'reporting.upsert_ad_days',
  `insert into reporting.ad_insight_daily (tenant_id, account_id, day, ad_id, ad_set_id, campaign_id,
     currency, spend_e4, purchase_value_e4, impressions, clicks, link_clicks, reach, purchases, attribution, flags,
     is_final, observed_at, mapping_version)
   select $1, $2, r.day, r.ad_id, r.ad_set_id, r.campaign_id, r.currency, r.spend_e4, r.purchase_value_e4,
          r.impressions, r.clicks, r.link_clicks, r.reach, r.purchases, r.attribution, r.flags, r.day <= $4, $5, $6
     from json_to_recordset($3::json) as r (day date, ad_id text, ad_set_id text, campaign_id text, currency text,
       spend_e4 bigint, purchase_value_e4 bigint, impressions bigint, clicks bigint, link_clicks bigint,
       reach bigint, purchases bigint, attribution text, flags text[])
   on conflict (tenant_id, account_id, day, ad_id) do update set
     ad_set_id = excluded.ad_set_id, campaign_id = excluded.campaign_id, currency = excluded.currency,
     spend_e4 = excluded.spend_e4, purchase_value_e4 = excluded.purchase_value_e4,
     impressions = excluded.impressions, clicks = excluded.clicks, link_clicks = excluded.link_clicks,
     reach = excluded.reach, purchases = excluded.purchases, attribution = excluded.attribution,
     flags = excluded.flags, is_final = excluded.is_final, observed_at = excluded.observed_at,
     mapping_version = excluded.mapping_version
   returning (xmax = 0) as created`,
);

export interface AdDaysMeta extends FetchMeta {
  /** The last day, in the account's calendar, that the partner no longer changes. */
  finalUpTo: string;
}

/**
 * Stores ad days and rebuilds the facts and rollups of these days, inside the caller's transaction. The last commit of
 * a day wins, as the lease lets one worker at a time commit; the workers' clocks may differ. Applying the same days
 * again changes nothing.
 * @returns how many rows are new, and the rejected items with their reasons
 */
export async function applyAdDays(
  tx: TenantTransaction,
  accountId: string,
  days: readonly CanonicalAdDay[],
  meta: AdDaysMeta,
): Promise<{ created: number; unusable: RejectedEntity[] }> {
  const unusable: RejectedEntity[] = [];
  const usable = new Map<string, CanonicalAdDay>();
  for (const day of days) {
    const id = `${day.adId}:${day.date}`;
    const { impressions, clicks, linkClicks, reach, purchases } = day;
    const counts = [impressions, clicks, linkClicks, reach, purchases];
    // Sums of days have to fit their columns, too.
    if (![day.spendE4, day.purchaseValueE4, ...counts].every(isStorableAmount))
      unusable.push({ id, reason: 'an amount or a count is too large' });
    else usable.set(id, day);
  }
  if (usable.size === 0) return { created: 0, unusable };
  await tx.query(lockAccount, [tx.tenantId, accountId]);
  await insertPlaceholderAds(tx, accountId, [...usable.values()], meta);
  const upserted = await tx.query<{ created: boolean }>(upsertStatement, [
    tx.tenantId,
    accountId,
    JSON.stringify([...usable.values()].map(toRow)),
    meta.finalUpTo,
    meta.observedAt,
    meta.mappingVersion,
  ]);
  await rebuildAdDays(tx, accountId, [...new Set([...usable.values()].map(({ date }) => date))]);
  return { created: upserted.filter(({ created }) => created).length, unusable };
}

function toRow(day: CanonicalAdDay) {
  return {
    day: day.date,
    ad_id: day.adId,
    ad_set_id: day.adSetId,
    campaign_id: day.campaignId,
    currency: day.currency,
    spend_e4: day.spendE4.toString(),
    purchase_value_e4: day.purchaseValueE4.toString(),
    impressions: day.impressions.toString(),
    clicks: day.clicks.toString(),
    link_clicks: day.linkClicks.toString(),
    reach: day.reach.toString(),
    purchases: day.purchases.toString(),
    attribution: sanitizeText(day.attribution),
    flags: day.flags,
  };
}

const deleteStaleDays = sql(
  'reporting.drop_unseen_ad_days',
  `with gone as (
     delete from reporting.ad_insight_daily
      where tenant_id = $1 and account_id = $2 and day between $3 and $4 and observed_at <> $5
     returning day)
   select distinct day::text from gone`,
);

/**
 * Deletes the ad days that a complete fetch of the range no longer returned. Never call it after an interrupted
 * fetch.
 * @param startedAt the `observedAt` of all pages of the fetch
 */
export async function deleteStaleAdDays(
  tx: TenantTransaction,
  accountId: string,
  range: DayRange,
  startedAt: Date,
): Promise<void> {
  await tx.query(lockAccount, [tx.tenantId, accountId]);
  const emptied = await tx.query<{ day: string }>(deleteStaleDays, [
    tx.tenantId,
    accountId,
    range.since,
    range.until,
    startedAt,
  ]);
  const days = emptied.map(({ day }) => day);
  if (days.length > 0) await rebuildAdDays(tx, accountId, days);
}

const sums = `sum(spend_e4)::bigint, sum(purchase_value_e4)::bigint, sum(impressions)::bigint, sum(clicks)::bigint,
          sum(link_clicks)::bigint, sum(purchases)::bigint`;
const ofDays = 'tenant_id = $1 and account_id = $2 and day = any($3::date[])';
const rebuildStatements = [
  sql('reporting.drop_ad_facts', `delete from reporting.fact_ad_daily where ${ofDays}`),
  sql(
    'reporting.build_ad_facts',
    `insert into reporting.fact_ad_daily (tenant_id, account_id, day, campaign_id, attribution, currency, spend_e4,
       purchase_value_e4, impressions, clicks, link_clicks, purchases)
     select tenant_id, account_id, day, campaign_id, attribution, currency, ${sums}
       from reporting.ad_insight_daily where ${ofDays} group by 1, 2, 3, 4, 5, 6`,
  ),
  sql('reporting.drop_ad_rollups', `delete from reporting.agg_ad_day where ${ofDays}`),
  sql(
    'reporting.build_ad_rollups',
    `insert into reporting.agg_ad_day (tenant_id, account_id, day, campaign_id, currency, spend_e4, purchase_value_e4,
       impressions, clicks, link_clicks, purchases)
     select tenant_id, account_id, day, campaign_id, currency, ${sums}
       from reporting.fact_ad_daily where ${ofDays} group by 1, 2, 3, 4, 5`,
  ),
];

/** Rebuilds facts and rollups of whole days from the stored rows. They are never added to, so a replay cannot drift. */
export async function rebuildAdDays(
  tx: TenantTransaction,
  accountId: string,
  days: readonly string[],
): Promise<void> {
  for (const statement of rebuildStatements)
    await tx.execute(statement, [tx.tenantId, accountId, days]);
}
