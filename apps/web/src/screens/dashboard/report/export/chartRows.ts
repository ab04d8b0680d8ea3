import type { ReportSummary } from '@seller-connect/contract';
import type { TrendPointLabel } from '@seller-connect/ui/charts';
import type { CsvCell } from '../../../../lists/csv.ts';
import { texts as home } from '../../texts.ts';
import type { ChartColumn } from '../chartExtras.ts';
import type { ChartPoint } from '../chartPoints.ts';
import { movingAverage } from '../extras/averageSeries.ts';
import type { ChartData } from '../trendSeries.ts';
import { texts } from './texts.ts';

/**
 * Returns the points of a chart as rows of a file: exact amounts as decimals with a point, and in every row how and when
 * they were counted.
 */
export function chartRows(
  chart: ChartData,
  labels: readonly TrendPointLabel[],
  summary: Pick<ReportSummary, 'basis' | 'asOf' | 'timeZone' | 'currency'>,
  further: readonly ChartColumn[] = [],
): CsvCell[][] {
  const { columns } = texts;
  const metrics = [chart.metric, ...(chart.second === undefined ? [] : [chart.second])];
  const means = chart.hasAverage ? movingAverage(chart.points, chart.metric) : null;
  const head = [
    columns.from,
    columns.to,
    ...(chart.granularity === 'hour' ? [columns.hour] : []),
    ...metrics.map((metric) => home.metrics[metric].name),
    columns.previousFrom,
    columns.previousTo,
    ...metrics.map((metric) => columns.previous(home.metrics[metric].name)),
    ...(means ? [home.trend.average] : []),
    ...further.map(({ name }) => name),
    columns.complete,
    columns.events,
    columns.currency,
    columns.basis,
    columns.timeZone,
    columns.asOf,
  ];
  const rowOf = (point: ChartPoint, index: number): CsvCell[] => [
    point.from,
    point.to,
    ...(chart.granularity === 'hour' ? [point.hour] : []),
    ...metrics.map((metric) => point.now[metric]),
    point.previousDays?.from,
    point.previousDays?.to,
    ...metrics.map((metric) => point.previous[metric]),
    ...(means ? [means[index]] : []),
    ...further.map(({ values }) => values[index]),
    point.complete && point.partOf === undefined ? columns.yes : columns.no,
    (labels[index]?.events ?? []).map(({ name }) => name).join('; '),
    summary.currency,
    texts.basis,
    summary.timeZone,
    summary.asOf,
  ];
  return [head, ...chart.points.map(rowOf)];
}
