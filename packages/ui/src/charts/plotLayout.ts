import { alignedAxis, linearScale, niceAxis } from './geometry.ts';
import type { TrendAxis, TrendSeries } from './trend.ts';

/** In a place that leaves it free. */
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
