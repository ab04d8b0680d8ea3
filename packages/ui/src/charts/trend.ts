/** What a trend chart is given. The caller brings every word and every format. */

export interface TrendSeries {
  readonly id: string;
  readonly name: string;
  /** One value per point; null where there is none. Only its place on the page comes from it. */
  readonly values: readonly (number | null)[];
  /** The exact value in words. */
  readonly textOf: (index: number) => string;
  /** The series that the chart is about is an area; `before` is what it is compared with. */
  readonly look: 'area' | 'line' | 'before';
  /** A colour of the tokens; the palette's next one when absent. */
  readonly color?: string;
}

export interface TrendPointLabel {
  /** Under the axis: `3/11`. */
  readonly short: string;
  /** In the readout and in the table: `3/11/2026`. */
  readonly long: string;
  /** Why the point can still change, such as “the day is not over”; it is drawn dashed. */
  readonly open?: string;
  /** What the `before` series shows at this place, such as the day that is compared. */
  readonly before?: string;
  /** Where the point leads: to what its value is made of. */
  readonly href?: string | undefined;
}

/** The label of one tick of an axis. It is given all of them, because labels have to differ. */
export type FormatTick = (tick: number, ticks: readonly number[]) => string;

export interface TrendLabels {
  readonly showTable: string;
  readonly showChart: string;
  /** Header of the first column of the table, such as “Day”. */
  readonly point: string;
  /** How to read the chart by keyboard; for screen readers. */
  readonly keys: string;
}

/** At most this many series can still be told apart. */
export const maxSeries = 5;

/** The colour of the series at `index`: its own, or the palette's. */
export function seriesColor(series: TrendSeries, index: number): string {
  if (series.look === 'before') return 'var(--series-before)';
  return series.color ?? `var(--series-${(index % maxSeries) + 1})`;
}

/** Dashes, so that series differ by more than their colour. */
export function seriesDashArray(series: TrendSeries, index: number): string | undefined {
  if (series.look === 'before') return '5 4';
  return [undefined, '9 3', '2 3', '9 3 2 3', '14 4'][index % maxSeries];
}
