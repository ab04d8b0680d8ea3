import type { HourPoint, ReportHours, ReportSummary, TrendPoint } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addDays, daysBetween, firstDayOf, lastDayOf } from '../../../../i18n/calendarDays.ts';
import { sumAmounts } from '../../../../i18n/decimalAmounts.ts';
import {
  withPeriod,
  granularities,
  type ChartMetric,
  type Granularity,
  type ReportFilters,
} from '../../filters/filters.ts';
import { hoursQuery, summaryQuery } from '../../queries.ts';

/** Amounts as decimal text, counts as numbers; null for no value. */
type ChartValues = Pick<TrendPoint, ChartMetric>;

/** A point of the chart: an hour, a day, or the days of a week or month that belong to the period. */
export interface ChartPoint {
  readonly from: string;
  readonly to: string;
  /** Set for a point that is an hour of a day. */
  readonly hour?: number;
  readonly now: ChartValues;
  readonly previous: ChartValues;
  /** The days compared with; null when there are none. */
  readonly previousDays: { readonly from: string; readonly to: string } | null;
  /** False while the value can still change. */
  readonly complete: boolean;
  /** Number of days in the whole week or month, if some do not belong to the period. */
  readonly partOf?: number;
}

/** The chart's points with what it shows of them. */
export interface ChartData {
  readonly points: readonly ChartPoint[];
  readonly granularity: Granularity;
  readonly metric: ChartMetric;
  readonly second: ChartMetric | undefined;
  readonly hasAverage: boolean;
  readonly currency: string;
  readonly previous: ReportSummary['previous'];
}

/**
 * Loads the chart of the filters' period, by hour, day, week or month. By day, a single day is shown at the end of the
 * seven days up to it.
 */
export function useTrendChart(filters: ReportFilters, today: string, live: boolean) {
  const days = periodDays(filters, today);
  const granularity = effectiveGranularity(filters.granularity, days);
  const isHourly = granularity === 'hour';
  const isWeekOfDay = days === 1 && !isHourly;
  // The same object as long as it says the same: what is added to the chart is created anew for another one.
  const chartFilters = useMemo(
    () => (isWeekOfDay ? weekUpTo(filters, today) : filters),
    [isWeekOfDay, filters, today],
  );
  const summaryResult = useQuery(summaryQuery(chartFilters, live));
  const hoursResult = useQuery({ ...hoursQuery(chartFilters, live), enabled: isHourly });
  const summary = summaryResult.data;
  const hours = isHourly ? hoursResult.data : undefined;
  const isReady = !isHourly || hours !== undefined;
  const chart = useChart(granularity, isReady ? summary : undefined, hours, filters);

  return {
    chart,
    /** The filters of the chart, with the days that it shows. */
    chartFilters,
    summary,
    isWeekOfDay,
    /** What the chart waits for, or what has failed. */
    result: isHourly && !summaryResult.error ? hoursResult : summaryResult,
    summaryResult,
    allowed: allowedGranularities(days),
    granularity,
  };
}

/** Creates the chart once per answer and choice: 3,650 days take some milliseconds. */
function useChart(
  granularity: Granularity,
  summary: ReportSummary | undefined,
  hours: ReportHours | undefined,
  { chart: metric, second, average }: ReportFilters,
): ChartData | null {
  const hasAverage = average !== undefined;
  return useMemo(
    () =>
      summary ? createChart(granularity, summary, hours, { metric, second, hasAverage }) : null,
    [granularity, summary, hours, metric, second, hasAverage],
  );
}

function createChart(
  requested: Granularity,
  summary: ReportSummary,
  hours: ReportHours | undefined,
  options: Pick<ChartData, 'metric' | 'second' | 'hasAverage'>,
): ChartData {
  const shared = { ...options, currency: summary.currency, previous: summary.previous };
  if (hours) {
    const points = hourPoints(hours.hours);
    return { ...shared, points, granularity: 'hour', hasAverage: false };
  }
  // While the new period loads, the old one stays, by a length that suits it.
  const granularity = dailyGranularity(requested, summary.period.days);
  const days = dayPoints(summary.trend);
  return {
    ...shared,
    points: granularity === 'day' ? days : groupPoints(days, granularity),
    granularity,
    hasAverage: options.hasAverage && granularity === 'day',
  };
}

function dailyGranularity(granularity: Granularity, days: number): Exclude<Granularity, 'hour'> {
  const unit = effectiveGranularity(granularity, days);
  return unit === 'hour' ? 'day' : unit;
}

/** Returns the filters with the seven days up to the last day of the period. */
function weekUpTo(filters: ReportFilters, today: string): ReportFilters {
  if (filters.period === 'today') return withPeriod(filters, { period: '7d' });
  const last = filters.to ?? (filters.period === 'yesterday' ? addDays(today, -1) : today);
  return withPeriod(filters, { period: 'custom', from: addDays(last, -6), to: last });
}

/** Longest period by hour that the server accepts, in days. */
const maxHourlyDays = 14;

/** Longest period by day and by week, in days, unless the seller chooses otherwise. */
const maxDefaultDays = 120;
const maxDefaultWeeks = 800;

