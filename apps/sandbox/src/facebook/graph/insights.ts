/** Insights: rows for a level and a range of days. All values are text. */
import { formatAmount } from '../../money.ts';
import { formatDay } from '../../local-time.ts';
import type { AdAccount } from '../ads/accounts.ts';
import type { AdDay, AdWorld } from '../ads/ad-world.ts';
import type { InsightsQuery } from './insights-query.ts';
import { pickFields } from './objects.ts';

type Row = Readonly<Record<string, unknown>>;

/** The days of one row, summed. */
interface Group {
  readonly sample: AdDay;
  readonly from: number;
  readonly to: number;
  days: number;
  spendE4: bigint;
  impressions: number;
  reach: number;
  clicks: number;
  linkClicks: number;
  addsToCart: number;
  purchases: number;
  valueE4: bigint;
}

function spanOf(query: InsightsQuery, day: number): { from: number; to: number } {
  const { increment, from, to } = query;
  if (increment === null) return { from, to };
  if (increment === 'monthly') {
    const date = new Date(day * 86_400_000);
    const first = day - date.getUTCDate() + 1;
    const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 86_400_000;
    return { from: Math.max(from, first), to: Math.min(to, next - 1) };
  }
  const start = from + Math.floor((day - from) / increment) * increment;
  return { from: start, to: Math.min(to, start + increment - 1) };
}

function entityOf({ campaign, adSet, ad }: AdDay, level: InsightsQuery['level']): string {
  switch (level) {
    case 'account':
      return '';
    case 'campaign':
      return campaign.id;
    case 'adset':
      return adSet.id;
    case 'ad':
      return ad.id;
  }
}

function matchesFilters({ campaign, adSet, ad }: AdDay, query: InsightsQuery): boolean {
  const ids = { 'campaign.id': campaign.id, 'adset.id': adSet.id, 'ad.id': ad.id };
  return query.filters.every(({ field, values }) => values.includes(ids[field]));
}

/** The share of purchases that each attribution window credits. `value` uses 7-day click and 1-day view. */
const windowShares: Readonly<Record<string, number>> = {
  '1d_click': 0.6,
  '7d_click': 0.85,
  '28d_click': 0.95,
  '1d_view': 0.15,
  '1d_ev': 0.02,
  default: 1,
  dda: 1,
};

/** Returns one entry of a list metric. Unsupported attribution windows are omitted. */
function action(type: string, value: number | bigint, query: InsightsQuery, decimals = 0): Row {
  const text = (amount: number | bigint): string =>
    typeof amount === 'bigint' ? formatAmount(amount, decimals) : String(amount);
  const windows = query.windows.flatMap((name) => {
    const share = windowShares[name];
    if (share === undefined) return [];
    const part =
      typeof value === 'bigint'
        ? ((value * BigInt(Math.round(share * 100))) / 1_000_000n) * 10_000n
        : Math.floor(value * share);
    return [[name, text(part)] as const];
  });
  return { action_type: type, value: text(value), ...Object.fromEntries(windows) };
}

/** The same purchases under several names; a client that sums them counts them several times. */
const purchaseTypes = ['purchase', 'omni_purchase', 'offsite_conversion.fb_pixel_purchase'];

function viewOf(group: Group, query: InsightsQuery, account: AdAccount): Row {
  const { sample, spendE4, impressions, clicks } = group;
  const { campaign, adSet, ad } = sample;
  const spend = Number(spendE4) / 10_000;
  const decimals = account.currency === 'VND' ? 0 : 2;
  const below = (levels: readonly string[]): boolean => levels.includes(query.level);
  const purchases = group.purchases > 0 ? purchaseTypes : [];
  const actions = [
    ...(group.linkClicks > 0 ? [action('link_click', group.linkClicks, query)] : []),
    ...(group.addsToCart > 0 ? [action('add_to_cart', group.addsToCart, query)] : []),
    ...purchases.map((type) => action(type, group.purchases, query)),
  ];
  const values = purchases.map((type) => action(type, group.valueE4, query, decimals));
  const roas = spend > 0 ? Number(group.valueE4) / Number(spendE4) : 0;
  const reach = group.days > 1 ? Math.floor(group.reach * 0.82) : group.reach;
  const list = (rows: readonly Row[]): readonly Row[] | undefined =>
    rows.length > 0 ? rows : undefined;
  const all: Row = {
    id: undefined,
    account_id: account.accountId,
    account_name: account.name,
    account_currency: account.currency,
    campaign_id: below(['campaign', 'adset', 'ad']) ? campaign.id : undefined,
    campaign_name: below(['campaign', 'adset', 'ad']) ? campaign.name : undefined,
    adset_id: below(['adset', 'ad']) ? adSet.id : undefined,
    adset_name: below(['adset', 'ad']) ? adSet.name : undefined,
    ad_id: below(['ad']) ? ad.id : undefined,
    ad_name: below(['ad']) ? ad.name : undefined,
    objective: below(['campaign', 'adset', 'ad']) ? campaign.objective : undefined,
    optimization_goal: below(['adset', 'ad']) ? adSet.goal : undefined,
    buying_type: 'AUCTION',
    attribution_setting: '1d_view_7d_click',
    impressions: String(impressions),
    reach: String(reach),
    frequency: (impressions / reach).toFixed(6),
    clicks: String(clicks),
    inline_link_clicks: group.linkClicks > 0 ? String(group.linkClicks) : undefined,
    ctr: ((clicks / impressions) * 100).toFixed(6),
    cpc: clicks > 0 ? (spend / clicks).toFixed(6) : undefined,
    cpm: ((spend / impressions) * 1000).toFixed(6),
    spend: formatAmount(spendE4, decimals),
    actions: list(actions),
    action_values: list(values),
    purchase_roas: list(
      purchases
        .filter((type) => type === 'omni_purchase')
        .map((type) => ({ action_type: type, value: roas.toFixed(6) })),
    ),
    date_start: formatDay(group.from),
    date_stop: formatDay(group.to),
  };
  const defaultFields = ['impressions', 'spend'];
  const names = query.fields.length > 0 ? query.fields : defaultFields;
  return pickFields(all, [...names, 'date_start', 'date_stop']);
}

/** Returns all rows of a query as known at an instant, grouped by object and ordered by day. */
export function insightsRows(
  world: AdWorld,
  account: AdAccount,
  query: InsightsQuery,
  now: number,
): readonly Row[] {
  const groups = new Map<string, Group>();
  for (const row of world.days(account, query.from, query.to, now)) {
    if (!matchesFilters(row, query)) continue;
    const span = spanOf(query, row.day);
    const key = `${entityOf(row, query.level)} ${span.from}`;
    const group = groups.getOrInsertComputed(key, () => emptyGroup(row, span));
    const { delivery } = row;
    group.days += 1;
    group.spendE4 += delivery.spendE4;
    group.impressions += delivery.impressions;
    group.reach += delivery.reach;
    group.clicks += delivery.clicks;
    group.linkClicks += delivery.linkClicks;
    group.addsToCart += delivery.addsToCart;
    group.purchases += delivery.purchases;
    group.valueE4 += delivery.purchaseValueE4;
  }
  return [...groups.values()].map((group) => viewOf(group, query, account));
}

function emptyGroup(sample: AdDay, { from, to }: { from: number; to: number }): Group {
  return {
    sample,
    from,
    to,
    days: 0,
    spendE4: 0n,
    impressions: 0,
    reach: 0,
    clicks: 0,
    linkClicks: 0,
    addsToCart: 0,
    purchases: 0,
    valueE4: 0n,
  };
}
