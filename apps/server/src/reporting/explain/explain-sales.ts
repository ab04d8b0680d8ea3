import type { ReportExplanation } from '@seller-connect/contract';
import { Problem } from '../../platform/http/problem.ts';
import { toDecimal } from '../../platform/money.ts';
import type { ReportDependencies } from '../metrics/coverage.ts';
import { addTotals, comparedMetrics, zeroTotals, type Totals } from '../metrics/metric-values.ts';
import { formatClock } from '../../platform/calendar.ts';
import { partialComparisonDay, withoutPartialDay } from '../metrics/partial-day.ts';
import type { ResolvedPeriod } from '../metrics/period.ts';
import { scopeValues, type Scope } from '../metrics/scope.ts';
import { readComparedTotals, type ComparedTotals } from '../reports/compared-totals.ts';
import { brandKey, resolveReportScope } from '../reports/reports.ts';
import { preferHashing } from '../reports/top-skus.sql.ts';
import {
  isSkuMetric,
  splitRatio,
  splitSkus,
  splitSum,
  type ComparedShop,
  type ComparedShopSku,
  type SalesMetric,
  type SkuMetric,
} from './metric-splits.ts';
import {
  rankParts,
  saysMore,
  skuNameKey,
  toSplit,
  type ExplanationQuery,
  type Part,
  type SkuName,
} from './parts.ts';
import { comparedSkuSales, skuNames } from './sku-sales.sql.ts';

type Resolved = ResolvedPeriod & { scope: Scope };

/**
 * Splits the change of a metric of sales by shop, product, brand and effect. The values are those of `reportSummary`, or
 * for one brand those of the breakdown by brand.
 */
export async function explainSales(
  dependencies: ReportDependencies,
  tenantId: string,
  query: ExplanationQuery & { metric: SalesMetric },
): Promise<ReportExplanation> {
  const resolved = await resolveReportScope(dependencies, tenantId, query);
  const { metric, brand } = query;
  const { scope, period, past, previous } = resolved;
  const coverage = dependencies.readCoverage(tenantId);
  const totals = await readComparedTotals(dependencies, tenantId, resolved, coverage, 'shop');
  const { loading } = totals;
  // The breakdown by brand has no hours: it compares an unfinished day with a whole one.
  const partialSales = brand === undefined ? totals.partialSales : null;
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
    againstWholeDay: brand !== undefined && partialComparisonDay(resolved) !== null,
    reason: compared.reason,
    previousReason: compared.previousReason,
    daysLoading: new Set([...loading.values()].flatMap(({ now }) => [...now])).size,
  };
  const isKnown = compared.value !== null && compared.previous !== null;
  const readSkus = () => readComparedSkus(dependencies, tenantId, resolved, partialSales);
  const { value, previousValue, splits } =
    brand !== undefined
      ? splitSkus(
          brandMetric(metric),
          (await readSkus()).filter((sku) => sku.brand === brand),
        )
      : metric === 'aov' || metric === 'cancellationRate'
        ? splitRatio(metric, shops)
        : splitSum(metric, shops, isSkuMetric(metric) && isKnown ? await readSkus() : []);
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
    splits: ranked.filter(saysMore).map(({ by, parts }) => toSplit(by, parts, context)),
  };
}

/** An order may contain several brands, so its metrics have no brand. */
function brandMetric(metric: SalesMetric): SkuMetric {
  if (isSkuMetric(metric)) return metric;
  throw new Problem(400, 'metric_without_brand', {
    vi: 'Chỉ số này không tính được theo thương hiệu.',
    en: 'This metric can’t be calculated by brand.',
  });
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
  brand: string | null;
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
  partialSales: ComparedTotals['partialSales'],
): Promise<ComparedShopSku[]> {
  const partialDay = partialSales && partialComparisonDay(resolved);
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
    brand: brandKey(row.brand),
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
