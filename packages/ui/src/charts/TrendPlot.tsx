import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames } from '../classNames.ts';
import {
  areaPath,
  niceAxis,
  tickIndices,
  linearScale,
  splitPath,
  avoidOverlap,
} from './geometry.ts';
import {
  seriesColor,
  seriesDashArray,
  type FormatTick,
  type TrendPointLabel,
  type TrendSeries,
} from './trend.ts';
import styles from './TrendPlot.module.css';
import { ChartTooltip } from './ChartTooltip.tsx';

const height = 280;
const top = 24;
const bottom = 28;
/** Minimum width in pixels for labels at the ends of the lines. */
const minWidthForEndLabels = 620;
const characterWidth = 6.6;

export interface TrendPlotProps {
  readonly title: string;
  readonly summaryId: string;
  readonly points: readonly TrendPointLabel[];
  readonly series: readonly TrendSeries[];
  readonly axisText: FormatTick;
  readonly minStep: number;
  readonly keys: string;
  readonly onFollow: ((href: string) => void) | undefined;
}

/**
 * The plot, with the role of a slider over its points. Arrow keys, Home, End and the page keys move a
 * cursor whose values a screen reader announces. Mouse and touch move it too.
 */
export function TrendPlot(props: TrendPlotProps) {
  const { title, summaryId, points, series, axisText, minStep, keys, onFollow } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [cursor, setCursor] = useState<number | null>(null);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const last = points.length - 1;
  const activeIndex = cursor === null ? null : Math.min(cursor, last);
  const plot = width > 0 ? layoutPlot(width, points.length, series, axisText, minStep) : null;

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return setCursor(null);
    if (event.key === 'Enter') return navigateToPoint(activeIndex ?? last);
    const next = nextIndex(event.key, activeIndex ?? last, last);
    if (next === null) return;
    event.preventDefault();
    setCursor(next);
  }
  const hasLinks = onFollow !== undefined && points.some(({ href }) => href !== undefined);
  function navigateToPoint(pointIndex: number) {
    const href = points[pointIndex]?.href;
    if (href !== undefined) onFollow?.(href);
  }
  function onPointer(event: PointerEvent<HTMLDivElement>) {
    if (!plot || last < 0) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const share = (x - plot.left) / Math.max(1, plot.right - plot.left);
    setCursor(Math.min(last, Math.max(0, Math.round(share * last))));
  }

  return (
    <div
      ref={frame}
      className={classNames(styles.frame, hasLinks && styles.followed)}
      role="slider"
      tabIndex={0}
      aria-label={`${title}. ${keys}`}
      aria-describedby={summaryId}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={Math.max(0, activeIndex ?? last)}
      aria-valuetext={valueText(points, series, activeIndex ?? last)}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) setCursor(activeIndex ?? last);
      }}
      onBlur={() => setCursor(null)}
      onPointerMove={onPointer}
      onPointerDown={onPointer}
      onClick={({ nativeEvent }) => {
        // On touch, a tap only shows the values. A mouse has already shown them on hover, so a click
        // follows the link.
        const isMouse = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'mouse';
        if (isMouse && activeIndex !== null) navigateToPoint(activeIndex);
      }}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') setCursor(null);
      }}
    >
      {plot && (
        <svg className={styles.plot} width={width} height={height} aria-hidden="true">
          <Grid plot={plot} points={points} axisText={axisText} />
          {series.map((one, index) => (
            <Line key={one.id} series={one} index={index} plot={plot} points={points} />
          ))}
          <Events plot={plot} points={points} series={series} />
          {plot.wide && series.length > 1 && <EndLabels series={series} plot={plot} />}
          {activeIndex !== null && <Cursor at={activeIndex} plot={plot} series={series} />}
        </svg>
      )}
      {plot && activeIndex !== null && (
        <ChartTooltip
          point={points[activeIndex]}
          index={activeIndex}
          series={series}
          x={plot.x(activeIndex)}
          width={width}
        />
      )}
    </div>
  );
}

type Plot = ReturnType<typeof layoutPlot>;

function layoutPlot(
  width: number,
  count: number,
  series: readonly TrendSeries[],
  axisText: FormatTick,
  minStep: number,
) {
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const axis = niceAxis(values, 4, minStep);
  const maxLabelLength = Math.max(
    0,
    ...axis.ticks.map((tick) => axisText(tick, axis.ticks).length),
  );
  const names = Math.max(0, ...series.map((one) => one.name.length));
  const wide = width >= minWidthForEndLabels;
  const left = Math.ceil(maxLabelLength * characterWidth) + 10;
  const right = width - (wide && series.length > 1 ? Math.ceil(names * characterWidth) + 14 : 8);
  const scaleX = linearScale(0, Math.max(1, count - 1), left, right);
  return {
    width,
    wide,
    left,
    right,
    axis,
    // A single point is centered.
    x: count === 1 ? () => (left + right) / 2 : scaleX,
    y: linearScale(axis.min, axis.max, height - bottom, top),
  };
}

interface GridProps {
  readonly plot: Plot;
  readonly points: readonly TrendPointLabel[];
  readonly axisText: FormatTick;
}

