// Input of a trend chart. The caller supplies all texts and formats.

export interface TrendSeries {
  readonly id: string;
  readonly name: string;
  /** One value per point; null for no value. Used for positions only; `textOf` supplies the text. */
  readonly values: readonly (number | null)[];
  /** Formats the exact value of a point. */
  readonly textOf: (index: number) => string;
  /** `area` is the main series, `before` the previous period. */
  readonly look: 'area' | 'line' | 'before';
  /** Drawn against the second axis, which is at the right. */
  readonly axis?: 'right';
  /** A color token. Defaults to the next color of the palette. */
  readonly color?: string;
  /** A dash pattern of its own, in pixels. */
  readonly dash?: string;
}

export interface TrendPointLabel {
  /** Axis label: `3/11`. */
  readonly short: string;
  /** Label in the tooltip and the table: `3/11/2026`. */
  readonly long: string;
  /** Why the point can still change, such as “the day is not over”. Such points are drawn dashed. */
  readonly open?: string;
  /** Label of the `before` series at this point, such as the compared day. */
  readonly before?: string;
  /** What happened at this point, such as a campaign day, each by another name; the first one is drawn above it. */
  readonly events?: readonly TrendEvent[];
  /** Shown before `long` in the tooltip, such as the weekday. */
  readonly lead?: string;
  /** A further line of the tooltip, such as the change. */
  readonly note?: string;
  /** Link of the point, to the breakdown of its value. */
  readonly href?: string | undefined;
}

export interface TrendEvent {
  readonly name: string;
  /** Drawn instead of a long name. */
  readonly short?: string;
  /** `info` for changes of the data itself, such as a new shop. */
  readonly tone?: 'attention' | 'info';
  /** Drawn where there is no room for all names. */
  readonly important?: boolean;
}

/** Formats one tick of an axis. It receives all ticks because their labels must differ. */
export type FormatTick = (tick: number, ticks: readonly number[]) => string;

export interface TrendAxis {
  /** Formats an axis value in short form: `1,25 tỷ`. */
  readonly axisText: FormatTick;
  /** Smallest step of the axis: 1 for counts, 0.01 for amounts with cents. */
  readonly minStep?: number;
}

export interface TrendLabels {
  readonly showTable: string;
  readonly showChart: string;
  /** Header of the first column of the table, such as “Day”. */
  readonly point: string;
  /** Keyboard instructions for screen readers. */
  readonly keys: string;
  /** Accessible name of the legend, whose entries switch series on and off; the title by default. */
  readonly legend?: string;
  /** Describes a range that is being selected, from one point to another. */
  readonly selecting?: (from: string, to: string) => string;
}

const paletteSize = 5;

/** Maximum number of series that remain distinguishable: those of the palette, and two with a dash of their own. */
export const maxSeries = 7;

/** Returns the CSS color of the series at `index`: its own, or one of the palette. */
export function seriesColor(series: TrendSeries, index: number): string {
  if (series.look === 'before') return 'var(--series-before)';
  return series.color ?? `var(--series-${(index % paletteSize) + 1})`;
}

/** Returns the dash pattern of the series at `index`; undefined for a solid line. Series differ by more than color. */
export function seriesDashArray(series: TrendSeries, index: number): string | undefined {
  if (series.dash !== undefined) return series.dash;
  if (series.look === 'before') return '5 4';
  return [undefined, '9 3', '2 3', '9 3 2 3', '14 4'][index % paletteSize];
}
