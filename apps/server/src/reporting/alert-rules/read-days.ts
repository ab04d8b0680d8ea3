import type { Platform } from '@seller-connect/contract';
import { sql } from '../../platform/database/database.ts';
import { addDays, localDays, startOfDay } from '../../platform/calendar.ts';
import {
  coverageOfShops,
  loadingDays,
  type ReportDependencies,
  type ShopCoverage,
} from '../metrics/coverage.ts';
import { totalColumns, zeroTotals, type Totals } from '../metrics/metric-values.ts';
import { salesUntilTimeOfDay } from '../metrics/partial-day.ts';
import { scopeFilter, scopeValues, readScope, type Scope } from '../metrics/scope.ts';

import { comparisonDays, judgedDays, type RuleDays, type WatchedMetric } from './judge.ts';

const readDaysStatement = sql(
  'reporting.alert_rule_days',
  `select day, ${totalColumns} from reporting.agg_shop_day
    where ${scopeFilter} and day = any($4::date[]) group by day`,
);

/** The shops that a rule watches. */
export interface WatchedShops {
  platform: Platform | null;
  /** Empty for all. */
  shopIds: readonly string[];
  currency: string | null;
}

/** Resolves the shops of a rule as the report does. @throws Problem for a shop or currency that is gone */
export function readRuleScope(
  database: ReportDependencies['database'],
  tenantId: string,
  { platform, shopIds, currency }: WatchedShops,
): Promise<Scope> {
  return readScope(database, tenantId, {
    ...(platform !== null && { platform }),
    shops: shopIds.join(','),
    ...(currency !== null && { currency }),
  });
}

export interface TeamCoverage {
  coverage: readonly ShopCoverage[];
  /** Shops that are synced at present. Others do not catch up, so nothing waits for them. */
  connected: readonly string[];
}

/** Reads what a rule needs to be judged on some days, each as if it were the current one. */
export async function readRuleDays(
  dependencies: Pick<ReportDependencies, 'database' | 'now'>,
  tenantId: string,
  request: { rule: WatchedMetric; scope: Scope; team: TeamCoverage; asOfDays: readonly string[] },
): Promise<RuleDays> {
  const { database, now } = dependencies;
  const { rule, scope, team, asOfDays } = request;
  const needed = new Set<string>();
  const compared = new Set<string>();
  for (const asOf of asOfDays) {
    const { from, to } = judgedDays(rule, asOf);
    for (let day = from; day <= to; day = addDays(day, 1)) needed.add(day);
    for (const day of comparisonDays(rule, from, to)) compared.add(day);
  }
  const today = localDays(scope.timeZone)(now());
  const isPartial = rule.condition.period === 'today' && asOfDays.includes(today);
  const [rows, partial] = await Promise.all([
    database.tenantRead<Totals & { day: string }>(tenantId, readDaysStatement, [
      ...scopeValues(tenantId, scope),
      [...needed, ...compared],
    ]),
    isPartial && compared.size > 0
      ? salesUntilTimeOfDay(dependencies, tenantId, scope, Promise.resolve(team.coverage), today, [
          ...compared,
        ])
      : null,
  ]);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const on = (day: string): Totals => byDay.get(day) ?? zeroTotals;
  return {
    on,
    until: (day) => partial?.on(day) ?? on(day),
    isComplete: completeDays(scope, team, [...needed, ...compared], now()),
    firstDay: scope.firstDay,
  };
}

/** Returns whether all shops of a scope that are synced at present have a day without gaps. */
function completeDays(
  { shops }: Scope,
  { coverage, connected }: TeamCoverage,
  days: readonly string[],
  now: Date,
): (day: string) => boolean {
  const sorted = days.toSorted();
  const period = { from: sorted[0] ?? '', to: sorted.at(-1) ?? '', days: sorted.length };
  const synced = coverageOfShops(
    shops.filter(({ shopId }) => connected.includes(shopId)),
    coverage,
    now,
  ).map(({ shop, asOf, open }) => ({
    asOf,
    timeZone: shop.timeZone,
    loading: loadingDays({ open }, period, shop.timeZone),
  }));
  return (day) =>
    synced.every(({ asOf, timeZone, loading }) => {
      if (asOf === null || loading.has(day)) return false;
      const end = startOfDay(addDays(day, 1), timeZone);
      return end > now ? localDays(timeZone)(asOf) === day : asOf >= end;
    });
}
