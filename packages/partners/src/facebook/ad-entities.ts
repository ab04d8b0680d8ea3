import type { ShopAccess, DerivationResult } from '../connector/shop-access.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Id, OptionalText, parseTime } from '../parsing/fields.ts';
import type { AdEntitiesPage } from '../connector/ads-connector.ts';
import type { RawItem } from '../canonical/canonical.ts';
import type { AdLevel, CanonicalAdEntity } from '../canonical/ads.ts';
import { PartnerError } from '../connector/partner-error.ts';
import type { JsonElement } from '../parsing/lossless-json.ts';
import {
  createRawItem,
  readId,
  assertShape,
  derive,
  InvalidItemError,
  parsePayload,
} from '../parsing/items.ts';
import { accountPath } from './account.ts';
import type { GraphClient, GraphRequest } from './client.ts';
import { tooMuchDataCode } from './errors.ts';
import { fetchListPage } from './paging.ts';
import { deriveRawRows } from '../parsing/derive-rows.ts';
import { shopKey } from '../connector/shop-access.ts';

const pageSize = 200;
const minPageSize = 25;

const edges: Readonly<Record<AdLevel, { edge: string; fields: string; more: readonly string[] }>> =
  {
    campaign: { edge: 'campaigns', fields: 'objective', more: [] },
    ad_set: { edge: 'adsets', fields: 'campaign_id', more: ['CAMPAIGN_PAUSED'] },
    ad: {
      edge: 'ads',
      fields: 'campaign_id,adset_id',
      more: [
        'CAMPAIGN_PAUSED',
        'ADSET_PAUSED',
        'DISAPPROVED',
        'PENDING_REVIEW',
        'PENDING_BILLING_INFO',
        'PREAPPROVED',
      ],
    },
  };
/** Archived and deleted objects are returned only if requested explicitly. */
const statuses = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED', 'IN_PROCESS', 'WITH_ISSUES'];

const levels: Readonly<Partial<Record<RawItem['entity'], AdLevel>>> = {
  ad_campaign: 'campaign',
  ad_set: 'ad_set',
  ad: 'ad',
};

const Entity = Compile(
  Type.Object({
    id: Id,
    campaign_id: Type.Optional(Id),
    adset_id: Type.Optional(Id),
    name: OptionalText,
    effective_status: OptionalText,
    objective: OptionalText,
    created_time: OptionalText,
    updated_time: OptionalText,
  }),
);

export async function fetchEntities(
  client: GraphClient,
  access: ShopAccess,
  level: AdLevel,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<AdEntitiesPage> {
  const { edge, fields, more } = edges[level];
  const { rows, next } = await fetchFittingPage(
    client,
    {
      path: `${accountPath(access)}/${edge}`,
      endpoint: `/act_{id}/${edge}`,
      accessToken: access.accessToken,
      shop: shopKey(access),
      parameters: {
        fields: `id,name,effective_status,created_time,updated_time,${fields}`,
        effective_status: JSON.stringify([...statuses, ...more]),
      },
      signal,
    },
    cursor,
  );
  const items = rows.map((row) => toRawItem(level, row));
  const { rows: entities, rejects } = deriveRawRows(items, deriveEntity);
  return { entities, rejects, next };
}

/** Fetches one page; one with fewer rows if the platform refuses it as too large. */
async function fetchFittingPage(client: GraphClient, request: GraphRequest, cursor: string | null) {
  for (let limit = pageSize; ; limit /= 2) {
    try {
      return await fetchListPage(client, request, limit, cursor);
    } catch (error) {
      const isTooLarge = error instanceof PartnerError && error.code === tooMuchDataCode;
      if (!isTooLarge || limit / 2 < minPageSize) throw error;
    }
  }
}

function toRawItem(level: AdLevel, { bytes, value }: JsonElement): RawItem {
  const entity = level === 'campaign' ? 'ad_campaign' : level;
  const updatedTime = Entity.Check(value) ? value.updated_time : null;
  return createRawItem(entity, readId(value, 'id'), parseTime(updatedTime ?? '', 0), bytes);
}

/** Derives the canonical entity from a stored campaign, ad set or ad. */
export function deriveEntity(raw: RawItem): DerivationResult<CanonicalAdEntity> {
  const value = parsePayload(raw.payload);
  return derive<CanonicalAdEntity>([raw], () => {
    const level = levels[raw.entity];
    if (level === undefined)
      throw new InvalidItemError(`${raw.entity} is no part of an ad account`);
    assertShape(Entity, value, raw.entity);
    const campaignId = value.campaign_id ?? null;
    const adSetId = value.adset_id ?? null;
    if (level !== 'campaign' && campaignId === null)
      throw new InvalidItemError('campaign_id is missing');
    if (level === 'ad' && adSetId === null) throw new InvalidItemError('adset_id is missing');
    return {
      level,
      entityId: value.id,
      campaignId: level === 'campaign' ? null : campaignId,
      adSetId: level === 'ad' ? adSetId : null,
      name: value.name || value.id,
      status: value.effective_status ?? 'UNKNOWN',
      objective: level === 'campaign' ? (value.objective ?? null) : null,
      createdAt: parseTime(value.created_time ?? '', 0),
      updatedAt: parseTime(value.updated_time ?? '', 0),
    };
  });
}
