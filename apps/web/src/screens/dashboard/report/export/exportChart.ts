import type { ReportSummary } from '@seller-connect/contract';
import {
  renderChartPng,
  renderChartSvg,
  type ChartPicture,
} from '@seller-connect/ui/charts/chartPicture.tsx';
import type { TrendPointLabel } from '@seller-connect/ui/charts';
import { formats } from '../../../../i18n/index.ts';
import { csvFile, type CsvCell } from '../../../../lists/download/csv.ts';
import { downloadBlob } from '../../../../lists/download/downloadBlob.ts';
import { texts as home } from '../../texts.ts';
import { formatPeriod } from '../metrics.tsx';
import type { ChartColumn } from '../extras/ChartExtrasLoader.tsx';
import type { ChartData, ChartPoint } from '../trend/chartData.ts';
import { texts } from './texts.ts';
import { movingAverage } from '../extras/averageSeries.ts';

export type ChartFormat = 'png' | 'svg' | 'csv';

/** What the chart draws. */
export type ChartDrawing = Pick<ChartPicture, 'points' | 'series' | 'axis' | 'secondAxis'>;

export interface ExportedChart {
  readonly chart: ChartData;
  readonly drawn: ChartDrawing;
  readonly title: string;
  readonly summary: ReportSummary;
  /** Further columns of the CSV file. */
  readonly columns: readonly ChartColumn[];
}

/** Downloads a chart as a picture in the page's colors, or its exact figures. */
export async function exportChart(format: ChartFormat, exported: ExportedChart): Promise<void> {
  const { chart, summary } = exported;
  const { from, to } = summary.period;
  const name = `${chart.metric}-${chart.granularity}-${from}-${to}.${format}`;
  downloadBlob(await chartFile(format, exported), name);
}

async function chartFile(
  format: ChartFormat,
  { chart, drawn, title, summary, columns }: ExportedChart,
): Promise<Blob> {
  if (format === 'csv') return csvFile(chartRows(chart, drawn.points, summary, columns));
  const svg = renderChartSvg({
    ...drawn,
    title,
    subtitle: home.comparing(formatPeriod(summary.period), formatPeriod(summary.previous)),
    footnote: [
      home.basis,
      ...(summary.asOf === null
        ? []
        : [home.asOf(formats.dateTime(summary.asOf, summary.timeZone))]),
      texts.currency(summary.currency),
    ].join(' '),
  });
  return format === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : renderChartPng(svg);
}

/**
 * Returns the points of a chart as rows of a file: exact amounts as decimals with a point, and in every row how and when
 * they were counted.
 */
function chartRows(
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
