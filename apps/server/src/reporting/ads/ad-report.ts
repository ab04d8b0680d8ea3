import type { AdMetrics, ReportAds, ReportQuery } from '@seller-connect/contract';
import { sql } from '../../platform/database/database.ts';
import { toDecimal } from '../../platform/money.ts';
import {
  loadingDays,
  oldestInstant,
  type ShopCoverage,
  type ReportDependencies,
} from '../metrics/coverage.ts';
import { addDays, localDays, startOfDay } from '../../platform/calendar.ts';
import { resolvePeriod, validatePeriod, type Period } from '../metrics/period.ts';
import { readScope } from '../metrics/scope.ts';
import { partialComparisonDay } from '../metrics/partial-day.ts';
import { adMetrics, zeroAdSums, type AdSums } from './ad-metrics.ts';
import { readAdAccounts, type AdAccount } from './ad-accounts.ts';
import { netSalesUntilSpend } from './sales-until-spend.ts';

const readDays = sql(
  'reporting.ad_days',
  `select day::text, account_id, currency, sum(spend_e4)::bigint as spend,
          sum(purchase_value_e4)::bigint as purchase_value
     from reporting.agg_ad_day where tenant_id = $1 and day between $2 and $3 group by 1, 2, 3`,
);
const readSales = sql(
  'reporting.net_sales_of_periods',
  `select part, sum(net_sales_e4)::bigint as net_sales
     from (values ('now', $4::date, $5::date), ('today', $8::date, $8::date), ('before', $6::date, $7::date))
          as of (part, first_day, last_day)
     join reporting.agg_shop_day on tenant_id = $1 and shop_id = any($2::uuid[]) and currency = $3
      and day between first_day and last_day
    group by part`,
);
const readCampaigns = sql(
  'reporting.best_campaigns',
  `with spent as (
     select account_id, campaign_id, sum(spend_e4)::bigint as spend, sum(purchase_value_e4)::bigint as purchase_value,
            sum(purchases)::bigint as purchases, sum(clicks)::bigint as clicks, sum(impressions)::bigint as impressions
       from reporting.agg_ad_day where tenant_id = $1 and currency = $2 and day between $3 and $4
      group by 1, 2 order by 3 desc, 2 limit 10)
   select s.*, c.name, case when c.deleted_at is null then c.status end as status
     from spent s join reporting.ad_campaign c
       on c.tenant_id = $1 and c.account_id = s.account_id and c.campaign_id = s.campaign_id
    order by s.spend desc, s.campaign_id`,
);

interface DayRow {
  day: string;
  accountId: string;
  currency: string;
  spend: bigint;
  purchaseValue: bigint;
}

interface CampaignRow {
  accountId: string;
  campaignId: string;
  name: string;
  status: string | null;
  spend: bigint;
  purchaseValue: bigint;
  purchases: bigint;
  clicks: bigint;
  impressions: bigint;
}

