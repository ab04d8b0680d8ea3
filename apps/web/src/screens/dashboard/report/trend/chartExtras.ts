import type { TrendEvent, TrendSeries } from '@seller-connect/ui/charts';
import type { ChartPoint } from './chartPoints.ts';
import type { ChartData } from './trendSeries.ts';

/** What a chart shows beside its metrics. It is loaded after the chart. */
export interface ChartExtras {
  /** The chart that it belongs to; null before it is loaded. */
  readonly chart: ChartData | null;
  readonly events: ReadonlyMap<ChartPoint, readonly TrendEvent[]>;
  readonly series: readonly TrendSeries[];
  /** Further columns of the CSV file, with one value per point. */
  readonly columns: readonly ChartColumn[];
}

export interface ChartColumn {
  readonly name: string;
  readonly values: readonly (string | number | null | undefined)[];
}

export const noExtras: ChartExtras = {
  chart: null,
  events: new Map(),
  series: [],
  columns: [],
};
