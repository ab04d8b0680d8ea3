import type { ReportProducts, ReportQuery, ReportSummary } from '@seller-connect/contract';
import type { Static } from 'typebox';
import { sql, type Database } from '../platform/database.ts';
import { toDecimal } from './amount.ts';
import { bestSkus, bestSkusOfBrand, preferHashing } from './best-skus.sql.ts';
import { brandOf } from './brand-keys.ts';
import { coverageOf, loadingDays, oldest, type ReadCoverage } from './coverage.ts';
import { add, figuresOf, nothing, totalColumns, type Totals } from './figures.ts';
import { addDays } from './local-day.ts';
import { dayPeriod, resolvePeriod, type Period } from './period.ts';
import { readScope, type Scope } from './scope.ts';
import { isSoFar, soldSoFar } from './so-far.ts';

export interface ReportDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead'>;
  readCoverage: ReadCoverage;
  now(): Date;
}

export const scopeFilter = `tenant_id = $1 and shop_id = any($2::uuid[]) and currency = $3`;

const readDays = sql(
  'reporting.days',
  `select day, ${totalColumns} from reporting.agg_shop_day
    where ${scopeFilter} and (day between $4 and $5 or day between $6 and $7) group by day`,
);

/** The figures, the trend and the freshness of a period. */
export async function reportSummary(
  deps: ReportDependencies,
  tenantId: string,
  query: ReportQuery,
): Promise<ReportSummary> {
  const { scope, period, previous, today } = await ask(deps, tenantId, query);
  const [rows, coverage] = await Promise.all([
    deps.database.tenantRead<Totals & { day: string }>(tenantId, readDays, [
      ...scopeValues(tenantId, scope),
      previous.from,
      previous.to,
      period.from,
      period.to,
    ]),
    deps.readCoverage(tenantId),
  ]);
  const byDay = new Map<string, Totals>(rows.map((row) => [row.day, row]));
  const covered = coverageOf(scope.shops, coverage, deps.now());
  const loading = covered.map((each) => loadingDays(each, period, each.shop.timeZone));
  const loadingAny = new Set(loading.flatMap((days) => [...days]));
  const loadingIn = (days: Period) =>
    new Set(covered.flatMap((each) => [...loadingDays(each, days, each.shop.timeZone)]));
  const loadingBefore = loadingIn(previous);
  const sold = sumOver(period, byDay);
  const against = (days: Period, before: Totals) =>
    figuresOf(sold, loadingIn(days).size === 0 ? before : null);

  // A day that is not over is compared with as much of others: part of a day says nothing beside a whole one.
  const soFar = isSoFar(period, today)
    ? await soldSoFar(deps, tenantId, scope, coverage, period.from, [
        previous.from,
        addDays(period.from, -7),
      ])
    : null;
  const weekday = soFar && { ...dayPeriod(addDays(period.from, -7)), kind: 'week' as const };

  return {
    period,
    previous: { ...previous, until: soFar?.until ?? null },
    currency: scope.currency,
    currencies: scope.currencies,
    timeZone: scope.timeZone,
    basis: 'committed',
    asOf: oldest(covered.map((each) => each.asOf)),
    partial: loadingAny.size > 0,
    daysLoading: loadingAny.size,
    figures: against(previous, soFar?.on(previous.from) ?? sumOver(previous, byDay)),
    sameWeekday: weekday && {
      previous: { ...weekday, until: soFar.until },
      figures: against(weekday, soFar.on(weekday.from)),
    },
    trend: daysOf(period).map((day, index) => {
      const now = byDay.get(day) ?? nothing;
      const dayBefore = addDays(previous.from, index);
      const isUnknown = dayBefore > previous.to || loadingBefore.has(dayBefore);
      const before = isUnknown ? null : (byDay.get(dayBefore) ?? nothing);
      return {
        day,
        gmv: toDecimal(now.gmv),
        netSales: toDecimal(now.net_sales),
        orders: Number(now.orders),
        units: Number(now.units),
        previousGmv: before && toDecimal(before.gmv),
        previousNetSales: before && toDecimal(before.net_sales),
        previousOrders: before && Number(before.orders),
        complete: day < today && !loadingAny.has(day),
      };
    }),
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
  shop_id: string;
  sku_key: string;
  seller_sku: string | null;
  name: string | null;
  gmv_e4: bigint;
  net_sales_e4: bigint;
  units: bigint;
  orders: bigint;
  previous_gmv_e4: bigint;
  total: bigint;
}

/** The SKUs with the highest GMV of the period. */
export async function reportProducts(
  deps: ReportDependencies,
  tenantId: string,
  query: ReportQuery & { limit?: number; brand?: string },
): Promise<Static<typeof ReportProducts>> {
  const { scope, period, previous } = await ask(deps, tenantId, query);
  const { brand, limit = 10 } = query;
  const values = [
    ...scopeValues(tenantId, scope),
    previous.from,
    period.from,
    period.to,
    limit,
    previous.to,
  ];
  const [, rows] = await deps.database.tenant(tenantId, (tx) =>
    Promise.all([
      tx.query(preferHashing),
      brand === undefined
        ? tx.query<ProductRow>(bestSkus, values)
        : tx.query<ProductRow>(bestSkusOfBrand, [...values, brandOf(brand)]),
    ]),
  );
  const shops = new Map(scope.shops.map((shop) => [shop.shopId, shop]));
  return {
    currency: scope.currency,
    items: rows.flatMap((row) => {
      const shop = shops.get(row.shop_id);
      if (!shop) return [];
      return {
        id: row.sku_key,
        sku: row.seller_sku ?? '',
        name: row.name ?? row.sku_key,
        platform: shop.platform,
        shopId: shop.shopId,
        gmv: toDecimal(row.gmv_e4),
        netSales: toDecimal(row.net_sales_e4),
        units: Number(row.units),
        orders: Number(row.orders),
        previousGmv: toDecimal(row.previous_gmv_e4),
      };
    }),
    total: Number(rows[0]?.total ?? 0n),
  };
}

/** What a query asks about: shops, currency and days. @throws Problem when it cannot be asked */
export async function ask(deps: ReportDependencies, tenantId: string, query: ReportQuery) {
  // A wrong range is told before anything is read; which days it means depends on the shops' calendar.
  resolvePeriod(query, deps.now(), 'UTC');
  const scope = await readScope(deps.database, tenantId, query);
  return { scope, ...resolvePeriod(query, deps.now(), scope.timeZone) };
}

export function scopeValues(tenantId: string, scope: Scope): [string, string[], string] {
  return [tenantId, scope.shops.map((shop) => shop.shopId), scope.currency];
}

export function daysOf(period: Period): string[] {
  return Array.from({ length: period.days }, (_, index) => addDays(period.from, index));
}

function sumOver(period: Period, byDay: ReadonlyMap<string, Totals>): Totals {
  return daysOf(period).reduce((sum, day) => add(sum, byDay.get(day) ?? nothing), nothing);
}