/** Returns the number of days of a period, as the server counts them. */
export function periodDays(
  { period, from, to }: Pick<ReportFilters, 'period' | 'from' | 'to'>,
  today: string,
): number {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const since = (first: Date) => daysBetween(first.toISOString().slice(0, 10), today);
  switch (period) {
    case 'custom':
      return from === undefined || to === undefined ? 28 : daysBetween(from, to);
    case 'today':
    case 'yesterday':
      return 1;
    case 'last_week':
      return 7;
    case 'week':
      return daysBetween(firstDayOf('week', today), today);
    case 'month':
      return day;
    case 'last_month':
      return new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
    case 'quarter':
      return since(new Date(Date.UTC(year, Math.floor((month - 1) / 3) * 3, 1)));
    case 'year':
      return since(new Date(Date.UTC(year, 0, 1)));
    case '7d':
    case '28d':
    case '90d':
      return Number.parseInt(period, 10);
  }
}

/** Returns the granularities that a period allows: each has at least two points, and hours are few. */
export function allowedGranularities(days: number): readonly Granularity[] {
  const minDays: Record<Granularity, number> = { hour: 0, day: 0, week: 8, month: 32 };
  return granularities.filter(
    (each) => days >= minDays[each] && (each !== 'hour' || days <= maxHourlyDays),
  );
}

/** Returns the chosen granularity if the period allows it, or one that follows from its length. */
export function effectiveGranularity(chosen: Granularity | undefined, days: number): Granularity {
  if (chosen !== undefined && allowedGranularities(days).includes(chosen)) return chosen;
  if (days === 1) return 'hour';
  if (days <= maxDefaultDays) return 'day';
  return days <= maxDefaultWeeks ? 'week' : 'month';
}

/**
 * Returns whether a day is not synced, which differs from a day without orders. The current day has its partial value,
 * unless the sync has not reached it.
 */
function isUnread(trend: readonly TrendPoint[], index: number): boolean {
  const point = trend[index];
  const next = trend[index + 1];
  const isLast = next === undefined || next.orders === null;
  const isBehind = !isLast || trend[index - 1]?.complete === false;
  return point?.complete === false && point.orders === 0 && isBehind;
}

const noValues: ChartValues = { gmv: null, netSales: null, orders: null };

/** Returns the days of a trend as points. */
export function dayPoints(trend: readonly TrendPoint[]): ChartPoint[] {
  return trend.map((point, index) => ({
    from: point.day,
    to: point.day,
    ...comparedValues(point),
    ...(isUnread(trend, index) ? { now: noValues } : {}),
  }));
}

export function hourPoints(hours: readonly HourPoint[]): ChartPoint[] {
  return hours.map((point) => ({
    from: point.day,
    to: point.day,
    hour: point.hour,
    ...comparedValues(point),
  }));
}

function comparedValues(
  point: Omit<HourPoint, 'hour'>,
): Pick<ChartPoint, 'now' | 'previous' | 'previousDays' | 'complete'> {
  const { gmv, netSales, orders, previousDay, complete } = point;
  return {
    now: { gmv, netSales, orders },
    previous: {
      gmv: point.previousGmv,
      netSales: point.previousNetSales,
      orders: point.previousOrders,
    },
    previousDays: previousDay === null ? null : { from: previousDay, to: previousDay },
    complete,
  };
}

/**
 * Returns the exact sums of the weeks or months of a period. Days without a value are left out, and the point can still
 * change then. Compared days that are not synced leave the comparison of their week without a value.
 */
export function groupPoints(
  days: readonly ChartPoint[],
  granularity: Exclude<Granularity, 'hour' | 'day'>,
): ChartPoint[] {
  return [...Map.groupBy(days, ({ from }) => firstDayOf(granularity, from))].map(
    ([first, group]) => {
      const paired = group.filter(({ previousDays }) => previousDays !== null);
      const partOf = daysBetween(first, lastDayOf(granularity, first));
      return {
        from: group[0]?.from ?? first,
        to: group.at(-1)?.to ?? first,
        now: sumValues(group.map(({ now }) => now)),
        previous: paired.every(({ previous }) => previous.orders !== null)
          ? sumValues(paired.map(({ previous }) => previous))
          : noValues,
        previousDays: spanOf(paired.flatMap(({ previousDays }) => previousDays ?? [])),
        complete: group.every(({ complete, now }) => complete && now.orders !== null),
        ...(group.length < partOf ? { partOf } : {}),
      };
    },
  );
}

function sumValues(values: readonly ChartValues[]): ChartValues {
  const known = values.filter(({ orders }) => orders !== null);
  if (known.length === 0) return noValues;
  return {
    gmv: sumAmounts(known.map(({ gmv }) => gmv ?? '0')),
    netSales: sumAmounts(known.map(({ netSales }) => netSales ?? '0')),
    orders: known.reduce((sum, { orders }) => sum + (orders ?? 0), 0),
  };
}

function spanOf(days: readonly { readonly from: string; readonly to: string }[]) {
  const [first, last] = [days[0], days.at(-1)];
  return first && last ? { from: first.from, to: last.to } : null;
}
