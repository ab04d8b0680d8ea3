/**
 * What the charts compute: round axes and the pieces of a line. A linear scale and straight lines
 * are all that they need, so nothing is imported for it: a page that shows a chart loads only these
 * few lines.
 */

export interface Axis {
  readonly min: number;
  readonly max: number;
  /** Round values from `min` to `max`, evenly spaced. */
  readonly ticks: readonly number[];
}

/** The smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is not below `wanted`. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  for (const factor of [1, 2, 2.5, 5, 10]) {
    // A hair of tolerance: 0.3 / 0.1 is not 3.
    if (factor * power >= wanted * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

/**
 * A round axis that holds every value and always holds zero, so that heights can be compared.
 * Steps are multiples of `minStep`: 1 for things that are counted, 0.01 for amounts with cents.
 */
export function axisOf(values: readonly number[], steps = 4, minStep = 0): Axis {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const span = highest - lowest;
  // Below the last place that any amount has, there is nothing to tell apart.
  let step = span > 1e-6 ? roundStep(span / steps) : 1;
  if (minStep > 0) step = Math.max(1, Math.ceil(step / minStep - 1e-6)) * minStep;
  const first = Math.floor(lowest / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(highest / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 0, ticks };
}

/** Maps `min` to `from` and `max` to `to`, linearly. */
export function linear(min: number, max: number, from: number, to: number) {
  const factor = max === min ? 0 : (to - from) / (max - min);
  return (value: number) => from + (value - min) * factor;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface LinePieces {
  /** SVG path of what is final. */
  readonly solid: string;
  /** SVG path of what can still change. */
  readonly dashed: string;
}

const at = ({ x, y }: Point) => `${x.toFixed(1)},${y.toFixed(1)}`;

/**
 * The line through `points`, broken where one is null. A stretch with an end that is not final
 * (`open`) goes to `dashed`. A final point that stands alone becomes a dot of zero length, which
 * round line caps make visible.
 */
export function linePieces(
  points: readonly (Point | null)[],
  open: readonly boolean[] = [],
): LinePieces {
  const paths = { solid: '', dashed: '' };
  let kindBefore: keyof LinePieces | null = null;
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (!point) {
      kindBefore = null;
      continue;
    }
    if (!next) {
      if (!points[index - 1]) paths[open[index] === true ? 'dashed' : 'solid'] += `M${at(point)}h0`;
      kindBefore = null;
      continue;
    }
    const kind = open[index] === true || open[index + 1] === true ? 'dashed' : 'solid';
    if (kind !== kindBefore) paths[kind] += `M${at(point)}`;
    paths[kind] += `L${at(next)}`;
    kindBefore = kind;
  }
  return paths;
}

/** SVG path of the area between the line and `base`, broken where a point is null. */
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

/** Places of `count` labels that fit into `room`, evenly spaced, the last one always among them. */
export function labelledPlaces(count: number, room: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, room)));
  const places: number[] = [];
  for (let place = count - 1; place >= 0; place -= step) places.unshift(place);
  return places;
}

/** Moves labels apart (in the order of their heights) until none overlaps, within `low` to `high`. */
export function spreadLabels(
  wanted: readonly number[],
  height: number,
  low: number,
  high: number,
): readonly number[] {
  const order = wanted
    .map((_, index) => index)
    .toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let least = low;
  for (const index of order) {
    const y = Math.max(placed[index] ?? low, least);
    placed[index] = y;
    least = y + height;
  }
  let most = high;
  for (const index of order.toReversed()) {
    const y = Math.min(placed[index] ?? high, most);
    placed[index] = y;
    most = y - height;
  }
  return placed;
}
