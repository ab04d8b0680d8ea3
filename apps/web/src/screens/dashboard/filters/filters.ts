import type {
  BreakdownBy,
  ComparedMetrics,
  ExplainedMetric,
  Platform,
  ReportCompare,
} from '@seller-connect/contract';
import { campaignName } from '@seller-connect/contract/campaign-days';
import {
  omitNullish,
  formatParams,
  parseChoice,
  type DayRange,
} from '../../../lists/listParams.ts';
import { parseMarketplace, parseShops } from '../../../shops/shopFilter.ts';
import type { UrlFilters } from '../../../lists/useUrlState.ts';
import { addDays, daysBetween, isDay } from '../../../i18n/calendarDays.ts';

/** Filters of the report. They are stored in the address, so that a shared link shows the same report. */
export interface ReportFilters {
  readonly period: PresetPeriod | 'custom';
  /** First and last day of a custom period, inclusive. */
  readonly from?: string;
  readonly to?: string;
  /** The comparison; the preceding period by default. */
  readonly compare?: Exclude<ReportCompare, 'previous'>;
  /** A second comparison, beside the first one. */
  readonly compareAlso?: 'year';
  /** Restricts the report to one marketplace. */
  readonly platform?: Platform;
  /** Restricts the report to one shop. */
  readonly shop?: string | undefined;
  /** Restricts the report to several shops, comma-separated. Without effect with `shop`. */
  readonly shops?: string;
  /** Amounts in different currencies are never added. The server selects a currency by default. */
  readonly currency?: string;
  readonly chart: ChartMetric;
  /** A second metric in the chart. */
  readonly second?: ChartMetric;
  /** Length of a point of the chart. By default, it follows from the length of the period. */
  readonly granularity?: Granularity;
  /** Set to show the moving average of this many days. */
  readonly average?: typeof averageDays;
  /** Dimension of the breakdown; shops by default. */
  readonly by?: Exclude<BreakdownBy, 'shop'> | 'campaign';
  /** Shows the breakdown by shop as a table with these columns. */
  readonly pivot?: 'week' | 'month' | undefined;
  /** The metric of that table; GMV by default. */
  readonly pivotMetric?: Exclude<PivotMetric, 'gmv'> | undefined;
  /** The column by which the screen's table of shops is sorted; a leading minus means descending. */
  readonly sort?: string | undefined;
  /** The metric whose change is explained beside the report. */
  readonly explain?: ExplainedMetric | undefined;
  /** Explains the metric of one brand, by its key in the breakdown. */
  readonly explainBrand?: string | undefined;
  /** Restricts the products to one brand, by its key in the breakdown. */
  readonly brand?: string;
}

/** In display order. Weeks begin on Monday. */
export const presetPeriods = [
  'today',
  'yesterday',
  '7d',
  '28d',
  '90d',
  'week',
  'last_week',
  'month',
  'last_month',
  'quarter',
  'year',
] as const;
export type PresetPeriod = (typeof presetPeriods)[number];

export const chartMetrics = ['gmv', 'netSales', 'orders'] as const;
export type ChartMetric = (typeof chartMetrics)[number];

export const pivotMetrics = ['gmv', 'netSales', 'orders', 'units'] as const;
export type PivotMetric = (typeof pivotMetrics)[number];

