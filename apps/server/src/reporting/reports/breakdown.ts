import type {
  BreakdownBy,
  BreakdownItem,
  Platform,
  ReportBreakdown,
  ReportQuery,
} from '@seller-connect/contract';
import { toDecimal, compareAmounts } from '../../platform/money.ts';
import type { ReportDependencies } from '../metrics/coverage.ts';
import { addTotals, zeroTotals, numberValue, type Totals } from '../metrics/metric-values.ts';
import { brandBreakdown } from './brands.ts';
import { readComparedTotals } from './compared-totals.ts';
import { resolveReportScope } from './reports.ts';
import type { ScopeShop } from '../metrics/scope.ts';

/** One item of the breakdown: some shops, in all hours or in one. */
interface BreakdownGroup extends Pick<BreakdownItem, 'key' | 'name' | 'platform'> {
  shops: readonly ScopeShop[];
  hour: number | null;
}

/** Returns a period by marketplace, shop, hour or brand. Marketplaces, shops and hours without sales are included. */
export async function reportBreakdown(
  dependencies: ReportDependencies,
  tenantId: string,
  query: ReportQuery & { by?: BreakdownBy },
): Promise<ReportBreakdown> {
  const by = query.by ?? 'shop';
  if (by === 'brand') return brandBreakdown(dependencies, tenantId, query);
  const { scope, ...resolved } = await resolveReportScope(dependencies, tenantId, query);
  const { period, past, previous } = resolved;
  const totals = await readComparedTotals(
    dependencies,
    tenantId,
    { scope, ...resolved },
    dependencies.readCoverage(tenantId),
    by === 'hour' ? 'hour' : 'shop',
  );
  const { partialSales, loading } = totals;

  const items = breakdownGroups(by, scope.shops).map((group): BreakdownItem & { sort: bigint } => {
    const ids = new Set(group.shops.map((shop) => shop.shopId));
    const ofGroup = (row: { shopId: string; hour: number | null }) =>
      ids.has(row.shopId) && (group.hour === null || row.hour === group.hour);
    const sum = (some: readonly (Totals & { shopId: string; hour: number | null })[]) =>
      some.filter(ofGroup).reduce<Totals>(addTotals, zeroTotals);
    const now = sum(totals.now);
    const before = sum(totals.before);
    const loadingOfGroup = [...ids].flatMap((id) => loading.get(id) ?? []);
    const unread = new Set(loadingOfGroup.flatMap((each) => [...each.now]));
    const isHourToCome =
      partialSales !== null &&
      past.days === 1 &&
      group.hour !== null &&
      group.hour * 60 > partialSales.minute;
    const isToCome = past.days === 0 || isHourToCome;
    // A push can bring an order of a time that is not synced yet.
    const isUnknown = (isToCome || unread.size >= past.days) && now.orders === 0n;
    return {
      key: group.key,
      name: group.name,
      platform: group.platform,
      ...(isUnknown ? unknownMetrics : knownMetrics(now)),
      previousGmv:
        isToCome || loadingOfGroup.some((each) => each.before.size > 0)
          ? null
          : toDecimal(before.gmv),
      daysLoading: unread.size,
      sort: now.gmv,
    };
  });
  if (by !== 'hour') {
    items.sort((a, b) => compareAmounts(b.sort, a.sort));
  }
  return {
    by,
    currency: scope.currency,
    period,
    previous: { ...previous, until: partialSales?.until ?? null },
    items: items.map(({ sort: _sort, ...item }) => item),
    total: items.length,
  };
}

const unknownMetrics = {
  gmv: null,
  netSales: null,
  orders: null,
  units: null,
  cancellationRate: null,
};

function knownMetrics(sums: Totals) {
  return {
    gmv: toDecimal(sums.gmv),
    netSales: toDecimal(sums.netSales),
    orders: Number(sums.orders),
    units: Number(sums.units),
    cancellationRate: numberValue('cancellation_rate', sums),
  };
}

function breakdownGroups(
  by: Exclude<BreakdownBy, 'brand'>,
  shops: readonly ScopeShop[],
): BreakdownGroup[] {
  switch (by) {
    case 'hour':
      return Array.from({ length: 24 }, (_, hour) => ({
        key: String(hour),
        name: '',
        platform: null,
        shops,
        hour,
      }));
    case 'platform':
      return [...Map.groupBy(shops, (shop) => shop.platform)].map(
        ([platform, platformShops]: [Platform, ScopeShop[]]) => ({
          key: platform,
          name: '',
          platform,
          shops: platformShops,
          hour: null,
        }),
      );
    case 'shop':
      return shops.map((shop) => ({
        key: shop.shopId,
        name: shop.name,
        platform: shop.platform,
        shops: [shop],
        hour: null,
      }));
  }
}
