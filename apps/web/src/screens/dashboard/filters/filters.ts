import type { BreakdownBy, OrderFilter, Platform, ReportCompare } from '@seller-connect/contract';
import { campaignName } from '@seller-connect/contract/campaign-days';
import { parseMarketplace, parseShopId } from '../../../shops/shopSearchParams.ts';
import { addDays, daysBetween, isDay } from '../../../i18n/calendarDays.ts';

/** What of the report is looked at. It lives in the address, so that a shared link shows the same. */
export interface ReportFilters {
  readonly period: PresetPeriod | MonthPeriod | 'custom';
  /** Days of a custom period, both included. */
  readonly from?: string;
  readonly to?: string;
  /** What the period is set against; the period before when absent. */
  readonly compare?: Exclude<ReportCompare, 'previous'>;
  /** The shops on one marketplace; all of them when absent. */
  readonly platform?: Platform;
  /** One shop; all of them when absent. */
  readonly shop?: string;
  /** Amounts of different currencies are never added; the server's choice when absent. */
  readonly currency?: string;
  readonly chart: ChartMetric;
  /** What the period is told apart by; shops when absent. */
  readonly by?: Exclude<BreakdownBy, 'shop'> | 'campaign';
  /** Whose products are looked at, by its key in the breakdown; all of them when absent. */
  readonly brand?: string;
}

export const presetPeriods = ['today', '7d', '28d', '90d'] as const;
export type PresetPeriod = (typeof presetPeriods)[number];

const monthPeriods = ['month', 'last_month'] as const;
export type MonthPeriod = (typeof monthPeriods)[number];

export const chartMetrics = ['gmv', 'netSales', 'orders'] as const;
export type ChartMetric = (typeof chartMetrics)[number];

/** The longest period that the server answers, in days. */
export const maxPeriodDays = 3700;
/** The first day that a period may begin on. */
export const earliestDay = '1971-01-01';

/** Reads the search parameters of the address; whatever is not understood is as if it were absent. */
export function parseReportFilters(search: Readonly<Record<string, unknown>>): ReportFilters {
  const { shop, currency, chart, brand } = search;
  const known = parseShopId(shop);
  const platform = parseMarketplace(search['platform']);
  const by = (['platform', 'brand', 'hour', 'campaign'] as const).find(
    (each) => each === search['by'],
  );
  const days = readDays(search);
  const compare = (['year', 'campaign'] as const).find((each) => each === search['compare']);
  return {
    ...days,
    ...(compare === undefined || (compare === 'campaign' && selectedCampaign(days) === null)
      ? {}
      : { compare }),
    chart: chartMetrics.find((metric) => metric === chart) ?? 'gmv',
    ...(platform === null ? {} : { platform }),
    ...(known === null ? {} : { shop: known }),
    ...(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? { currency } : {}),
    ...(by === undefined ? {} : { by }),
    ...(typeof brand === 'string' && /^brand(:|\?$)/.test(brand) ? { brand } : {}),
  };
}

type PeriodFilter = Pick<ReportFilters, 'period' | 'from' | 'to'>;

function readDays({ period, from, to }: Readonly<Record<string, unknown>>): PeriodFilter {
  if (period === 'custom' && typeof from === 'string' && typeof to === 'string') {
    if (rangeProblem(from, to) === null) return { period, from, to };
  }
  const named = [...presetPeriods, ...monthPeriods].find((each) => each === period);
  return { period: named ?? '28d' };
}

/** The campaign day that is looked at, such as `2026-11-11`; null when it is another period. */
export function selectedCampaign({ from, to }: Pick<ReportFilters, 'from' | 'to'>): string | null {
  return from !== undefined && from === to && campaignName(from) !== null ? from : null;
}

/** The view of other days; what they are set against stays, as far as it fits them. */
export function withPeriod(
  filters: ReportFilters,
  days: PeriodFilter & Pick<ReportFilters, 'compare'>,
): ReportFilters {
  const { period: _period, from: _from, to: _to, compare, ...rest } = filters;
  const comparison = days.compare ?? (compare === 'year' ? compare : undefined);
  return { ...rest, ...days, ...(comparison === undefined ? {} : { compare: comparison }) };
}