/** Returns what ads cost in a period, in the currency of the shops, and compares it with the shops' sales. */
export async function reportAds(
  dependencies: ReportDependencies,
  tenantId: string,
  query: ReportQuery,
): Promise<ReportAds> {
  const { database } = dependencies;
  validatePeriod(query);
  const [scope, accounts] = await Promise.all([
    readScope(database, tenantId, query),
    readAdAccounts(database, tenantId),
  ]);
  // Without a shop, the ad accounts supply calendar and currency.
  const [first] = accounts;
  const hasOnlyAds = scope.shops.length === 0 && first !== undefined;
  const currency = hasOnlyAds ? (query.currency ?? first.currency) : scope.currency;
  const timeZone = hasOnlyAds ? first.timeZone : scope.timeZone;
  const resolved = resolvePeriod(query, dependencies.now(), timeZone);
  const { period, past, previous, today } = resolved;
  const shopIds = scope.shops.map((shop) => shop.shopId);
  const [rows, sales, campaigns, coverage] = await Promise.all([
    database.tenantRead<DayRow>(tenantId, readDays, [tenantId, previous.from, past.to]),
    database.tenantRead<{ part: string; netSales: bigint }>(tenantId, readSales, [
      tenantId,
      shopIds,
      currency,
      past.from,
      past.to,
      previous.from,
      previous.to,
      today,
    ]),
    database.tenantRead<CampaignRow>(tenantId, readCampaigns, [
      tenantId,
      currency,
      period.from,
      period.to,
    ]),
    dependencies.readCoverage(tenantId),
  ]);

  const known = new Map(coverage.map((each) => [each.shopId, each]));
  const missing = (of: Period) =>
    accounts.map((account) =>
      unsyncedDays(account, known.get(account.accountId), of, dependencies.now()),
    );
  const loading = missing(past);
  const unsyncedDayNames = unionOfDays(loading);
  const salesLoading = (of: Period) =>
    scope.shops.some(
      (shop) =>
        loadingDays(known.get(shop.shopId) ?? neverSynced(dependencies.now()), of, shop.timeZone)
          .size > 0,
    );
  const sumOf = (of: Period): AdSums => sumAdDays(rows, currency, of);
  const netSales = (part: 'now' | 'today' | 'before') =>
    sales.find((row) => row.part === part)?.netSales ?? 0n;
  const isInProgress = past.days > 0 && past.to === today;
  const spentToday = rows.filter(
    (row) => isInProgress && row.day === today && row.currency === currency && row.spend > 0n,
  );
  const untilSpend =
    spentToday.length === 0
      ? netSales('today')
      : await netSalesUntilSpend(
          dependencies,
          tenantId,
          scope,
          known,
          spentToday.map((row) => known.get(row.accountId)),
          today,
        );
  const afterSpend = untilSpend === null ? 0n : netSales('today') - untilSpend;
  const metrics: AdMetrics = adMetrics({
    now: { ...sumOf(past), netSales: netSales('now') - afterSpend },
    before:
      unionOfDays(missing(previous)).size > 0
        ? null
        : { ...sumOf(previous), netSales: netSales('before') },
    hasPreviousSales: !salesLoading(previous),
    hasAccount: accounts.length > 0,
    isToCome: past.days === 0,
    isOpenDay: period.days === 1 && period.to === today,
    isSyncedApart: untilSpend === null,
    isUnsynced: unsyncedDayNames.size >= past.days,
    isWithoutShops: shopIds.length === 0,
    isSomeShops: (query.shops ?? '') !== '' || query.platform !== undefined,
    spendsElsewhere:
      !accounts.some((account) => account.currency === currency) ||
      rows.some((row) => row.currency !== currency && row.day >= period.from && row.spend > 0n),
    hasAccountInCurrency: accounts.some((account) => account.currency === currency),
  });
  const asOf = accounts.map((account) => known.get(account.accountId)?.asOf ?? null);
  const differs = accounts.map((account) => hasDifferentCalendar(account, timeZone, period));
  return {
    period,
    previous,
    againstWholeDay: partialComparisonDay(resolved) !== null,
    currency,
    timeZone,
    basis: 'ad_day',
    asOf: oldestInstant(asOf),
    partial: unsyncedDayNames.size > 0 || past.days < period.days || salesLoading(past),
    daysLoading: unsyncedDayNames.size,
    otherCalendar: differs.includes(true),
    metrics,
    trend: trendOf(rows, currency, period, { today, unsynced: unsyncedDayNames }),
    accounts: accounts.map((account, index) => {
      const own = rows.filter((row) => row.accountId === account.accountId);
      const sums = sumAdDays(own, account.currency, period);
      return {
        ...account,
        otherCalendar: differs[index] ?? false,
        asOf: asOf[index]?.toISOString() ?? null,
        daysLoading: loading[index]?.size ?? 0,
        spend: toDecimal(sums.spend),
        purchaseValue: toDecimal(sums.purchaseValue),
      };
    }),
    campaigns: campaigns.map((row) => ({
      ...row,
      spend: toDecimal(row.spend),
      purchaseValue: toDecimal(row.purchaseValue),
      purchases: Number(row.purchases),
      clicks: Number(row.clicks),
      impressions: Number(row.impressions),
      channelRoas: row.spend > 0n ? Number(row.purchaseValue) / Number(row.spend) : null,
    })),
  };
}

function neverSynced(now: Date): Pick<ShopCoverage, 'open'> {
  return { open: [{ from: new Date(0), to: now }] };
}

/** Returns the days of the period that are not synced: open windows and the days after the last sync. */
function unsyncedDays(
  account: AdAccount,
  coverage: ShopCoverage | undefined,
  period: Period,
  now: Date,
): Set<string> {
  const days = loadingDays(coverage ?? neverSynced(now), period, account.timeZone);
  const dayOf = localDays(account.timeZone);
  if (!coverage?.asOf) return days;
  const last = [period.to, dayOf(now)].toSorted()[0] ?? period.to;
  for (let day = addDays(dayOf(coverage.asOf), 1); day <= last; day = addDays(day, 1)) {
    if (day >= period.from) days.add(day);
  }
  return days;
}

function unionOfDays(sets: readonly Set<string>[]): Set<string> {
  return new Set(sets.flatMap((days) => [...days]));
}

function sumAdDays(rows: readonly DayRow[], currency: string, period: Period): AdSums {
  return rows
    .filter((row) => row.currency === currency && row.day >= period.from && row.day <= period.to)
    .reduce(
      (sum, row) => ({
        spend: sum.spend + row.spend,
        purchaseValue: sum.purchaseValue + row.purchaseValue,
      }),
      zeroAdSums,
    );
}

function trendOf(
  rows: readonly DayRow[],
  currency: string,
  period: Period,
  { today, unsynced }: { today: string; unsynced: ReadonlySet<string> },
): ReportAds['trend'] {
  const byDay = new Map<string, bigint>();
  for (const row of rows) {
    if (row.currency === currency) byDay.set(row.day, (byDay.get(row.day) ?? 0n) + row.spend);
  }
  return Array.from({ length: period.days }, (_, index) => {
    const day = addDays(period.from, index);
    // A day that is not synced or lies in the future is unknown, not zero.
    const isUnknown = day > today || unsynced.has(day);
    const adSpend = isUnknown ? null : toDecimal(byDay.get(day) ?? 0n);
    return { day, adSpend, complete: day < today && !unsynced.has(day) };
  });
}

/** Returns whether the account's days begin at other instants than the shops' at either end of the period. */
function hasDifferentCalendar(account: AdAccount, timeZone: string, period: Period): boolean {
  return [period.from, addDays(period.to, 1)].some(
    (day) => startOfDay(day, account.timeZone).getTime() !== startOfDay(day, timeZone).getTime(),
  );
}
