import { shopFrom } from '../../api/shopAddress.ts';
import { addDays, daysBetween, isDay, todayIn } from '../../texts/days.ts';
import { defaultTimeZone } from '../../texts/index.ts';

/** What of the report is looked at. It lives in the address, so that a shared link shows the same. */
export interface ReportView {
  readonly period: PresetPeriod | 'custom';
  /** Days of a custom period, both included. */
  readonly from?: string;
  readonly to?: string;
  /** One shop; all of them when absent. */
  readonly shop?: string;
  /** Amounts of different currencies are never added; the server's choice when absent. */
  readonly currency?: string;
  readonly chart: ChartFigure;
}

export const presetPeriods = ['today', '7d', '28d', '90d'] as const;
const presetDays = { today: 1, '7d': 7, '28d': 28, '90d': 90 } as const;
export type PresetPeriod = (typeof presetPeriods)[number];

export const chartFigures = ['gmv', 'netSales', 'orders'] as const;
export type ChartFigure = (typeof chartFigures)[number];

/** The longest period that the server answers, in days. */
export const longestPeriod = 3700;
/** The first day that a period may begin on. */
export const earliestDay = '1971-01-01';

/** Reads the search parameters of the address; whatever is not understood is as if it were absent. */
export function readView(search: Readonly<Record<string, unknown>>): ReportView {
  const { period, from, to, shop, currency, chart } = search;
  const known = shopFrom(shop);
  const shared = {
    chart: chartFigures.find((figure) => figure === chart) ?? 'gmv',
    ...(known === null ? {} : { shop: known }),
    ...(typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? { currency } : {}),
  } as const;
  if (period === 'custom' && typeof from === 'string' && typeof to === 'string') {
    if (rangeProblem(from, to) === null) return { period: 'custom', from, to, ...shared };
  }
  return { period: presetPeriods.find((preset) => preset === period) ?? '28d', ...shared };
}

/** The search parameters of a view; what is as usual is left out. */
export function searchOf(view: ReportView): Record<string, string> {
  const { period, from, to, shop, currency, chart } = view;
  return {
    ...(period === '28d' ? {} : { period }),
    ...(period === 'custom' && from !== undefined && to !== undefined ? { from, to } : {}),
    ...(shop === undefined ? {} : { shop }),
    ...(currency === undefined ? {} : { currency }),
    ...(chart === 'gmv' ? {} : { chart }),
  };
}

/** Where the orders behind a part of the report are listed: the same days, by when they were placed. */
export function ordersHref(
  { period, from, to }: ReportView,
  part: { readonly shop: string; readonly q?: string },
  today: string = todayIn(defaultTimeZone),
): string {
  const preset = presetPeriods.find((each) => each === period);
  const days =
    preset === undefined
      ? { from, to }
      : { from: addDays(today, 1 - presetDays[preset]), to: today };
  const search = new URLSearchParams(part);
  if (days.from !== undefined && days.to !== undefined) {
    for (const [name, value] of Object.entries({
      period: 'custom',
      from: days.from,
      to: days.to,
    })) {
      search.set(name, value);
    }
  }
  return `/orders?${search}`;
}

/** What the server is asked for. */
export function queryOf(view: ReportView) {
  const { period, from, to, shop, currency } = view;
  return {
    period,
    ...(period === 'custom' && from !== undefined && to !== undefined ? { from, to } : {}),
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
  return daysBetween(from, to) > longestPeriod ? 'long' : null;
}

/** The 28 days up to the last one with an order: where to look when a period has none. */
export function lastActivePeriod(lastDay: string): { from: string; to: string } {
  return { from: addDays(lastDay, -27), to: lastDay };
}
