import type {
  ReportProducts,
  ReportQuery,
  ReportSummary,
  TrendPoint,
} from '@seller-connect/contract';
import type { Static } from 'typebox';
import { sql } from '../../platform/database/database.ts';
import { toDecimal } from '../../platform/money.ts';
import { topSkus, topSkusOfBrand, preferHashing } from './top-skus.sql.ts';
import {
  coverageOfShops,
  loadingDays,
  oldestInstant,
  type ReportDependencies,
} from '../metrics/coverage.ts';
import {
  addTotals,
  comparedMetrics,
  zeroTotals,
  totalColumns,
  type Totals,
} from '../metrics/metric-values.ts';
import { addDays } from '../../platform/calendar.ts';
import {
  comparedDay,
  singleDayPeriod,
  resolvePeriod,
  validatePeriod,
  type Period,
} from '../metrics/period.ts';
import { readScope, scopeFilter, scopeValues } from '../metrics/scope.ts';
import { partialComparisonDay, salesUntilTimeOfDay } from '../metrics/partial-day.ts';

const readDaysStatement = sql(
  'reporting.days',
  `select day, ${totalColumns} from reporting.agg_shop_day
    where ${scopeFilter} and (day between $4 and $5 or day between $6 and $7) group by day`,
);

/** Returns the metrics, the trend and the freshness of a period. */
export async function reportSummary(
  dependencies: ReportDependencies,
  tenantId: string,
  query: ReportQuery,
): Promise<ReportSummary> {
  const { scope, ...resolved } = await resolveReportScope(dependencies, tenantId, query);
  const { period, past, previous, today } = resolved;
  // A part of a day is not comparable with a whole day: the last comparison day counts up to the same time of day.
  const partialDay = partialComparisonDay(resolved);
  const hasWeekday = past.days === 1 && partialDay !== null && previous.kind !== 'week';
  const weekBefore = hasWeekday ? addDays(past.from, -7) : null;
  const partialDays = [partialDay, weekBefore].filter((day) => day !== null);
  const pendingCoverage = dependencies.readCoverage(tenantId);
  const [rows, coverage, partialSales] = await Promise.all([
    dependencies.database.tenantRead<Totals & { day: string }>(tenantId, readDaysStatement, [
      ...scopeValues(tenantId, scope),
      previous.from,
      previous.to,
      past.from,
      past.to,
    ]),
    pendingCoverage,
    partialDay === null
      ? null
      : salesUntilTimeOfDay(dependencies, tenantId, scope, pendingCoverage, today, partialDays),
  ]);
  const covered = coverageOfShops(scope.shops, coverage, dependencies.now());
  const loading = covered.map((each) => loadingDays(each, past, each.shop.timeZone));
  const loadingAny = new Set(loading.flatMap((days) => [...days]));
  const loadingIn = (days: Period) =>
    new Set(covered.flatMap((each) => [...loadingDays(each, days, each.shop.timeZone)]));
  const loadingBefore = loadingIn(previous);

  const byDay = new Map<string, Totals>(rows.map((row) => [row.day, row]));
  const totalsOn = (day: string) => byDay.get(day) ?? zeroTotals;
  const previousTotalsOn = (day: string) =>
    partialSales && day === partialDay ? partialSales.on(day) : totalsOn(day);
  const sumOf = (days: Period, totalsOfDay: (day: string) => Totals) =>
    daysOf(days).reduce((sum, day) => addTotals(sum, totalsOfDay(day)), zeroTotals);
  const sold = past.days === 0 ? null : sumOf(past, totalsOn);
  const compareWith = (days: Period, before: Totals) =>
    comparedMetrics(sold, loadingIn(days).size === 0 ? before : null);
  const weekday =
    weekBefore === null ? null : { ...singleDayPeriod(weekBefore), kind: 'week' as const };
  const comparedDays = new Set(daysOf(past).map((day) => comparedDay(day, past, previous)));
  const daysToCome = period.days - past.days;

  return {
    period,
    previous: { ...previous, until: partialSales?.until ?? null },
    currency: scope.currency,
    currencies: scope.currencies,
    timeZone: scope.timeZone,
    basis: 'committed',
    asOf: oldestInstant(covered.map((each) => each.asOf)),
    partial: loadingAny.size + daysToCome > 0,
    daysLoading: loadingAny.size,
    daysToCome,
    metrics: compareWith(previous, sumOf(previous, previousTotalsOn)),
    sameWeekday:
      partialSales && weekday
        ? {
            previous: { ...weekday, until: partialSales.until },
            metrics: compareWith(weekday, partialSales.on(weekday.from)),
          }
        : null,
    trend: daysOf(period).map((day): TrendPoint => {
      const now = day > past.to ? null : totalsOn(day);
      const previousDay = now && comparedDay(day, past, previous);
      const before =
        previousDay === null || loadingBefore.has(previousDay)
          ? null
          : previousTotalsOn(previousDay);
      return {
        day,
        gmv: now && toDecimal(now.gmv),
        netSales: now && toDecimal(now.netSales),
        orders: now && Number(now.orders),
        units: now && Number(now.units),
        previousDay,
        previousGmv: before && toDecimal(before.gmv),
        previousNetSales: before && toDecimal(before.netSales),
        previousOrders: before && Number(before.orders),
        complete: day < today && !loadingAny.has(day),
      };
    }),
    unpaired: daysOf(past.days === 0 ? past : previous)
      .filter((day) => !comparedDays.has(day) && !loadingBefore.has(day))
      .map((day) => ({ day, totals: previousTotalsOn(day) }))
      .filter(({ totals }) => totals.orders > 0n)
      .map(({ day, totals }) => ({
        day,
        gmv: toDecimal(totals.gmv),
        netSales: toDecimal(totals.netSales),
        orders: Number(totals.orders),
      })),
    freshness: covered.map(({ shop, asOf: upTo }, index) => ({
      shopId: shop.shopId,
      shopName: shop.name,
      platform: shop.platform,
      asOf: upTo?.toISOString() ?? null,
      daysLoading: loading[index]?.size ?? 0,
    })),
    firstDay: scope.firstDay,
    lastDay: scope.lastDay,
  };
}