function Grid({ plot, points, axisText }: GridProps) {
  const room = Math.floor((plot.right - plot.left) / 64);
  return (
    <g>
      {plot.axis.ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${plot.y(tick).toFixed(1)})`}>
          <line className={tick === 0 ? styles.zero : styles.grid} x1={plot.left} x2={plot.right} />
          <text className={styles.tick} x={plot.left - 8} dy="0.32em" textAnchor="end">
            {axisText(tick, plot.axis.ticks)}
          </text>
        </g>
      ))}
      {tickIndices(points.length, room).map((place) => (
        <text
          key={place}
          className={styles.tick}
          x={plot.x(place)}
          y={height - 8}
          textAnchor={plot.x(place) + 24 > plot.width ? 'end' : 'middle'}
        >
          {points[place]?.short}
        </text>
      ))}
    </g>
  );
}

interface LineProps {
  readonly series: TrendSeries;
  readonly index: number;
  readonly plot: Plot;
  readonly points: readonly TrendPointLabel[];
}

function Line({ series, index, plot, points }: LineProps) {
  const linePoints = series.values.map((value, place) =>
    value === null ? null : { x: plot.x(place), y: plot.y(value) },
  );
  const incomplete =
    series.look === 'before' ? [] : points.map((point) => point.open !== undefined);
  const { solid, dashed } = splitPath(linePoints, incomplete);
  const color = seriesColor(series, index);
  const ends = linePoints.filter(
    (_, place) => incomplete[place] === true && place === linePoints.length - 1,
  );
  return (
    <g>
      {series.look === 'area' && (
        <path className={styles.area} d={areaPath(linePoints, plot.y(0))} fill={color} />
      )}
      <path
        className={series.look === 'before' ? styles.before : styles.line}
        d={solid}
        stroke={color}
        strokeDasharray={seriesDashArray(series, index)}
      />
      <path className={styles.line} d={dashed} stroke={color} strokeDasharray="1 6" />
      {ends.map(
        (end) =>
          end && (
            <circle
              key={end.x}
              className={styles.open}
              cx={end.x}
              cy={end.y}
              r="3.5"
              stroke={color}
            />
          ),
      )}
    </g>
  );
}

/** Minimum distance of the names of events, in pixels. Closer ones are not drawn; the tooltip names them. */
const eventWidth = 44;

/** Names events above the highest line at their points. */
function Events({ plot, points, series }: Pick<LineProps, 'plot' | 'points'> & EventSeries) {
  let lastX = -Infinity;
  return points.map(({ event }, index) => {
    const x = plot.x(index);
    if (event === undefined || x - lastX < eventWidth) return null;
    lastX = x;
    const highest = Math.max(0, ...series.map(({ values }) => values[index] ?? 0));
    const y = Math.max(top + 4, plot.y(highest) - 10);
    const half = (event.length * characterWidth) / 2 + 6;
    const center = Math.min(Math.max(x, plot.left + half), plot.width - half);
    return (
      <g key={points[index]?.long}>
        <rect
          className={styles.eventFace}
          x={center - half}
          y={y - 9}
          width={2 * half}
          height="18"
          rx="9"
        />
        <text className={styles.eventName} x={center} y={y} dy="0.34em" textAnchor="middle">
          {event}
        </text>
      </g>
    );
  });
}

interface EventSeries {
  readonly series: readonly TrendSeries[];
}

function EndLabels({
  series,
  plot,
}: {
  readonly series: readonly TrendSeries[];
  readonly plot: Plot;
}) {
  const desired = series.map((one) => plot.y(one.values.findLast((value) => value !== null) ?? 0));
  const placed = avoidOverlap(desired, 16, top, height - bottom);
  return (
    <g>
      {series.map((one, index) => (
        <text
          key={one.id}
          className={one.look === 'before' ? styles.quietLabel : styles.label}
          x={plot.right + 10}
          y={placed[index]}
          dy="0.32em"
        >
          {one.name}
        </text>
      ))}
    </g>
  );
}

interface CursorProps {
  readonly at: number;
  readonly plot: Plot;
  readonly series: readonly TrendSeries[];
}

function Cursor({ at, plot, series }: CursorProps) {
  const x = plot.x(at);
  return (
    <g>
      <line className={styles.cursor} x1={x} x2={x} y1={top} y2={height - bottom} />
      {series.map((one, index) => {
        const value = one.values[at];
        if (value === null || value === undefined) return null;
        return (
          <circle
            key={one.id}
            className={styles.dot}
            cx={x}
            cy={plot.y(value)}
            r="4"
            fill={seriesColor(one, index)}
          />
        );
      })}
    </g>
  );
}

/** Returns the index that `key` moves the cursor to, or null for keys that the slider does not handle. */
function nextIndex(key: string, currentIndex: number, last: number): number | null {
  const week = 7;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, currentIndex - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, currentIndex + 1);
    case 'PageDown':
      return Math.max(0, currentIndex - week);
    case 'PageUp':
      return Math.min(last, currentIndex + week);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

function valueText(
  points: readonly TrendPointLabel[],
  series: readonly TrendSeries[],
  at: number,
): string {
  const point = points[at];
  if (!point) return '';
  const notes = [point.event, point.open].filter((each) => each !== undefined);
  const day = notes.length === 0 ? point.long : `${point.long} (${notes.join(', ')})`;
  const values = series.map((one) => `${one.name} ${one.textOf(at)}`);
  return `${day}: ${[...values, point.note].filter((each) => each !== undefined).join('; ')}`;
}
