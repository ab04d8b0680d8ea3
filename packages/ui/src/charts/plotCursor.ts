import type { PlacedSeries } from './PlotDrawing.tsx';
import type { TrendPointLabel } from './trend.ts';

/** Number of points that the page keys move the cursor by: a week of days. */
const pageStep = 7;

/** Returns the index that `key` moves the cursor to, or null for keys that the slider does not handle. */
export function nextIndex(key: string, currentIndex: number, last: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, currentIndex - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, currentIndex + 1);
    case 'PageDown':
      return Math.max(0, currentIndex - pageStep);
    case 'PageUp':
      return Math.min(last, currentIndex + pageStep);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** Returns the points between the start of a selection and the cursor, in order; null without at least two. */
export function selectedRange(
  anchor: number | null,
  cursor: number | null,
): { readonly from: number; readonly to: number } | null {
  if (anchor === null || cursor === null || anchor === cursor) return null;
  return { from: Math.min(anchor, cursor), to: Math.max(anchor, cursor) };
}

/** Returns the values of a point as a sentence, for screen readers. */
export function valueText(
  points: readonly TrendPointLabel[],
  series: readonly PlacedSeries[],
  at: number,
): string {
  const point = points[at];
  if (!point) return '';
  const notes = [...(point.events ?? []).map(({ name }) => name), point.open].filter(
    (each) => each !== undefined,
  );
  const day = notes.length === 0 ? point.long : `${point.long} (${notes.join(', ')})`;
  const values = series.map(({ one }) => `${one.name} ${one.textOf(at)}`);
  return `${day}: ${[...values, point.note].filter((each) => each !== undefined).join('; ')}`;
}
