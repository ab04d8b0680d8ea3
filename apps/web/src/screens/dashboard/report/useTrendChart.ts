import type { ReportHours, ReportSummary } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addDays } from '../../../i18n/calendarDays.ts';
import { withPeriod, type Granularity, type ReportFilters } from '../filters/filters.ts';
import { hoursQuery, summaryQuery } from '../queries.ts';
import { dayPoints, groupPoints, hourPoints } from './chartPoints.ts';
import { allowedGranularities, effectiveGranularity, periodDays } from './granularity.ts';
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
  const chartFilters = isWeekOfDay ? weekUpTo(filters, today) : filters;
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
