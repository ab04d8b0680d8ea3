import type { ReportHours, ReportSummary } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addDays, daysBetween, firstDayOf } from '../../../../i18n/calendarDays.ts';
import {
  withPeriod,
  granularities,
  type Granularity,
  type ReportFilters,
} from '../../filters/filters.ts';
import { hoursQuery, summaryQuery } from '../../queries.ts';
import { dayPoints, groupPoints, hourPoints } from './chartPoints.ts';
import type { ChartData } from './trendSeries.ts';

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
