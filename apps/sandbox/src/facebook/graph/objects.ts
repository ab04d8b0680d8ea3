/** Graph objects in Facebook's format: ad accounts, campaigns, ad sets and ads, with the requested fields. */
import { adAccounts, graphTime, startOfAccountDay } from '../ads/accounts.ts';
import type { AdAccount } from '../ads/accounts.ts';
import type { AdWorld } from '../ads/ad-world.ts';
import type { Ad, AdSet, Campaign } from '../ads/campaigns.ts';
import { invalidParameter } from '../errors.ts';
import { readJson, readNames } from './parameters.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the requested fields, always including `id`. Nested selections such as `creative{id}` return the whole field.
 *
 * @throws {GraphError} 100 for an unknown field.
 */
export function pickFields(
  all: Fields,
  requested: readonly string[],
  defaults: readonly string[] = [],
): Fields {
  const names = requested.length > 0 ? requested : defaults;
  const unknownName = names.find((name) => !Object.hasOwn(all, name.split('{')[0] ?? name));
  if (unknownName !== undefined) {
    throw invalidParameter(`Tried accessing nonexisting field (${unknownName})`);
  }
  const picked = names.map((name) => name.split('{')[0] ?? name);
  return Object.fromEntries(
    [...new Set([...picked, 'id'])].flatMap((name) =>
      all[name] === undefined ? [] : [[name, all[name]]],
    ),
  );
}

/** Formats an amount in minor units of the account's currency: đồng, or cents of the dollar. */
function formatMinorUnits(account: AdAccount, amountE4: bigint): string {
  return String(account.currency === 'VND' ? amountE4 / 10_000n : amountE4 / 100n);
}

/**
 * Returns the fields of an ad account. `spentE4` is its spending so far.
 *
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account
 */
export function accountFields(account: AdAccount, world: AdWorld, spentE4: bigint): Fields {
  return {
    id: `act_${account.accountId}`,
    account_id: account.accountId,
    name: account.name,
    business_name: account.business,
    currency: account.currency,
    account_status: account.status,
    disable_reason: 0,
    timezone_id: account.timeZone === 'Asia/Singapore' ? 128 : 144,
    timezone_name: account.timeZone,
    timezone_offset_hours_utc: account.offsetHours,
    amount_spent: formatMinorUnits(account, spentE4),
    balance: '0',
    spend_cap: '0',
    min_daily_budget: account.currency === 'VND' ? 25_000 : 100,
    business: { id: String(700_100_000_000_001 + account.slot), name: account.business },
    owner: String(700_100_000_000_001 + account.slot),
    created_time: graphTime(account, startOfAccountDay(account, world.firstDay - 12) + 36_000),
  };
}

interface CampaignContext {
  readonly account: AdAccount;
  readonly campaign: Campaign;
  readonly adSet?: AdSet;
  readonly ad?: Ad;
}

/** Returns the status that results from the object's own and those of its parents. */
function effectiveStatus({ campaign, adSet, ad }: CampaignContext): string {
  // Objects in a deleted or archived campaign inherit its status, whatever their own.
  if (campaign.status === 'DELETED' || campaign.status === 'ARCHIVED') return campaign.status;
  if (ad !== undefined && ad.status !== 'ACTIVE') return ad.status;
  if (adSet !== undefined && adSet.status !== 'ACTIVE') return adSet.status;
  if (campaign.status === 'ACTIVE' || adSet === undefined) return campaign.status;
  return 'CAMPAIGN_PAUSED';
}

export function campaignFields({ account, campaign }: CampaignContext): Fields {
  const startsAt = startOfAccountDay(account, campaign.firstDay);
  return {
    id: campaign.id,
    account_id: account.accountId,
    name: campaign.name,
    status: campaign.status,
    configured_status: campaign.status,
    effective_status: campaign.status,
    objective: campaign.objective,
    buying_type: 'AUCTION',
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    daily_budget: account.currency === 'VND' ? '500000' : '2000',
    special_ad_categories: [],
    start_time: graphTime(account, startsAt),
    ...(campaign.lastDay === Infinity
      ? {}
      : { stop_time: graphTime(account, startOfAccountDay(account, campaign.lastDay + 1)) }),
    created_time: graphTime(account, startsAt - 4000),
    updated_time: graphTime(account, startsAt + 7200),
  };
}

