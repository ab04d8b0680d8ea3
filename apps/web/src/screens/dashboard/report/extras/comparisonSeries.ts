import type { ReportHours, ReportSummary } from '@seller-connect/contract';
import type { TrendSeries } from '@seller-connect/ui/charts';
import { comparisonName } from '../comparison.ts';
import { dayPoints, groupPoints, hourPoints, type ChartPoint } from '../chartPoints.ts';
import type { ChartColumn } from '../chartExtras.ts';
import { formatExact, type ChartData } from '../trendSeries.ts';

/** A second comparison of a chart: its line and its columns of the CSV file. */
export interface ComparisonExtras {
  readonly series: TrendSeries;
  readonly columns: readonly ChartColumn[];
}

/**
 * Returns the line of a second comparison, point by point like the first one; null while it is not loaded for the same
 * points, and if no point has a value.
 */
export function comparisonExtras(
  chart: ChartData,
  summary: ReportSummary,
  hours: ReportHours | undefined,
): ComparisonExtras | null {
  const { metric, granularity, currency } = chart;
  const points = pointsOf(granularity, summary, hours);
  const isSame = points.every(({ from }, index) => chart.points[index]?.from === from);
  if (points.length !== chart.points.length || !isSame) return null;
  const values = points.map(({ previous }) => previous[metric]);
  if (values.every((value) => value === null)) return null;
  const name = comparisonName(summary.previous);
  return {
    series: {
      id: 'compared',
      name,
      look: 'line',
      color: 'var(--series-before)',
      dash: '2 5',
      values: values.map((value) => (value === null ? null : Number(value))),
      textOf: (index) => formatExact(metric, values[index], currency),
    },
    columns: [{ name, values }],
  };
}

function pointsOf(
  granularity: ChartData['granularity'],
  summary: ReportSummary,
  hours: ReportHours | undefined,
): ChartPoint[] {
  if (granularity === 'hour') return hours ? hourPoints(hours.hours) : [];
  const days = dayPoints(summary.trend);
  return granularity === 'day' ? days : groupPoints(days, granularity);
}
