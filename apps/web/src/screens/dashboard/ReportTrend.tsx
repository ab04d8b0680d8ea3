import { TrendChart, type TrendAxis, type TrendChartProps } from '@seller-connect/ui/charts';
import { useMemo } from 'react';
import { lazyBlock } from '../../loading/lazyBlock.tsx';
import { texts } from './texts.ts';

const labels = texts.trend;

/** Loaded when the chart is switched to it. */
const TrendTable = lazyBlock(async () => {
  const charts = await import('@seller-connect/ui/charts/TrendTable.tsx');
  return { default: charts.TrendTable };
}, null);

export interface ReportTrendProps
  extends Omit<TrendChartProps, 'labels' | 'axis' | 'table'>, TrendAxis {
  /** Header of the points in the table; days by default. */
  readonly point?: string;
  /** Keyboard instructions for screen readers. */
  readonly keys?: string;
}

/** A trend chart with the texts of the report. */
export function ReportTrend({
  point = labels.day,
  keys = labels.keys,
  axisText,
  minStep,
  ...chart
}: ReportTrendProps) {
  const axis = useMemo(
    () => ({ axisText, ...(minStep === undefined ? {} : { minStep }) }),
    [axisText, minStep],
  );
  const { showTable, showChart, legend, selecting } = labels;
  return (
    <TrendChart
      {...chart}
      table={TrendTable}
      axis={axis}
      labels={{ showTable, showChart, point, keys, legend, selecting }}
    />
  );
}
