import type { ShopAccess, DerivationResult } from '../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Id, Nullable } from '../parsing/fields.ts';
import type { AdDaysPage, DayRange } from '../connector/ads-connector.ts';
import type { RawItem } from '../canonical/canonical.ts';
import type { CanonicalAdDay } from '../canonical/ads.ts';
import type { JsonElement } from '../parsing/lossless-json.ts';
import {
  createRawItem,
  assertShape,
  derive,
  InvalidItemError,
  parseAmountE4,
  parsePayload,
  required,
} from '../parsing/items.ts';
import { accountPath } from './account.ts';
import type { GraphClient, GraphRequest } from './client.ts';
import { fetchListPage } from './paging.ts';
import { deriveRawRows } from '../parsing/derive-rows.ts';
import { shopKey } from '../connector/shop-access.ts';

/** Larger pages of insights are known to fail. */
const pageSize = 200;

/**
 * Parameters for days by ad, the finest additive level. Names are included because deleted campaigns appear nowhere
 * else.
 */
export function dayParameters(span: DayRange): Readonly<Record<string, string>> {
  return {
    level: 'ad',
    time_increment: '1',
    time_range: JSON.stringify({ since: span.since, until: span.until }),
    fields: [
      'account_id,account_currency,campaign_id,campaign_name,adset_id,adset_name,ad_id,ad_name',
      'spend,impressions,reach,clicks,inline_link_clicks,actions,action_values,attribution_setting',
    ].join(','),
  };
}

const Name = Type.Optional(Nullable(Type.String()));
const Count = Type.String({ pattern: '^\\d{1,18}$' });
const ActionsShape = Type.Array(Type.Object({ action_type: Type.String(), value: Type.String() }));
const Actions = Type.Optional(ActionsShape);
const DayShape = Type.Object({
  account_id: Id,
  account_currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  campaign_id: Id,
  campaign_name: Name,
  adset_id: Id,
  adset_name: Name,
  ad_id: Id,
  ad_name: Name,
  spend: Type.String(),
  impressions: Type.Optional(Count),
  reach: Type.Optional(Count),
  clicks: Type.Optional(Count),
  inline_link_clicks: Type.Optional(Count),
  actions: Actions,
  action_values: Actions,
  attribution_setting: Name,
  date_start: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  date_stop: Type.String(),
});
const Day = Compile(DayShape);
/** What identifies a row, also one whose other fields are invalid. */
const DayKey = Compile(Type.Pick(DayShape, ['account_id', 'ad_id', 'date_start']));

export async function fetchDays(
  client: GraphClient,
  access: ShopAccess,
  span: DayRange,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<AdDaysPage> {
  return fetchDayRows(
    client,
    {
      path: `${accountPath(access)}/insights`,
      endpoint: '/act_{id}/insights',
      accessToken: access.accessToken,
      shop: shopKey(access),
      parameters: dayParameters(span),
      signal,
    },
    access,
    cursor,
  );
}

/** Fetches one page of day rows, from insights or from a report. */
export async function fetchDayRows(
  client: GraphClient,
  request: GraphRequest,
  access: ShopAccess,
  cursor: string | null,
): Promise<AdDaysPage> {
  const { rows, next } = await fetchListPage(client, request, pageSize, cursor);
  const items = rows.map((row) => toRawItem(row, access.externalShopId));
  const { rows: days, rejects } = deriveRawRows(items, deriveDay);
  return { days, rejects, next };
}

/** A row of another account gets a content id, regardless of the response. */
function toRawItem({ bytes, value }: JsonElement, accountId: string): RawItem {
  const isOwn = DayKey.Check(value) && value.account_id === accountId;
  return createRawItem('ad_day', isOwn ? `${value.ad_id}:${value.date_start}` : null, null, bytes);
}

/** Derives the canonical day from a stored row of insights. */
export function deriveDay(raw: RawItem): DerivationResult<CanonicalAdDay> {
  const row = parsePayload(raw.payload);
  return derive<CanonicalAdDay>([raw], () => {
    assertShape(Day, row, 'ad_day');
    if (row.date_start !== row.date_stop)
      throw new InvalidItemError('the row holds more than a day');
    const date = new Date(`${row.date_start}T00:00:00Z`);
    if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(row.date_start)) {
      throw new InvalidItemError('date_start is not a day');
    }
    if (!raw.externalId.startsWith(`${row.ad_id}:`)) {
      throw new InvalidItemError('the row belongs to another account');
    }
    const flags = new Set<string>();
    const purchases = findPurchaseValue(row.actions);
    // Modeled purchases may be fractional, while Facebook shows whole numbers.
    const whole = required(
      /^(\d{1,15})(\.\d+)?$/.exec(purchases ?? '0'),
      'purchases are not a number',
    );
    if (whole[2] !== undefined && /[1-9]/.test(whole[2])) flags.add('purchases_rounded');
    return {
      date: row.date_start,
      campaignId: row.campaign_id,
      campaignName: row.campaign_name || row.campaign_id,
      adSetId: row.adset_id,
      adSetName: row.adset_name || row.adset_id,
      adId: row.ad_id,
      adName: row.ad_name || row.ad_id,
      currency: row.account_currency,
      // In major units, unlike budgets, so there is nothing to divide.
      spendE4: parseAmountE4('spend', row.spend, flags),
      impressions: BigInt(row.impressions ?? '0'),
      clicks: BigInt(row.clicks ?? '0'),
      linkClicks: BigInt(row.inline_link_clicks ?? '0'),
      reach: BigInt(row.reach ?? '0'),
      purchases: BigInt(whole[1] ?? '0'),
      purchaseValueE4: parseAmountE4('purchase value', findPurchaseValue(row.action_values), flags),
      attribution: row.attribution_setting || 'default',
      flags: [...flags],
    };
  });
}

/** Overlapping action types of purchases. Only the first one present is used; they are never added up. */
const purchaseTypes = ['omni_purchase', 'purchase'];

function findPurchaseValue(actions: Static<typeof ActionsShape> | undefined): string | undefined {
  for (const type of purchaseTypes) {
    const found = actions?.find(({ action_type }) => action_type === type);
    if (found !== undefined) return found.value;
  }
  return undefined;
}