export function adSetFields(context: CampaignContext & { readonly adSet: AdSet }): Fields {
  const { account, campaign, adSet } = context;
  const startsAt = startOfAccountDay(account, campaign.firstDay);
  return {
    id: adSet.id,
    account_id: account.accountId,
    campaign_id: campaign.id,
    name: adSet.name,
    status: adSet.status,
    configured_status: adSet.status,
    effective_status: effectiveStatus(context),
    billing_event: 'IMPRESSIONS',
    optimization_goal: adSet.goal,
    attribution_spec: [
      { event_type: 'CLICK_THROUGH', window_days: 7 },
      { event_type: 'VIEW_THROUGH', window_days: 1 },
    ],
    start_time: graphTime(account, startsAt),
    created_time: graphTime(account, startsAt - 3000),
    updated_time: graphTime(account, startsAt + 7200),
  };
}

export function adFields(
  context: CampaignContext & { readonly adSet: AdSet; readonly ad: Ad },
): Fields {
  const { account, campaign, adSet, ad } = context;
  const startsAt = startOfAccountDay(account, campaign.firstDay);
  return {
    id: ad.id,
    account_id: account.accountId,
    campaign_id: campaign.id,
    adset_id: adSet.id,
    name: ad.name,
    status: ad.status,
    configured_status: ad.status,
    effective_status: effectiveStatus(context),
    creative: { id: `${ad.id.slice(0, -1)}9` },
    created_time: graphTime(account, startsAt - 2000),
    updated_time: graphTime(account, startsAt + 7200),
  };
}

const campaignStatuses = [
  'ACTIVE',
  'PAUSED',
  'DELETED',
  'ARCHIVED',
  'IN_PROCESS',
  'WITH_ISSUES',
] as const;
const adSetStatuses = [...campaignStatuses, 'CAMPAIGN_PAUSED'] as const;
/** What `effective_status` may name, by the edge that is listed. */
const statusesByEdge: Readonly<Record<string, readonly string[]>> = {
  campaigns: campaignStatuses,
  adsets: adSetStatuses,
  ads: [
    ...adSetStatuses,
    'ADSET_PAUSED',
    'DISAPPROVED',
    'PENDING_BILLING_INFO',
    'PENDING_REVIEW',
    'PREAPPROVED',
  ],
};

/**
 * Returns the filter that the parameter `effective_status` describes. By default it excludes archived objects.
 *
 * @throws {GraphError} 100 for an invalid parameter.
 */
export function statusFilter(
  parameters: URLSearchParams,
  edge: string,
): (fields: Fields) => boolean {
  const requested = readNames(parameters, 'effective_status');
  const allowed = statusesByEdge[edge];
  const index = requested.findIndex((status) => allowed?.includes(status) === false);
  if (index !== -1) {
    throw invalidParameter(
      `param effective_status[${index}] must be one of {${allowed?.join(', ')}}`,
    );
  }
  // The sandbox only validates `filtering` and does not apply it.
  readJson(parameters, 'filtering');
  // Deleted objects are never listed; only their insights remain.
  const isListed = (status: string): boolean =>
    status !== 'DELETED' &&
    (requested.length > 0 ? requested.includes(status) : status !== 'ARCHIVED');
  return (fields) => isListed(String(fields['effective_status']));
}

/** Returns the ad accounts with these ids. Unknown ids are omitted. */
export function knownAccounts(ids: readonly string[]): readonly AdAccount[] {
  return adAccounts.filter(({ accountId }) => ids.includes(accountId));
}
