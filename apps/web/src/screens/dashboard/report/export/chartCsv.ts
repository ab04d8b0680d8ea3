import type { ReportSummary } from '@seller-connect/contract';
import type { TrendPointLabel } from '@seller-connect/ui/charts';
import { texts as home } from '../../texts.ts';
import type { ChartPoint } from '../chartPoints.ts';
import { movingAverage, type ChartData } from '../trendSeries.ts';
import { texts } from './texts.ts';

type Cell = string | number | null | undefined;

/**
 * Returns the points of a chart as CSV (RFC 4180): exact amounts as decimals with a point, and in every row how and
 * when they were counted. A field without a value is empty.
 */
export function chartCsv(
  chart: ChartData,
  labels: readonly TrendPointLabel[],
  summary: Pick<ReportSummary, 'basis' | 'asOf' | 'timeZone' | 'currency'>,
): string {
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
    columns.complete,
    columns.events,
    columns.currency,
    columns.basis,
    columns.timeZone,
    columns.asOf,
  ];
  const rowOf = (point: ChartPoint, index: number): Cell[] => [
    point.from,
    point.to,
    ...(chart.granularity === 'hour' ? [point.hour] : []),
    ...metrics.map((metric) => point.now[metric]),
    point.previousDays?.from,
    point.previousDays?.to,
    ...metrics.map((metric) => point.previous[metric]),
    ...(means ? [means[index]] : []),
    point.complete && point.partOf === undefined ? columns.yes : columns.no,
    guardText((labels[index]?.events ?? []).map(({ name }) => name).join('; ')),
    summary.currency,
    texts.basis,
    summary.timeZone,
    summary.asOf,
  ];
  return [head, ...chart.points.map(rowOf)]
    .map((row) => `${row.map(formatCell).join(',')}\r\n`)
    .join('');
}

function formatCell(cell: Cell): string {
  const text = String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Keeps spreadsheets from running names of shops as formulas. */
function guardText(text: string): string {
  return /^['=+\-@\t\r＝＋－＠]/u.test(text) ? `'${text}` : text;
}
