import type { BreakdownItem, ReportBreakdown, ReportQuery } from '@seller-connect/contract';
import { toDecimal } from '../../platform/money.ts';
import { scopeValues } from '../metrics/scope.ts';
import { brandKey, resolveReportScope } from './reports.ts';
import { coverageOfShops, loadingDays, type ReportDependencies } from '../metrics/coverage.ts';
import type { Period } from '../metrics/period.ts';
import { brandTotals, preferHashing } from './top-skus.sql.ts';

/** Brands in one response. */
const maxBrands = 50;

interface BrandRow {
  brand: string | null;
  units: bigint;
  gmv: bigint;
  netSales: bigint;
}

/**
 * Returns a period by the brands of its products. SKUs are rolled up by day, so an unfinished day is compared with a
 * whole one.
 */
export async function brandBreakdown(
  dependencies: ReportDependencies,
  tenantId: string,
  query: ReportQuery,
): Promise<ReportBreakdown> {
  const { scope, period, past, previous } = await resolveReportScope(dependencies, tenantId, query);
  const values = scopeValues(tenantId, scope);
  const read = (days: Period) =>
    dependencies.database.tenant(tenantId, async (tx) => {
      const [, rows] = await Promise.all([
        tx.query(preferHashing),
        tx.query<BrandRow>(brandTotals, [...values, days.from, days.to]),
      ]);
      return rows;
    });
  const [rows, before, coverage] = await Promise.all([
    read(past),
    read(previous),
    dependencies.readCoverage(tenantId),
  ]);
  const covered = coverageOfShops(scope.shops, coverage, dependencies.now());
  const loading = (days: Period) =>
    new Set(covered.flatMap((each) => [...loadingDays(each, days, each.shop.timeZone)])).size;
  const [unread, isComparable] = [loading(past), past.days > 0 && loading(previous) === 0];
  const previousGmvByBrand = new Map(before.map((row) => [row.brand, row.gmv]));
  const currentBrands = new Set(rows.map(({ brand }) => brand));
  // A brand that sold only in the previous period is listed too: otherwise the parts would not add up to that period.
  const discontinued = isComparable
    ? before
        .filter(({ brand }) => !currentBrands.has(brand))
        .map(({ brand }) => ({ brand, ...zeroSales }))
    : [];
  const all = [...rows, ...discontinued];
  const items = all.slice(0, maxBrands).map((row): BreakdownItem => ({
    key: brandKey(row.brand),
    name: row.brand ?? '',
    platform: null,
    gmv: past.days > 0 ? toDecimal(row.gmv) : null,
    netSales: past.days > 0 ? toDecimal(row.netSales) : null,
    orders: null,
    units: past.days > 0 ? Number(row.units) : null,
    cancellationRate: null,
    previousGmv: isComparable ? toDecimal(previousGmvByBrand.get(row.brand) ?? 0n) : null,
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

const zeroSales = { units: 0n, gmv: 0n, netSales: 0n };
