import { TrendChart, type TrendChartProps } from '@seller-connect/ui/charts';
import { texts } from './texts.ts';

const labels = texts.trend;

export interface ReportTrendProps extends Omit<TrendChartProps, 'labels'> {
  /** Header of the points in the table; days by default. */
  readonly point?: string;
  /** Keyboard instructions for screen readers. */
  readonly keys?: string;
}

/** A trend chart with the texts of the report. */
export function ReportTrend({
  point = labels.day,
  keys = labels.keys,
  ...chart
}: ReportTrendProps) {
  return (
    <TrendChart
      {...chart}
      labels={{ showTable: labels.showTable, showChart: labels.showChart, point, keys }}
    />
  );
}