/** Lengths of a point of the chart, from the shortest. */
export const granularities = ['hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof granularities)[number];

/** Window of the moving average, in days. */
export const averageDays = 7;

/** The metrics of Home, in display order. */
export const explainedMetrics = [
  'gmv',
  'netSales',
  'orders',
  'units',
  'aov',
  'cancellationRate',
] as const satisfies readonly (keyof ComparedMetrics)[];

/** Metrics of other blocks and screens whose change is explained. */
const explainedElsewhere = ['payout', 'fees', 'adSpend'] as const satisfies ExplainedMetric[];

/** Maximum length of a period that the server accepts, in days. */
export const maxPeriodDays = 3700;
/** Earliest first day of a period. */
export const earliestDay = '1971-01-01';

/** Parses the search parameters; invalid ones are ignored. */
export function parseReportFilters(search: Readonly<Record<string, unknown>>): ReportFilters {
  const { currency } = search;
  const days = readDays(search);
  const explain = parseChoice([...explainedMetrics, ...explainedElsewhere], search['explain']);
  const compare = parseChoice(['year', 'campaign'] as const, search['compare']);
  const chart = parseChoice(chartMetrics, search['chart']) ?? 'gmv';
  const second = parseChoice(chartMetrics, search['second']);
  return {
    ...days,
    ...(compare === null || !isComparable(days, compare) ? {} : { compare }),
    ...(search['compareAlso'] === 'year' && compare !== 'year' && isComparable(days, 'year')
      ? { compareAlso: 'year' }
      : {}),
    chart,
    ...(search['average'] === String(averageDays) ? { average: averageDays } : {}),
    ...parseShops(search),
    ...(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? { currency } : {}),
    ...omitNullish({
      second: second === chart ? null : second,
      granularity: parseChoice(granularities, search['granularity']),
      platform: parseMarketplace(search['platform']),
      by: parseChoice(['platform', 'brand', 'hour', 'campaign'] as const, search['by']),
      pivot: parseChoice(['week', 'month'] as const, search['pivot']),
      pivotMetric: parseChoice(['netSales', 'orders', 'units'] as const, search['pivotMetric']),
      sort: parseSort(search['sort']),
      explain,
      explainBrand: explain && parseBrand(search['explainBrand']),
      brand: parseBrand(search['brand']),
    }),
  };
}

/** A name of a column, or its first day. */
const parseSort = (sort: unknown): string | undefined =>
  typeof sort === 'string' && /^-?[A-Za-z\d][A-Za-z\d-]{0,19}$/.test(sort) ? sort : undefined;

const parseBrand = (key: unknown): string | undefined =>
  typeof key === 'string' && /^brand(:|\?$)/.test(key) ? key : undefined;

/** A campaign day has one before it; a year is compared with the year before anyway. */
function isComparable(days: PeriodFilter, compare: ReportFilters['compare']): boolean {
  return compare === 'campaign' ? selectedCampaign(days) !== null : days.period !== 'year';
}

type PeriodFilter = Pick<ReportFilters, 'period' | 'from' | 'to'>;

function readDays({ period, from, to }: Readonly<Record<string, unknown>>): PeriodFilter {
  if (period === 'custom' && typeof from === 'string' && typeof to === 'string') {
    if (rangeProblem(from, to) === null) return { period, from, to };
  }
  const named = presetPeriods.find((each) => each === period);
  return { period: named ?? '28d' };
}

/** Returns the selected campaign day, such as `2026-11-11`, or null for any other period. */
export function selectedCampaign({ from, to }: Pick<ReportFilters, 'from' | 'to'>): string | null {
  return from !== undefined && from === to && campaignName(from) !== null ? from : null;
}

/**
 * Returns the filters with another period. The comparison is kept only if it applies to that period; the granularity
 * follows from its length.
 */
export function withPeriod(
  filters: ReportFilters,
  days: PeriodFilter & Pick<ReportFilters, 'compare'>,
): ReportFilters {
  const { period: _, from: _from, to: _to, granularity: _granularity, compare, ...rest } = filters;
  const isKept = compare === 'year' && isComparable(days, compare);
  const comparison = days.compare ?? (isKept ? compare : undefined);
  return { ...rest, ...days, ...(comparison === undefined ? {} : { compare: comparison }) };
}

/** Returns the search parameters of the filters, without defaults. */
export function toSearchParams(filters: ReportFilters): Record<string, string> {
  const { period, from, to, compare, compareAlso, platform, shop, shops, currency } = filters;
  const { chart, second, granularity, average, by, pivot, pivotMetric, sort } = filters;
  const { explain, explainBrand, brand } = filters;
  const days = period === 'custom' && from !== undefined && to !== undefined ? { from, to } : {};
  const sales = { compare, compareAlso, platform, shop, shops, currency };
  const blocks = { chart, second, granularity, average, by, pivot, pivotMetric, sort };
  return formatParams(
    { period, ...days, ...sales, ...blocks, explain, explainBrand, brand },
    { period: '28d', chart: 'gmv' },
  );
}

/** Whether the report can have targets, which are of all shops or one. */
export const hasTargets = ({ platform, shop, shops }: ReportFilters) =>
  platform === undefined && (shops === undefined || shop !== undefined);

/** Returns the days of the filters, or else of the report; the last 28 days while they are unknown. */
export function shownRange(
  { from, to }: Pick<ReportFilters, 'from' | 'to'>,
  period: DayRange | undefined,
  today: string,
): DayRange {
  if (from !== undefined && to !== undefined) return { from, to };
  return period ?? { from: addDays(today, -27), to: today };
}

/** Returns the filters with the second comparison in place of the first; null without a second one. */
export function secondComparison({ compareAlso, ...filters }: ReportFilters): ReportFilters | null {
  return compareAlso === undefined ? null : { ...filters, compare: compareAlso };
}

/** Returns the query of the API call. */
export function toQuery(filters: ReportFilters) {
  const { period, from, to, compare, platform, currency } = filters;
  const shops = filters.shop ?? filters.shops;
  return {
    period,
    ...(period === 'custom' && from !== undefined && to !== undefined ? { from, to } : {}),
    ...omitNullish({ compare, platform, shops, currency }),
  };
}

export type RangeProblem = 'day' | 'reversed' | 'early' | 'future' | 'long';

/** Returns why a range cannot be shown, or null if it can. Both arguments must be calendar days. */
export function rangeProblem(from: string, to: string, today?: string): RangeProblem | null {
  if (!isDay(from) || !isDay(to)) return 'day';
  if (to < from) return 'reversed';
  if (from < earliestDay) return 'early';
  if (today !== undefined && to > today) return 'future';
  return daysBetween(from, to) > maxPeriodDays ? 'long' : null;
}

/** Returns the 28 days up to the last day with an order; offered when a period is empty. */
export function lastActivePeriod(lastDay: string): { from: string; to: string } {
  return { from: addDays(lastDay, -27), to: lastDay };
}

export const reportFilters: UrlFilters<ReportFilters> = {
  parse: parseReportFilters,
  toSearchParams,
};