interface ProductRow {
  shopId: string;
  skuKey: string;
  sellerSku: string | null;
  name: string | null;
  gmvE4: bigint;
  netSalesE4: bigint;
  units: bigint;
  orders: bigint;
  previousGmvE4: bigint;
  total: bigint;
  /** Address at the marketplace. */
  picture: string | null;
}

/** Returns the SKUs with the highest GMV of the period. */
export async function reportProducts(
  dependencies: ReportDependencies,
  tenantId: string,
  query: ReportQuery & { limit?: number; brand?: string },
): Promise<Static<typeof ReportProducts>> {
  const { scope, period, previous } = await resolveReportScope(dependencies, tenantId, query);
  const { brand, limit = 10 } = query;
  const values = [
    ...scopeValues(tenantId, scope),
    previous.from,
    period.from,
    period.to,
    limit,
    previous.to,
  ];
  const [, rows] = await dependencies.database.tenant(tenantId, (tx) =>
    Promise.all([
      tx.query(preferHashing),
      brand === undefined
        ? tx.query<ProductRow>(topSkus, values)
        : tx.query<ProductRow>(topSkusOfBrand, [...values, parseBrandKey(brand)]),
    ]),
  );
  const shops = new Map(scope.shops.map((shop) => [shop.shopId, shop]));
  return {
    currency: scope.currency,
    items: rows.flatMap((row) => {
      const shop = shops.get(row.shopId);
      if (!shop) return [];
      return {
        id: row.skuKey,
        sku: row.sellerSku ?? '',
        name: row.name ?? row.skuKey,
        platform: shop.platform,
        shopId: shop.shopId,
        gmv: toDecimal(row.gmvE4),
        netSales: toDecimal(row.netSalesE4),
        units: Number(row.units),
        orders: Number(row.orders),
        previousGmv: toDecimal(row.previousGmvE4),
        picture: row.picture,
      };
    }),
    total: Number(rows[0]?.total ?? 0n),
  };
}

/**
 * Resolves the shops, currency and days of a query.
 * @throws Problem 400 or 404 for an invalid query
 */
export async function resolveReportScope(
  dependencies: ReportDependencies,
  tenantId: string,
  query: ReportQuery,
) {
  validatePeriod(query);
  const scope = await readScope(dependencies.database, tenantId, query);
  return { scope, ...resolvePeriod(query, dependencies.now(), scope.timeZone) };
}

export function daysOf(period: Period): string[] {
  return Array.from({ length: period.days }, (_, index) => addDays(period.from, index));
}

const brandPrefix = 'brand:';
const unknownBrandKey = 'brand?';

/**
 * Returns the key of a brand in responses: an empty brand for products without one, null for products whose
 * marketplace does not say.
 */
export function brandKey(brand: string | null): string {
  return brand === null ? unknownBrandKey : brandPrefix + brand;
}

/** Returns the brand of a key that `brandKey` made. */
function parseBrandKey(key: string): string | null {
  return key === unknownBrandKey ? null : key.slice(brandPrefix.length);
}
