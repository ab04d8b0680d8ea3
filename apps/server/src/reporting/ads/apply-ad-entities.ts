import type { AdLevel, CanonicalAdDay, CanonicalAdEntity } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { sanitizeText } from '../../platform/database/storable-values.ts';
import type { FetchMeta } from '../ingest/canonical-rows.ts';

const upsertColumnsSql = `status = excluded.status, created_at = excluded.created_at,
     updated_at = excluded.updated_at, observed_at = excluded.observed_at, deleted_at = null,
     mapping_version = excluded.mapping_version
   returning (xmax = 0) as created`;
const row = `as r (entity_id text, campaign_id text, ad_set_id text, name text, status text, objective text,
       created_at timestamptz, updated_at timestamptz)`;

const upserts = {
  campaign: sql(
    'reporting.upsert_ad_campaigns',
    `insert into reporting.ad_campaign (tenant_id, account_id, campaign_id, name, objective, status,
       created_at, updated_at, observed_at, mapping_version)
     select $1, $2, r.entity_id, r.name, r.objective, r.status, r.created_at, r.updated_at, $4, $5
       from json_to_recordset($3::json) ${row}
     on conflict (tenant_id, account_id, campaign_id) do update set
       name = excluded.name, objective = excluded.objective, ${upsertColumnsSql}`,
  ),
  ad_set: sql(
    'reporting.upsert_ad_sets',
    `insert into reporting.ad_set (tenant_id, account_id, ad_set_id, campaign_id, name, status,
       created_at, updated_at, observed_at, mapping_version)
     select $1, $2, r.entity_id, r.campaign_id, r.name, r.status, r.created_at, r.updated_at, $4, $5
       from json_to_recordset($3::json) ${row}
     on conflict (tenant_id, account_id, ad_set_id) do update set
       name = excluded.name, campaign_id = excluded.campaign_id, ${upsertColumnsSql}`,
  ),
  ad: sql(
    'reporting.upsert_ads',
    `insert into reporting.ad (tenant_id, account_id, ad_id, ad_set_id, campaign_id, name, status,
       created_at, updated_at, observed_at, mapping_version)
     select $1, $2, r.entity_id, r.ad_set_id, r.campaign_id, r.name, r.status, r.created_at, r.updated_at, $4, $5
       from json_to_recordset($3::json) ${row}
     on conflict (tenant_id, account_id, ad_id) do update set
       name = excluded.name, campaign_id = excluded.campaign_id, ad_set_id = excluded.ad_set_id, ${upsertColumnsSql}`,
  ),
} as const;

/**
 * Stores the campaigns, ad sets or ads of one level, inside the caller's transaction. As with ad days, the last commit
 * wins.
 * @returns how many are new
 */
export async function applyAdEntities(
  tx: TenantTransaction,
  accountId: string,
  level: AdLevel,
  entities: readonly CanonicalAdEntity[],
  meta: FetchMeta,
): Promise<number> {
  // The last one wins: a page may repeat an entity that moved during the fetch.
  const rows = new Map(
    entities
      .filter((entity) => entity.level === level)
      .map((entity) => [
        entity.entityId,
        {
          entity_id: entity.entityId,
          campaign_id: entity.campaignId,
          ad_set_id: entity.adSetId,
          name: sanitizeText(entity.name),
          status: sanitizeText(entity.status),
          objective: entity.objective === null ? null : sanitizeText(entity.objective),
          created_at: entity.createdAt?.toISOString() ?? null,
          updated_at: entity.updatedAt?.toISOString() ?? null,
        },
      ]),
  );
  if (rows.size === 0) return 0;
  const upserted = await tx.query<{ created: boolean }>(upserts[level], [
    tx.tenantId,
    accountId,
    JSON.stringify([...rows.values()]),
    meta.observedAt,
    meta.mappingVersion,
  ]);
  return upserted.filter(({ created }) => created).length;
}

const markDeletedStatements = (['ad_campaign', 'ad_set', 'ad'] as const).map((table) =>
  sql(
    `reporting.gone_${table}`,
    `update reporting.${table} set deleted_at = $3
      where tenant_id = $1 and account_id = $2 and observed_at <> $3 and deleted_at is null`,
  ),
);

/**
 * Marks entities that a complete listing did not return as deleted. Their days stay.
 * @param startedAt the `observedAt` of all pages of the listing
 */
export async function markDeletedAdEntities(
  tx: TenantTransaction,
  accountId: string,
  startedAt: Date,
): Promise<void> {
  for (const statement of markDeletedStatements)
    await tx.execute(statement, [tx.tenantId, accountId, startedAt]);
}

/** Time of placeholders: no listing has returned them. */
const placeholderObservedAt = new Date(0);

const dayRow = `as r (campaign_id text, campaign_name text, ad_set_id text, ad_set_name text, ad_id text, ad_name text)`;
const placeholders = [
  sql(
    'reporting.insert_ad_campaign_placeholders',
    `insert into reporting.ad_campaign (tenant_id, account_id, campaign_id, name, observed_at, mapping_version)
     select distinct on (r.campaign_id) $1::uuid, $2::uuid, r.campaign_id, r.campaign_name, $4::timestamptz, $5::integer
       from json_to_recordset($3::json) ${dayRow}
     on conflict do nothing`,
  ),
  sql(
    'reporting.insert_ad_set_placeholders',
    `insert into reporting.ad_set (tenant_id, account_id, ad_set_id, campaign_id, name, observed_at, mapping_version)
     select distinct on (r.ad_set_id) $1::uuid, $2::uuid, r.ad_set_id, r.campaign_id, r.ad_set_name, $4::timestamptz,
            $5::integer
       from json_to_recordset($3::json) ${dayRow}
     on conflict do nothing`,
  ),
  sql(
    'reporting.insert_ad_placeholders',
    `insert into reporting.ad (tenant_id, account_id, ad_id, ad_set_id, campaign_id, name, observed_at, mapping_version)
     select distinct on (r.ad_id) $1::uuid, $2::uuid, r.ad_id, r.ad_set_id, r.campaign_id, r.ad_name, $4::timestamptz,
            $5::integer
       from json_to_recordset($3::json) ${dayRow}
     on conflict do nothing`,
  ),
];

/**
 * Inserts placeholder rows for ads that have days but appear in no list: they were deleted before they were ever
 * listed.
 */
export async function insertPlaceholderAds(
  tx: TenantTransaction,
  accountId: string,
  days: readonly CanonicalAdDay[],
  meta: FetchMeta,
): Promise<void> {
  const rows = days.map((day) => ({
    campaign_id: day.campaignId,
    campaign_name: sanitizeText(day.campaignName),
    ad_set_id: day.adSetId,
    ad_set_name: sanitizeText(day.adSetName),
    ad_id: day.adId,
    ad_name: sanitizeText(day.adName),
  }));
  const text = JSON.stringify(rows);
  for (const statement of placeholders) {
    await tx.execute(statement, [
      tx.tenantId,
      accountId,
      text,
      placeholderObservedAt,
      meta.mappingVersion,
    ]);
  }
}
