import type { TrendAxis, TrendSeries } from './trend.ts';

/**
 * Axes, layout and SVG paths of the charts. Linear scales and straight lines are enough, so pages with a chart load
 * no charting library.
 */

export interface Axis {
  readonly min: number;
  readonly max: number;
  /** Round values from `min` to `max`, evenly spaced. */
  readonly ticks: readonly number[];
}

/** Returns the smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is not below `wanted`. */
function niceStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  for (const factor of [1, 2, 2.5, 5, 10]) {
    // Tolerance for floating point: 0.3 / 0.1 is not 3.
    if (factor * power >= wanted * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

/** Returns a round step that is not below `wanted`: a multiple of `minStep`. */
function axisStep(wanted: number, minStep: number): number {
  // Amounts have at most four decimals, so a smaller span is no difference.
  const step = wanted > 1e-6 ? niceStep(wanted) : 1;
  return minStep > 0 ? Math.ceil(step / minStep) * minStep : step;
}

/**
 * Returns an axis with round ticks that covers all values. Zero is always included so that heights can be
 * compared. Steps are multiples of `minStep`: 1 for counts, 0.01 for amounts with cents.
 */
export function niceAxis(values: readonly number[], steps = 4, minStep = 0): Axis {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const step = axisStep((highest - lowest) / steps, minStep);
  const first = Math.floor(lowest / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(highest / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 0, ticks };
}

/**
 * Returns an axis for other values with a tick beside every tick of `reference`, so that both share their grid lines and
 * their zero.
 */
export function alignedAxis(values: readonly number[], reference: Axis, minStep = 0): Axis {
  const below = reference.ticks.filter((tick) => tick < 0).length;
  const above = reference.ticks.length - 1 - below;
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  // The reference has no side for these values.
  if ((highest > 0 && above === 0) || (lowest < 0 && below === 0)) {
    return niceAxis(values, reference.ticks.length - 1, minStep);
  }
  const step = axisStep(
    Math.max(highest / Math.max(1, above), -lowest / Math.max(1, below)),
    minStep,
  );
  const ticks = reference.ticks.map((_, index) => (index - below) * step);
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 0, ticks };
}

/** Maps `min` to `from` and `max` to `to`, linearly. */
export function linearScale(min: number, max: number, from: number, to: number) {
  const factor = max === min ? 0 : (to - from) / (max - min);
  return (value: number) => from + (value - min) * factor;
}

/** Height of a plot in pixels, unless the place of the chart determines it. */
export const plotHeight = 280;
/** Leaves room for the name of an event above the highest point. */
export const plotTop = 24;
export const plotBottom = 28;
const characterWidth = 6.6;

/** Returns the width of a text of the size of axis labels, in pixels. */
export function textWidth(text: string): number {
  return Math.ceil(text.length * characterWidth);
}

export type Plot = ReturnType<typeof layoutPlot>;

/** Returns the scales of a plot. The second axis is drawn if a series belongs to it. */
export function layoutPlot(
  width: number,
  count: number,
  series: readonly TrendSeries[],
  { axisText, minStep }: TrendAxis,
  second: TrendAxis | undefined,
  height = plotHeight,
) {
  const valuesOf = (some: readonly TrendSeries[]) =>
    some.flatMap((one) => one.values.filter((value) => value !== null));
  const axis = niceAxis(valuesOf(series.filter((one) => one.axis !== 'right')), 4, minStep);
  const onRight = series.filter((one) => one.axis === 'right');
  const rightAxis =
    second && onRight.length > 0 ? alignedAxis(valuesOf(onRight), axis, second.minStep) : null;
  const labelsOf = (ticks: readonly number[], format: TrendAxis['axisText']) =>
    ticks.map((tick) => ({ tick, text: format(tick, ticks) }));
  const labels = labelsOf(axis.ticks, axisText);
  const rightLabels = rightAxis && second ? labelsOf(rightAxis.ticks, second.axisText) : [];
  const widest = (some: typeof labels) => Math.max(0, ...some.map(({ text }) => textWidth(text)));
  const left = widest(labels) + 10;
  const right = width - (rightLabels.length > 0 ? widest(rightLabels) + 10 : 8);
  const scaleX = linearScale(0, Math.max(1, count - 1), left, right);
  const scaleY = ({ min, max }: { readonly min: number; readonly max: number }) =>
    linearScale(min, max, height - plotBottom, plotTop);
  const y = scaleY(axis);
  const rightY = rightAxis ? scaleY(rightAxis) : y;
  return {
    width,
    height,
    left,
    right,
    labels,
    rightLabels,
    // A single point is centered.
    x: count === 1 ? () => (left + right) / 2 : scaleX,
    y,
    rightY,
    yOf: (one: TrendSeries, value: number) => (one.axis === 'right' ? rightY : y)(value),
  };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface SplitPath {
  /** SVG path of the final values. */
  readonly solid: string;
  /** SVG path of values that can still change. */
  readonly dashed: string;
}

const at = ({ x, y }: Point) => `${x.toFixed(1)},${y.toFixed(1)}`;

/**
 * Returns the line through `points`, interrupted at nulls. A segment with an `incomplete` end goes to
 * `dashed`. An isolated point becomes a line of zero length, which round line caps show as a dot.
 */
export function splitPath(
  points: readonly (Point | null)[],
  incomplete: readonly boolean[] = [],
): SplitPath {
  const paths = { solid: '', dashed: '' };
  let previousKind: keyof SplitPath | null = null;
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (!point) {
      previousKind = null;
      continue;
    }
    if (!next) {
      if (!points[index - 1])
        paths[incomplete[index] === true ? 'dashed' : 'solid'] += `M${at(point)}h0`;
      previousKind = null;
      continue;
    }
    const kind = incomplete[index] === true || incomplete[index + 1] === true ? 'dashed' : 'solid';
    if (kind !== previousKind) paths[kind] += `M${at(point)}`;
    paths[kind] += `L${at(next)}`;
    previousKind = kind;
  }
  return paths;
}

/** Returns the SVG path of the area between the line and `base`, interrupted at nulls. */
export function areaPath(points: readonly (Point | null)[], base: number): string {
  let path = '';
  let from: Point | null = null;
  for (const [index, point] of points.entries()) {
    if (!point) continue;
    path += from ? `L${at(point)}` : `M${at({ x: point.x, y: base })}L${at(point)}`;
    from ??= point;
    if (!points[index + 1]) {
      path += `L${at({ x: point.x, y: base })}Z`;
      from = null;
    }
  }
  return path;
}

/** Returns at most `maxTicks` evenly spaced indices below `count`. The last index is always included. */
export function tickIndices(count: number, maxTicks: number): readonly number[] {
  const step = Math.ceil(count / Math.max(1, maxTicks));
  const indices: number[] = [];
  for (let index = count - 1; index >= 0; index -= step) indices.unshift(index);
  return indices;
}

/**
 * Returns the indices of the points that a line needs: of all points in one column of pixels the first, the lowest, the
 * highest and the last. The line through them covers the same pixels as the line through all, so no peak is lost. Of
 * several missing points beside each other, one remains.
 */
export function thinLine(points: readonly (Point | null)[]): readonly number[] {
  const indices: number[] = [];
  for (let start = 0; start < points.length;) {
    const column = columnOf(points[start]);
    let [end, lowest, highest] = [start, start, start];
    while (end + 1 < points.length && columnOf(points[end + 1]) === column) {
      end += 1;
      if (yAt(points, end) > yAt(points, lowest)) lowest = end;
      if (yAt(points, end) < yAt(points, highest)) highest = end;
    }
    const needed = column === null ? [start] : [start, lowest, highest, end];
    indices.push(...new Set(needed.toSorted((a, b) => a - b)));
    start = end + 1;
  }
  return indices;
}

const columnOf = (point: Point | null | undefined) => (point ? Math.floor(point.x) : null);
const yAt = (points: readonly (Point | null)[], index: number) => points[index]?.y ?? 0;
