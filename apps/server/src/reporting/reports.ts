import type {
  ReportProducts,
  ReportQuery,
  ReportShops,
  ReportSummary,
} from '@seller-connect/contract';
import type { Static } from 'typebox';
import { sql, type Database } from '../platform/database.ts';
import { toDecimal } from './amount.ts';
import { coverageOf, loadingDays, oldest, type ReadCoverage } from './coverage.ts';
import { add, figuresOf, nothing, numberOf, totalColumns, type Totals } from './figures.ts';
import { addDays } from './local-day.ts';
import { resolvePeriod, type Period } from './period.ts';
import { readScope, type Scope } from './scope.ts';
import { bestSkus, bestSkusByDay, preferHashing } from './sku-spans.sql.ts';

export interface ReportDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead'>;
  readCoverage: ReadCoverage;
  now(): Date;
}

const scopeFilter = `tenant_id = $1 and shop_id = any($2::uuid[]) and currency = $3`;

const readDays = sql(
  'reporting.days',
  `select day, ${totalColumns} from reporting.agg_shop_day
    where ${scopeFilter} and day between $4 and $5 group by day`,
);

const readShopTotals = sql(
  'reporting.shop_totals',
  `select shop_id, (day >= $5) as now, ${totalColumns} from reporting.agg_shop_day
    where ${scopeFilter} and day between $4 and $6 group by 1, 2`,
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
      period.to,
    ]),
    deps.readCoverage(tenantId),
  ]);
  const byDay = new Map<string, Totals>(rows.map((row) => [row.day, row]));
  const covered = coverageOf(scope.shops, coverage, deps.now());
  const loading = covered.map((each) => loadingDays(each, period, each.shop.timeZone));
  const loadingAny = new Set(loading.flatMap((days) => [...days]));
  const loadingBefore = new Set(
    covered.flatMap((each) => [...loadingDays(each, previous, each.shop.timeZone)]),
  );
  const comparable = loadingBefore.size === 0;
  const asOf = covered.map((each) => each.asOf);

  return {
    period,
    previous,
    currency: scope.currency,
    currencies: scope.currencies,
    timeZone: scope.timeZone,
    basis: 'committed',
    asOf: oldest(asOf),
    partial: loadingAny.size > 0,
    daysLoading: loadingAny.size,
    figures: figuresOf(sumOver(period, byDay), comparable ? sumOver(previous, byDay) : null),
    trend: daysOf(period).map((day, index) => {
      const now = byDay.get(day) ?? nothing;
      const dayBefore = addDays(previous.from, index);
      const before = loadingBefore.has(dayBefore) ? null : (byDay.get(dayBefore) ?? nothing);
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

/** The period by shop, the largest first; shops without a sale too. */
export async function reportShops(
  deps: ReportDependencies,
  tenantId: string,
  query: ReportQuery,
): Promise<Static<typeof ReportShops>> {
  const { scope, period, previous } = await ask(deps, tenantId, query);
  const rows = await deps.database.tenantRead<Totals & { shop_id: string; now: boolean }>(
    tenantId,
    readShopTotals,
    [...scopeValues(tenantId, scope), previous.from, period.from, period.to],
  );
  const found = new Map<string, Totals>(rows.map((row) => [`${row.shop_id} ${row.now}`, row]));
  const shops = scope.shops
    .map((shop) => ({
      shop,
      now: found.get(`${shop.shopId} true`) ?? nothing,
      before: found.get(`${shop.shopId} false`) ?? nothing,
    }))
    .toSorted((a, b) => (a.now.gmv < b.now.gmv ? 1 : a.now.gmv > b.now.gmv ? -1 : 0));
  return {
    currency: scope.currency,
    items: shops.map(({ shop, now, before }) => ({
      shopId: shop.shopId,
      name: shop.name,
      platform: shop.platform,
      gmv: toDecimal(now.gmv),
      netSales: toDecimal(now.net_sales),
      orders: Number(now.orders),
      units: Number(now.units),
      cancellationRate: numberOf('cancellation_rate', now),
      previousGmv: toDecimal(before.gmv),
    })),
    total: shops.length,
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
  query: ReportQuery & { limit?: number },
): Promise<Static<typeof ReportProducts>> {
  const { scope, period, previous } = await ask(deps, tenantId, query);
  const [, rows] = await deps.database.tenant(tenantId, (tx) =>
    Promise.all([
      tx.query(preferHashing),
      tx.query<ProductRow>(period.days < 14 ? bestSkusByDay : bestSkus, [
        ...scopeValues(tenantId, scope),
        previous.from,
        period.from,
        period.to,
        query.limit ?? 10,
      ]),
    ]),
  );
  const shops = new Map(scope.shops.map((shop) => [shop.shopId, shop]));
  return {
    currency: scope.currency,
    items: rows.flatMap((row) => {
      const shop = shops.get(row.shop_id);
      if (!shop) return [];
      return {
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
