import type { ExplainedMetric, ReportExplanation, ReportQuery } from '@seller-connect/contract';
import { toDecimal } from '../../platform/money.ts';
import type { ReportDependencies } from '../metrics/coverage.ts';
import { addTotals, comparedMetrics, zeroTotals, type Totals } from '../metrics/metric-values.ts';
import { formatClock, partialComparisonDay, withoutPartialDay } from '../metrics/partial-day.ts';
import type { ResolvedPeriod } from '../metrics/period.ts';
import type { Scope } from '../metrics/scope.ts';
import { readComparedTotals, type ComparedTotals } from '../reports/compared-totals.ts';
import { resolveReportScope, scopeValues } from '../reports/reports.ts';
import { preferHashing } from '../reports/top-skus.sql.ts';
import { splitRatio, splitSum, type ComparedShop, type ComparedShopSku } from './metric-splits.ts';
import { rankParts, skuNameKey, toSplit, type Part, type SkuName } from './parts.ts';
import { comparedSkuSales, skuNames } from './sku-sales.sql.ts';

type Resolved = ResolvedPeriod & { scope: Scope };

/**
 * Splits the change of a metric by shop, product and effect. The values are those of `reportSummary`, and each split
 * adds up to their difference exactly.
 */
export async function explainChange(
  dependencies: ReportDependencies,
  tenantId: string,
  query: ReportQuery & { metric: ExplainedMetric },
): Promise<ReportExplanation> {
  const resolved = await resolveReportScope(dependencies, tenantId, query);
  const { metric } = query;
  const { scope, period, past, previous } = resolved;
  const coverage = dependencies.readCoverage(tenantId);
  const totals = await readComparedTotals(dependencies, tenantId, resolved, coverage, 'shop');
  const { partialSales, loading } = totals;
  const shops = compareShops(scope, totals);
  const sum = (totalsOf: (shop: ComparedShop) => Totals) =>
    shops.map(totalsOf).reduce(addTotals, zeroTotals);
  const isComparable = [...loading.values()].every(({ before }) => before.size === 0);
  const compared = comparedMetrics(
    past.days === 0 ? null : sum(({ now }) => now),
    isComparable ? sum(({ before }) => before) : null,
  )[metric];
  const untilByShop = new Map(
    scope.shops.flatMap(({ shopId }, index): [string, string][] => {
      const minute = partialSales?.minutes[index];
      return minute === undefined ? [] : [[shopId, formatClock(minute)]];
    }),
  );
  const common = {
    metric,
    currency: scope.currency,
    period,
    previous: { ...previous, until: partialSales?.until ?? null },
    reason: compared.reason,
    previousReason: compared.previousReason,
    daysLoading: new Set([...loading.values()].flatMap(({ now }) => [...now])).size,
  };
  const isSum = metric !== 'aov' && metric !== 'cancellationRate';
  const byProduct = isSum && metric !== 'orders';
  const isKnown = compared.value !== null && compared.previous !== null;
  const skus =
    byProduct && isKnown ? await readComparedSkus(dependencies, tenantId, resolved, totals) : [];
  const { value, previousValue, splits } = isSum
    ? splitSum(metric, shops, skus)
    : splitRatio(metric, shops);
  if (!isKnown || value === null || previousValue === null) {
    return {
      ...common,
      value: compared.value === null || value === null ? null : toDecimal(value),
      previousValue: null,
      difference: null,
      splits: [],
    };
  }
  const ranked = splits.map(({ by, parts }) => ({ by, parts: rankParts(parts) }));
  const context = {
    shops: new Map(scope.shops.map((shop) => [shop.shopId, shop])),
    skus: await readSkuNames(
      dependencies,
      tenantId,
      ranked.flatMap(({ parts }) => parts),
    ),
    untilByShop,
  };
  return {
    ...common,
    value: toDecimal(value),
    previousValue: toDecimal(previousValue),
    difference: toDecimal(value - previousValue),
    splits: ranked
      // The only part of a split says nothing that the whole does not say.
      .filter(({ by, parts }) => parts.length > (by === 'shop' ? 1 : 0))
      .map(({ by, parts }) => toSplit(by, parts, context)),
  };
}

function compareShops({ shops }: Scope, { now, before }: ComparedTotals): ComparedShop[] {
  return shops.map(({ shopId }) => {
    const sum = (rows: ComparedTotals['now']) =>
      rows.filter((row) => row.shopId === shopId).reduce<Totals>(addTotals, zeroTotals);
    return { shopId, now: sum(now), before: sum(before) };
  });
}

interface SkuRow {
  shopId: string;
  skuKey: string;
  units: bigint;
  gmvE4: bigint;
  cancelledE4: bigint;
  failedE4: bigint;
  returnedE4: bigint;
  keptSellerVoucherE4: bigint;
  previousUnits: bigint;
  previousGmvE4: bigint;
  previousCancelledE4: bigint;
  previousFailedE4: bigint;
  previousReturnedE4: bigint;
  previousKeptSellerVoucherE4: bigint;
}

/** Reads the sales of each product in the same days, and on a partial day until the same minute, as the totals. */
async function readComparedSkus(
  { database }: Pick<ReportDependencies, 'database'>,
  tenantId: string,
  { scope, ...resolved }: Resolved,
  { partialSales }: ComparedTotals,
): Promise<ComparedShopSku[]> {
  const partialDay = partialComparisonDay(resolved);
  const fullDays = withoutPartialDay(resolved.previous, partialDay);
  const { past } = resolved;
  const values = [
    ...scopeValues(tenantId, scope),
    past.from,
    past.to,
    fullDays.from,
    fullDays.to,
    partialSales?.minutes ?? scope.shops.map(() => 0),
    partialDay,
  ];
  const [, rows] = await database.tenant(tenantId, (tx) =>
    Promise.all([tx.query(preferHashing), tx.query<SkuRow>(comparedSkuSales, values)]),
  );
  return rows.map((row) => ({
    shopId: row.shopId,
    skuKey: row.skuKey,
    now: {
      units: row.units,
      gmvE4: row.gmvE4,
      cancelledE4: row.cancelledE4,
      failedE4: row.failedE4,
      returnedE4: row.returnedE4,
      vouchersE4: row.keptSellerVoucherE4,
    },
    before: {
      units: row.previousUnits,
      gmvE4: row.previousGmvE4,
      cancelledE4: row.previousCancelledE4,
      failedE4: row.previousFailedE4,
      returnedE4: row.previousReturnedE4,
      vouchersE4: row.previousKeptSellerVoucherE4,
    },
  }));
}

async function readSkuNames(
  { database }: Pick<ReportDependencies, 'database'>,
  tenantId: string,
  parts: readonly Part[],
): Promise<Map<string, SkuName>> {
  const products = parts.flatMap(({ shopId, skuKey }) =>
    shopId === undefined || skuKey === undefined ? [] : [{ shopId, skuKey }],
  );
  if (products.length === 0) return new Map();
  const rows = await database.tenantRead<SkuName & { shopId: string; skuKey: string }>(
    tenantId,
    skuNames,
    [tenantId, products.map(({ shopId }) => shopId), products.map(({ skuKey }) => skuKey)],
  );
  return new Map(rows.map((row) => [skuNameKey(row.shopId, row.skuKey), row]));
}
