import type { ReportSummary } from '@seller-connect/contract';
import {
  renderChartPng,
  renderChartSvg,
  type ChartPicture,
} from '@seller-connect/ui/charts/chartPicture.tsx';
import { formats } from '../../../../i18n/index.ts';
import { csvFile } from '../../../../lists/csv.ts';
import { downloadBlob } from '../../../../lists/downloadBlob.ts';
import { texts as home } from '../../texts.ts';
import { formatPeriod } from '../metrics.tsx';
import type { ChartColumn } from '../chartExtras.ts';
import type { ChartData } from '../trendSeries.ts';
import { chartRows } from './chartRows.ts';
import { texts } from './texts.ts';

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
