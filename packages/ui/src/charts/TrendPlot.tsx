import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { classNames } from '../classNames.ts';
import { ChartTooltip } from './ChartTooltip.tsx';
import { PlotDrawing, type PlacedSeries } from './PlotDrawing.tsx';
import { layoutPlot, plotBottom, plotTop, type Plot } from './geometry.ts';
import { seriesColor, type TrendAxis, type TrendLabels, type TrendPointLabel } from './trend.ts';
import styles from './TrendPlot.module.css';

export interface TrendPlotProps {
  readonly title: string;
  readonly summaryId: string;
  readonly points: readonly TrendPointLabel[];
  readonly series: readonly PlacedSeries[];
  readonly axis: TrendAxis;
  readonly secondAxis: TrendAxis | undefined;
  readonly labels: Pick<TrendLabels, 'keys' | 'selecting'>;
  readonly onFollow: ((href: string) => void) | undefined;
  readonly onSelectRange: ((from: number, to: number) => void) | undefined;
}

/** Minimum distance of a drag that selects a range, in pixels. A shorter one is a click. */
const minDragPx = 6;

/**
 * The plot, with the role of a slider over its points. Arrow keys, Home, End and the page keys move a cursor whose values
 * a screen reader announces. Mouse and touch move it too. With Shift, or by dragging with the mouse, a range is selected;
 * Enter or the end of the drag confirms it, Escape drops it.
 */
export function TrendPlot(props: TrendPlotProps) {
  const { title, summaryId, points, series, axis, secondAxis, labels } = props;
  const { onFollow, onSelectRange } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  const [cursor, setCursor] = useState<number | null>(null);
  /** Where the selection of a range began. */
  const [anchor, setAnchor] = useState<number | null>(null);
  const drag = useRef({ startX: 0, isRange: false, isMouse: false, isDropped: false });

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    // It measures first when the page is laid out. Measuring here would delay the first paint by a second render.
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const last = points.length - 1;
  const activeIndex = cursor === null ? null : Math.min(cursor, last);
  const plot = useMemo(
    () =>
      width > 0
        ? layoutPlot(
            width,
            points.length,
            series.map(({ one }) => one),
            axis,
            secondAxis,
            height,
          )
        : null,
    [width, height, points, series, axis, secondAxis],
  );
  const hasLinks = useMemo(
    () => onFollow !== undefined && points.some(({ href }) => href !== undefined),
    [onFollow, points],
  );
  const range = selectedRange(anchor, activeIndex);
  const rangeText = (range && labels.selecting?.(nameOf(range.from), nameOf(range.to))) ?? null;

  function nameOf(index: number): string {
    return points[index]?.long ?? '';
  }
  function confirmRange() {
    setAnchor(null);
    if (range) onSelectRange?.(range.from, range.to);
  }
  function onKeyDown(event: KeyboardEvent) {
    // Such keys are the browser's, such as Alt+Left, which goes back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') {
      drag.current.isDropped = true;
      setAnchor(null);
      return setCursor(null);
    }
    if (event.key === 'Enter') return range ? confirmRange() : follow(activeIndex ?? last);
    const next = nextIndex(event.key, activeIndex ?? last, last);
    if (next === null) return;
    event.preventDefault();
    if (!event.shiftKey) setAnchor(null);
    else if (onSelectRange && anchor === null) setAnchor(activeIndex ?? last);
    setCursor(next);
  }
  function follow(pointIndex: number) {
    const href = points[pointIndex]?.href;
    if (href !== undefined) onFollow?.(href);
  }
  function indexAt(event: PointerEvent<HTMLDivElement>): number | null {
    if (!plot || last < 0) return null;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const share = (x - plot.left) / Math.max(1, plot.right - plot.left);
    return Math.min(last, Math.max(0, Math.round(share * last)));
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    const index = indexAt(event);
    setCursor(index);
    const isMouse = event.pointerType === 'mouse';
    drag.current = { startX: event.clientX, isRange: false, isMouse, isDropped: false };
    // Touch moves the cursor and scrolls the page; a range is chosen in the calendar.
    if (!isMouse || event.button !== 0 || !onSelectRange) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setAnchor(index);
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    setCursor(indexAt(event));
    if (Math.abs(event.clientX - drag.current.startX) >= minDragPx) drag.current.isRange = true;
  }
  function onPointerUp(event: PointerEvent<HTMLDivElement>) {
    drag.current.isRange &&= range !== null;
    if (drag.current.isRange && event.pointerType === 'mouse') confirmRange();
    else setAnchor(null);
  }

  return (
    <div
      ref={frame}
      className={classNames(styles.frame, hasLinks && styles.followed)}
      role="slider"
      tabIndex={0}
      aria-label={`${title}. ${labels.keys}`}
      aria-describedby={summaryId}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.max(0, activeIndex ?? last)}
      aria-valuetext={rangeText ?? valueText(points, series, activeIndex ?? last)}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) setCursor(activeIndex ?? last);
      }}
      onBlur={() => {
        setCursor(null);
        setAnchor(null);
      }}
      onPointerMove={onPointerMove}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setAnchor(null)}
      onClick={() => {
        // On touch, a tap only shows the values. A mouse has already shown them on hover, so a click
        // follows the link, unless it ends a drag. Not every browser names the pointer in a click.
        const { isMouse, isRange, isDropped } = drag.current;
        if (isMouse && !isRange && !isDropped && activeIndex !== null) follow(activeIndex);
      }}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse' && anchor === null) setCursor(null);
      }}
    >
      {plot && (
        <svg
          className={styles.plot}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden="true"
        >
          <PlotDrawing plot={plot} points={points} series={series} />
        </svg>
      )}
      {plot && activeIndex !== null && (
        <svg className={styles.overlay} width={width} height={height} aria-hidden="true">
          {range && (
            <rect
              className={styles.range}
              x={plot.x(range.from)}
              y={plotTop}
              width={plot.x(range.to) - plot.x(range.from)}
              height={plot.height - plotBottom - plotTop}
            />
          )}
          <Cursor at={activeIndex} plot={plot} series={series} />
        </svg>
      )}
      {plot && activeIndex !== null && (
        <ChartTooltip
          point={points[activeIndex]}
          index={activeIndex}
          series={series}
          selection={rangeText}
          x={plot.x(activeIndex)}
          width={width}
        />
      )}
    </div>
  );
}

interface CursorProps {
  readonly at: number;
  readonly plot: Plot;
  readonly series: readonly PlacedSeries[];
}

function Cursor({ at, plot, series }: CursorProps) {
  const x = plot.x(at);
  return (
    <g>
      <line className={styles.cursor} x1={x} x2={x} y1={plotTop} y2={plot.height - plotBottom} />
      {series.map(({ one, index }) => {
        const value = one.values[at];
        if (value === null || value === undefined) return null;
        return (
          <circle
            key={one.id}
            className={styles.dot}
            cx={x}
            cy={plot.yOf(one, value)}
            r="4"
            fill={seriesColor(one, index)}
          />
        );
      })}
    </g>
  );
}

/** Number of points that the page keys move the cursor by: a week of days. */
const pageStep = 7;

/** Returns the index that `key` moves the cursor to, or null for keys that the slider does not handle. */
function nextIndex(key: string, currentIndex: number, last: number): number | null {
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
function selectedRange(
  anchor: number | null,
  cursor: number | null,
): { readonly from: number; readonly to: number } | null {
  if (anchor === null || cursor === null || anchor === cursor) return null;
  return { from: Math.min(anchor, cursor), to: Math.max(anchor, cursor) };
}

/** Returns the values of a point as a sentence, for screen readers. */
function valueText(
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
