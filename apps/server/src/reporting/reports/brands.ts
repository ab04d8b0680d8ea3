import type { BreakdownItem, ReportBreakdown, ReportQuery } from '@seller-connect/contract';
import { toDecimal } from '../../platform/money.ts';
import { brandKey } from '../brand-keys.ts';
import { coverageOf, loadingDays } from '../metrics/coverage.ts';
import type { Period } from '../metrics/period.ts';
import { ask, scopeValues, type ReportDependencies } from './reports.ts';
import { brandTotals, preferHashing } from './top-skus.sql.ts';

/** So many brands are told apart in one answer. */
const mostBrands = 50;

interface Row {
  brand: string | null;
  units: bigint;
  gmv: bigint;
  net_sales: bigint;
}

/**
 * A period by the brands of its products. SKUs are kept by day, so a day that is not over is set against a whole one.
 */
export async function brandBreakdown(
  deps: ReportDependencies,
  tenantId: string,
  query: ReportQuery,
): Promise<ReportBreakdown> {
  const { scope, period, past, previous } = await ask(deps, tenantId, query);
  const values = scopeValues(tenantId, scope);
  const read = (days: Period) =>
    deps.database.tenant(tenantId, async (tx) => {
      const [, rows] = await Promise.all([
        tx.query(preferHashing),
        tx.query<Row>(brandTotals, [...values, days.from, days.to]),
      ]);
      return rows;
    });
  const [rows, before, coverage] = await Promise.all([
    read(past),
    read(previous),
    deps.readCoverage(tenantId),
  ]);
  const covered = coverageOf(scope.shops, coverage, deps.now());
  const loading = (days: Period) =>
    new Set(covered.flatMap((each) => [...loadingDays(each, days, each.shop.timeZone)])).size;
  const [unread, isComparable] = [loading(past), past.days > 0 && loading(previous) === 0];
  const earlier = new Map(before.map((row) => [row.brand, row.gmv]));
  const sells = new Set(rows.map(({ brand }) => brand));
  // A brand that sold only before belongs to the fall: without it the parts of those days do not add up.
  const gone = isComparable
    ? before.filter(({ brand }) => !sells.has(brand)).map(({ brand }) => ({ brand, ...none }))
    : [];
  const all = [...rows, ...gone];
  const items = all.slice(0, mostBrands).map((row): BreakdownItem => ({
    key: brandKey(row.brand),
    name: row.brand ?? '',
    platform: null,
    gmv: past.days > 0 ? toDecimal(row.gmv) : null,
    netSales: past.days > 0 ? toDecimal(row.net_sales) : null,
    orders: null,
    units: past.days > 0 ? Number(row.units) : null,
    cancellationRate: null,
    previousGmv: isComparable ? toDecimal(earlier.get(row.brand) ?? 0n) : null,
    daysLoading: unread,
  }));
  return {
    by: 'brand',
    currency: scope.currency,
    period,
    previous: { ...previous, until: null },
    items,
    total: all.length,
  };
}

const none = { units: 0n, gmv: 0n, net_sales: 0n };
