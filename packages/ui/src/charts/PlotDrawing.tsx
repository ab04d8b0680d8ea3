import { memo } from 'react';
import {
  areaPath,
  plotBottom,
  splitPath,
  textWidth,
  thinLine,
  tickIndices,
  type Plot,
} from './geometry.ts';
import { seriesColor, seriesDashArray, type TrendPointLabel, type TrendSeries } from './trend.ts';
import styles from './TrendPlot.module.css';

export interface PlotDrawingProps {
  readonly plot: Plot;
  readonly points: readonly TrendPointLabel[];
  /** The visible series with their places in the palette. */
  readonly series: readonly PlacedSeries[];
}

export interface PlacedSeries {
  readonly one: TrendSeries;
  /** Index among all series, so that a color stays when others are hidden. */
  readonly index: number;
}

/** Grid, lines and events of a plot. Drawn anew only if the data or the size changes, not while a cursor moves. */
export const PlotDrawing = memo(function PlotDrawing({ plot, points, series }: PlotDrawingProps) {
  return (
    <>
      <Grid plot={plot} points={points} />
      {series.map(({ one, index }) => (
        <Line key={one.id} series={one} index={index} plot={plot} points={points} />
      ))}
      <Events plot={plot} points={points} series={series} />
    </>
  );
});

function Grid({ plot, points }: Pick<PlotDrawingProps, 'plot' | 'points'>) {
  const room = Math.floor((plot.right - plot.left) / 64);
  return (
    <g>
      {plot.labels.map(({ tick, text }) => (
        <g key={tick} transform={`translate(0 ${plot.y(tick).toFixed(1)})`}>
          <line className={tick === 0 ? styles.zero : styles.grid} x1={plot.left} x2={plot.right} />
          <text className={styles.tick} x={plot.left - 8} dy="0.32em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {plot.rightLabels.map(({ tick, text }) => (
        <text
          key={tick}
          className={styles.tick}
          x={plot.right + 8}
          y={plot.rightY(tick).toFixed(1)}
          dy="0.32em"
        >
          {text}
        </text>
      ))}
      {tickIndices(points.length, room).map((index) => (
        <text
          key={index}
          className={styles.tick}
          x={plot.x(index)}
          y={plot.height - 8}
          textAnchor={plot.x(index) + 24 > plot.width ? 'end' : 'middle'}
        >
          {points[index]?.short}
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
  const all = series.values.map((value, at) =>
    value === null ? null : { x: plot.x(at), y: plot.yOf(series, value) },
  );
  const isIncomplete = (at: number) => series.look !== 'before' && points[at]?.open !== undefined;
  const drawn = thinLine(all);
  const line = drawn.map((at) => all[at] ?? null);
  const { solid, dashed } = splitPath(line, drawn.map(isIncomplete));
  const color = seriesColor(series, index);
  const end = isIncomplete(all.length - 1) ? all.at(-1) : null;
  return (
    <g>
      {series.look === 'area' && (
        <path className={styles.area} d={areaPath(line, plot.y(0))} fill={color} />
      )}
      <path
        className={series.look === 'before' ? styles.before : styles.line}
        d={solid}
        stroke={color}
        strokeDasharray={seriesDashArray(series, index)}
      />
      <path className={styles.line} d={dashed} stroke={color} strokeDasharray="1 6" />
      {end && <circle className={styles.open} cx={end.x} cy={end.y} r="3.5" stroke={color} />}
    </g>
  );
}

/** Minimum distance of the names of events, in pixels. Closer ones are not drawn; the tooltip names them. */
const eventGap = 6;

/** Names events above the highest line at their points; the important ones first, changes of the data last. */
function Events({ plot, points, series }: PlotDrawingProps) {
  const taken: { readonly start: number; readonly end: number }[] = [];
  const named = points.flatMap(({ events = [], long }, index) => {
    const [event] = events;
    return event ? [{ event, count: events.length, long, index }] : [];
  });
  const rank = ({ event }: (typeof named)[number]) =>
    event.important === true ? 0 : event.tone === 'info' ? 2 : 1;
  return named
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ event, count, long, index }) => {
      const name = event.short ?? event.name;
      const text = count > 1 ? `${name} +${count - 1}` : name;
      const half = textWidth(text) / 2 + 6;
      const center = Math.min(Math.max(plot.x(index), plot.left + half), plot.width - half);
      const [start, end] = [center - half - eventGap, center + half + eventGap];
      if (taken.some((other) => start < other.end && other.start < end)) return null;
      taken.push({ start: center - half, end: center + half });
      const highest = series.flatMap(({ one }) => {
        const value = one.values[index];
        return value === null || value === undefined ? [] : [plot.yOf(one, value)];
      });
      const y = Math.min(plot.height - plotBottom, ...highest) - 12;
      return (
        <g key={long} className={event.tone === 'info' ? styles.info : styles.event}>
          <rect x={center - half} y={y - 9} width={2 * half} height="18" rx="9" />
          <text x={center} y={y} dy="0.34em" textAnchor="middle">
            {text}
          </text>
        </g>
      );
    });
}