/** The search parameters of a view; what is as usual is left out. */
export function toSearchParams(filters: ReportFilters): Record<string, string> {
  const { period, from, to, compare, platform, shop, currency, chart, by, brand } = filters;
  return {
    ...(period === '28d' ? {} : { period }),
    ...(period === 'custom' && from !== undefined && to !== undefined ? { from, to } : {}),
    ...(compare === undefined ? {} : { compare }),
    ...(platform === undefined ? {} : { platform }),
    ...(shop === undefined ? {} : { shop }),
    ...(currency === undefined ? {} : { currency }),
    ...(chart === 'gmv' ? {} : { chart }),
    ...(by === undefined ? {} : { by }),
    ...(brand === undefined ? {} : { brand }),
  };
}

/** The address of a view, for links one step down. */
export function reportHref(filters: ReportFilters): string {
  return `/?${new URLSearchParams(toSearchParams(filters))}`;
}

/** Where on Home the products are: a step down within the page leads there. */
export const productsAnchor = 'products';

/** Which sales of a report are meant: those of a shop, in an hour, with a product, in a state. */
export interface SalesPart extends Pick<
  OrderFilter,
  'platform' | 'shop' | 'stage' | 'outcome' | 'sku' | 'payout'
> {
  readonly hour?: string;
}

/** Whose orders a report counts; null while it still shows those of another view, and so leads to none. */
export type SalesScope = Pick<ReportFilters, 'platform' | 'shop' | 'currency'> | null;

/**
 * Where the orders behind a part of the report are listed: by their sales day as the report counts them, of the same
 * marketplace, shop, currency and days, so that there are as many as it says.
 */
export function ordersHref(
  scope: SalesScope,
  { from, to }: { readonly from: string; readonly to: string },
  part: SalesPart,
): string | undefined {
  if (scope === null) return undefined;
  const { platform, shop, currency } = scope;
  const search = new URLSearchParams({
    ...(platform === undefined ? {} : { platform }),
    ...(shop === undefined ? {} : { shop }),
    ...part,
    ...(currency === undefined ? {} : { currency }),
    basis: 'committed',
    period: 'custom',
    from,
    to,
  });
  return `/orders?${search}`;
}

/** A view whose amounts are said to be of one currency where others are sold in too. */
export function withReportCurrency(
  filters: ReportFilters,
  { currency, currencies }: { readonly currency: string; readonly currencies: readonly string[] },
): ReportFilters {
  return currencies.length > 1 ? { ...filters, currency } : filters;
}

/** Whose orders the figures of an answer are of; none without one, and none while it is that to another view. */
export function salesScope(
  filters: ReportFilters,
  result: {
    readonly data: Parameters<typeof withReportCurrency>[1] | undefined;
    readonly isPlaceholderData: boolean;
  },
): SalesScope {
  return result.data && !result.isPlaceholderData ? withReportCurrency(filters, result.data) : null;
}

/** Where the same marketplace, shop and days are compared with the seller centre. */
export function reconcileHref(
  { platform, shop }: Pick<ReportFilters, 'platform' | 'shop'>,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const search = new URLSearchParams({
    ...(platform === undefined ? {} : { platform }),
    ...(shop === undefined ? {} : { shop }),
    from,
    to,
  });
  return `/reports/reconcile?${search}`;
}

/** What the server is asked for. */
export function toQuery(filters: ReportFilters) {
  const { period, from, to, compare, platform, shop, currency } = filters;
  return {
    period,
    ...(period === 'custom' && from !== undefined && to !== undefined ? { from, to } : {}),
    ...(compare === undefined ? {} : { compare }),
    ...(platform === undefined ? {} : { platform }),
    ...(shop === undefined ? {} : { shops: shop }),
    ...(currency === undefined ? {} : { currency }),
  };
}

export type RangeProblem = 'day' | 'reversed' | 'early' | 'future' | 'long';

/** Why a chosen range cannot be shown; null when it can. Both are days of the calendar. */
export function rangeProblem(from: string, to: string, today?: string): RangeProblem | null {
  if (!isDay(from) || !isDay(to)) return 'day';
  if (to < from) return 'reversed';
  if (from < earliestDay) return 'early';
  if (today !== undefined && to > today) return 'future';
  return daysBetween(from, to) > maxPeriodDays ? 'long' : null;
}

/** The 28 days up to the last one with an order: where to look when a period has none. */
export function lastActivePeriod(lastDay: string): { from: string; to: string } {
  return { from: addDays(lastDay, -27), to: lastDay };
}
