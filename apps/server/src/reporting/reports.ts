import type {
  ReportProducts,
  ReportQuery,
  ReportShops,
  ReportSummary,
} from '@seller-connect/contract';
import type { Static } from 'typebox';
import { sql, type Database } from '../platform/database.ts';
import { toDecimal } from './amount.ts';
import { loadingDays, type ReadCoverage, type ShopCoverage } from './coverage.ts';
import { add, cancellationRateOf, figuresOf, nothing, type Totals } from './figures.ts';
import { addDays } from './local-day.ts';
import { resolvePeriod, type Period } from './period.ts';
import { readScope, type Scope, type ScopeShop } from './scope.ts';
import { bestSkus, bestSkusByDay, preferHashing } from './sku-spans.sql.ts';

export interface ReportDependencies {
  database: Pick<Database, 'tenant' | 'tenantRead'>;
  readCoverage: ReadCoverage;
  now(): Date;
}

interface TotalsRow {
  orders: bigint;
  valid_orders: bigint;
  cancelled_orders: bigint;
  units: bigint;
  gmv_e4: bigint;
  nmv_e4: bigint;
  net_sales_e4: bigint;
}

const totals = `sum(orders)::bigint as orders, sum(valid_orders)::bigint as valid_orders,
  sum(cancelled_orders)::bigint as cancelled_orders, sum(units)::bigint as units,
  sum(gmv_e4)::bigint as gmv_e4, sum(nmv_e4)::bigint as nmv_e4,
  sum(net_sales_e4)::bigint as net_sales_e4`;

const scopeFilter = `tenant_id = $1 and shop_id = any($2::uuid[]) and currency = $3`;

const readDays = sql(
  'reporting.days',
  `select day, ${totals} from reporting.agg_shop_day
    where ${scopeFilter} and day between $4 and $5 group by day`,
);

const readShopTotals = sql(
  'reporting.shop_totals',
  `select shop_id, (day >= $5) as now, ${totals} from reporting.agg_shop_day
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
    deps.database.tenantRead<TotalsRow & { day: string }>(tenantId, readDays, [
      ...scopeValues(tenantId, scope),
      previous.from,
      period.to,
    ]),
    deps.readCoverage(tenantId),
  ]);
  const byDay = new Map(rows.map((row) => [row.day, totalsOf(row)]));
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
        gmv: toDecimal(now.gmvE4),
        netSales: toDecimal(now.netSalesE4),
        orders: now.orders,
        units: now.units,
        previousGmv: before && toDecimal(before.gmvE4),
        previousNetSales: before && toDecimal(before.netSalesE4),
        previousOrders: before && before.orders,
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
  const rows = await deps.database.tenantRead<TotalsRow & { shop_id: string; now: boolean }>(
    tenantId,
    readShopTotals,
    [...scopeValues(tenantId, scope), previous.from, period.from, period.to],
  );
  const found = new Map(rows.map((row) => [`${row.shop_id} ${row.now}`, totalsOf(row)]));
  const shops = scope.shops
    .map((shop) => ({
      shop,
      now: found.get(`${shop.shopId} true`) ?? nothing,
      before: found.get(`${shop.shopId} false`) ?? nothing,
    }))
    .toSorted((a, b) => (a.now.gmvE4 < b.now.gmvE4 ? 1 : a.now.gmvE4 > b.now.gmvE4 ? -1 : 0));
  return {
    currency: scope.currency,
    items: shops.map(({ shop, now, before }) => ({
      shopId: shop.shopId,
      name: shop.name,
      platform: shop.platform,
      gmv: toDecimal(now.gmvE4),
      netSales: toDecimal(now.netSalesE4),
      orders: now.orders,
      units: now.units,
      cancellationRate: cancellationRateOf(now),
      previousGmv: toDecimal(before.gmvE4),
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

async function ask(deps: ReportDependencies, tenantId: string, query: ReportQuery) {
  // A wrong range is told before anything is read; which days it means depends on the shops' calendar.
  resolvePeriod(query, deps.now(), 'UTC');
  const scope = await readScope(deps.database, tenantId, query);
  return { scope, ...resolvePeriod(query, deps.now(), scope.timeZone) };
}

function scopeValues(tenantId: string, scope: Scope): [string, string[], string] {
  return [tenantId, scope.shops.map((shop) => shop.shopId), scope.currency];
}

function totalsOf(row: TotalsRow): Totals {
  return {
    orders: Number(row.orders),
    validOrders: Number(row.valid_orders),
    cancelledOrders: Number(row.cancelled_orders),
    units: Number(row.units),
    gmvE4: row.gmv_e4,
    nmvE4: row.nmv_e4,
    netSalesE4: row.net_sales_e4,
  };
}

function daysOf(period: Period): string[] {
  return Array.from({ length: period.days }, (_, index) => addDays(period.from, index));
}

function sumOver(period: Period, byDay: ReadonlyMap<string, Totals>): Totals {
  return daysOf(period).reduce((sum, day) => add(sum, byDay.get(day) ?? nothing), nothing);
}

/** Every shop of the report with what is known of its reading; of one never read, everything is open. */
function coverageOf(
  shops: readonly ScopeShop[],
  coverage: readonly ShopCoverage[],
  now: Date,
): (Pick<ShopCoverage, 'asOf' | 'open'> & { shop: ScopeShop })[] {
  const known = new Map(coverage.map((each) => [each.shopId, each]));
  return shops.map((shop) => ({
    shop,
    asOf: known.get(shop.shopId)?.asOf ?? null,
    open: known.get(shop.shopId)?.open ?? [{ from: new Date(0), to: now }],
  }));
}

function oldest(instants: readonly (Date | null)[]): string | null {
  const times = instants.map((instant) => instant?.getTime() ?? null);
  if (times.length === 0 || times.includes(null)) return null;
  return new Date(Math.min(...times.filter((time) => time !== null))).toISOString();
}
