import type { PlacedSeries } from './PlotDrawing.tsx';
import { seriesColor, type TrendPointLabel } from './trend.ts';
import styles from './ChartTooltip.module.css';

export interface ChartTooltipProps {
  readonly point: TrendPointLabel | undefined;
  readonly index: number;
  readonly series: readonly PlacedSeries[];
  /** The range that is being selected; shown instead of the values. */
  readonly selection: string | null;
  /** Position of the cursor in pixels, within a plot that is `width` pixels wide. */
  readonly x: number;
  readonly width: number;
}

/** The values at the cursor. Hidden from screen readers: the slider's value text says the same. */
export function ChartTooltip({ point, index, series, selection, x, width }: ChartTooltipProps) {
  if (!point) return null;
  // Keeps the neighbors of the cursor visible, which are often the peak of a campaign day.
  const side = x > width / 2 ? { right: width - x + 40 } : { left: x + 40 };
  if (selection !== null) {
    return (
      <div className={styles.readout} style={side} aria-hidden="true">
        {selection}
      </div>
    );
  }
  return (
    <div className={styles.readout} style={side} aria-hidden="true">
      <p className={styles.point}>
        {point.lead !== undefined && `${point.lead}, `}
        {point.long}
        {point.events?.map(({ name }) => (
          <span key={name} className={styles.event}>
            {name}
          </span>
        ))}
      </p>
      <dl className={styles.values}>
        {series.map(({ one, index: place }) => (
          <div key={one.id} className={styles.row}>
            <dt>
              <svg width="8" height="8" viewBox="0 0 8 8">
                <circle cx="4" cy="4" r="4" fill={seriesColor(one, place)} />
              </svg>
              {one.look === 'before' && point.before !== undefined ? point.before : one.name}
            </dt>
            <dd>{one.textOf(index)}</dd>
          </div>
        ))}
      </dl>
      {point.note !== undefined && <p className={styles.note}>{point.note}</p>}
      {point.open !== undefined && <p className={styles.open}>{point.open}</p>}
    </div>
  );
}
