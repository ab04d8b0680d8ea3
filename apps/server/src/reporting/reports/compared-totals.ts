import { sql } from '../../platform/database/database.ts';
import {
  coverageOfShops,
  loadingDays,
  type ReportDependencies,
  type ShopCoverage,
} from '../metrics/coverage.ts';
import { totalColumns, type Totals } from '../metrics/metric-values.ts';
import {
  partialComparisonDay,
  salesUntilTimeOfDay,
  withoutPartialDay,
  type PartialDaySales,
} from '../metrics/partial-day.ts';
import type { ResolvedPeriod } from '../metrics/period.ts';
import { scopeFilter, scopeValues, type Scope } from '../metrics/scope.ts';

/** Totals of the days $4 to $5 and, separately, of the comparison days $6 to $7. */
const twoPeriodsSql = (table: string, hour: string) => `
  select shop_id, ${hour} as hour, true as now, ${totalColumns} from ${table}
   where ${scopeFilter} and day between $4 and $5 group by 1, 2
  union all
  select shop_id, ${hour} as hour, false, ${totalColumns} from ${table}
   where ${scopeFilter} and day between $6 and $7 group by 1, 2`;

const readShopTotals = sql(
  'reporting.shop_totals',
  twoPeriodsSql('reporting.agg_shop_day', 'null::smallint'),
);
const readHourTotals = sql(
  'reporting.hour_totals',
  twoPeriodsSql('reporting.agg_shop_hour', 'hour'),
);

/** Sales of a shop, in all hours or in one. */
type ShopTotals = Totals & { shopId: string; hour: number | null };

export interface ComparedTotals {
  now: ShopTotals[];
  /** The comparison days, the last one up to the time of day that the shop's current day is synced to. */
  before: ShopTotals[];
  /** Null unless the last comparison day is partial. */
  partialSales: PartialDaySales | null;
  /** Days of each shop that are not completely synced. */
  loading: Map<string, { now: Set<string>; before: Set<string> }>;
}

/** Reads the sales of each shop in the elapsed days of a period and in the days that they are compared with. */
export async function readComparedTotals(
  dependencies: ReportDependencies,
  tenantId: string,
  { scope, ...resolved }: ResolvedPeriod & { scope: Scope },
  pendingCoverage: Promise<ShopCoverage[]>,
  by: 'shop' | 'hour',
): Promise<ComparedTotals> {
  const { past, previous, today } = resolved;
  const partialDay = partialComparisonDay(resolved);
  const fullDays = withoutPartialDay(previous, partialDay);
  const [rows, coverage, partialSales] = await Promise.all([
    dependencies.database.tenantRead<ShopTotals & { now: boolean }>(
      tenantId,
      by === 'hour' ? readHourTotals : readShopTotals,
      [...scopeValues(tenantId, scope), past.from, past.to, fullDays.from, fullDays.to],
    ),
    pendingCoverage,
    partialDay === null
      ? null
      : salesUntilTimeOfDay(dependencies, tenantId, scope, pendingCoverage, today, [partialDay]),
  ]);
  return {
    now: rows.filter((row) => row.now),
    before: [...rows.filter((row) => !row.now), ...(partialSales?.rows ?? [])],
    partialSales,
    loading: new Map(
      coverageOfShops(scope.shops, coverage, dependencies.now()).map((each) => [
        each.shop.shopId,
        {
          now: loadingDays(each, past, each.shop.timeZone),
          before: loadingDays(each, previous, each.shop.timeZone),
        },
      ]),
    ),
  };
}
