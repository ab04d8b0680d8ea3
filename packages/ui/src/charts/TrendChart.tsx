import { useId, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { classNames } from '../classNames.ts';
import { ChartIcon, TableIcon } from '../icons/icons.ts';
import {
  maxSeries,
  seriesColor,
  seriesDashArray,
  type TrendAxis,
  type TrendPointLabel,
  type TrendSeries,
  type TrendLabels,
} from './trend.ts';
import styles from './TrendChart.module.css';
import { TrendPlot } from './TrendPlot.tsx';
import type { TrendTableProps } from './TrendTable.tsx';

export interface TrendChartProps {
  /** Accessible name. The visible title belongs to the card around the chart. */
  readonly title: string;
  /** One sentence that sums up the chart. */
  readonly summary: string;
  readonly points: readonly TrendPointLabel[];
  /** At most {@link maxSeries}; the rest is not drawn. */
  readonly series: readonly TrendSeries[];
  readonly axis: TrendAxis;
  /** The axis of the series at the right. */
  readonly secondAxis?: TrendAxis | undefined;
  readonly labels: TrendLabels;
  /** The table that the chart can be switched to: `TrendTable`, or what loads it. */
  readonly table: ComponentType<TrendTableProps>;
  /** Newer values are loading; the current ones stay visible. */
  readonly busy?: boolean;
  /** Called with the `href` of a point on a mouse click or Enter. */
  readonly onFollow?: (href: string) => void;
  /** Called with two indices when the seller selects the points between them. Without it, no range can be selected. */
  readonly onSelectRange?: ((from: number, to: number) => void) | undefined;
  /** Shown at the start, such as a choice of metrics. */
  readonly controls?: ReactNode;
  /** Shown beside the table switch, such as a menu. */
  readonly actions?: ReactNode;
}

/** A line chart over time with a keyboard cursor that announces its values. Can be switched to a table. */
export function TrendChart({
  title,
  summary,
  points,
  series: allSeries,
  axis,
  secondAxis,
  labels,
  table: TrendTable,
  busy = false,
  onFollow,
  onSelectRange,
  controls,
  actions,
}: TrendChartProps) {
  const summaryId = useId();
  const [isTable, setIsTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const series = useMemo(() => allSeries.slice(0, maxSeries), [allSeries]);
  const hasLegend = series.length > 1;
  const placed = useMemo(
    () =>
      series
        .map((one, index) => ({ one, index }))
        .filter(({ one }) => !hasLegend || !hidden.has(one.id)),
    [series, hidden, hasLegend],
  );
  return (
    <div className={styles.frame}>
      <div className={styles.chart}>
        <p id={summaryId} className={styles.summary}>
          {summary}
        </p>
        <div className={styles.bar}>
          <div className={styles.controls}>{controls}</div>
          <div className={styles.switch}>
            {actions}
            <Button
              size="small"
              variant="quiet"
              icon={isTable ? <ChartIcon /> : <TableIcon />}
              onClick={() => setIsTable(!isTable)}
            >
              {isTable ? labels.showChart : labels.showTable}
            </Button>
          </div>
        </div>
        <div className={classNames(styles.face, busy && styles.busy)} aria-busy={busy || undefined}>
          {isTable ? (
            <div className={styles.table}>
              <TrendTable title={title} points={points} series={series} labels={labels} />
            </div>
          ) : (
            <TrendPlot
              title={title}
              summaryId={summaryId}
              points={points}
              series={placed}
              axis={axis}
              secondAxis={secondAxis}
              labels={labels}
              onFollow={onFollow}
              onSelectRange={onSelectRange}
            />
          )}
        </div>
        {!isTable && hasLegend && (
          <Legend
            label={labels.legend ?? title}
            series={series}
            hidden={hidden}
            onChange={setHidden}
          />
        )}
      </div>
    </div>
  );
}

interface LegendProps {
  readonly label: string;
  readonly series: readonly TrendSeries[];
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (hidden: ReadonlySet<string>) => void;
}

/** Names the lines. Each entry switches its line on and off. */
function Legend({ label, series, hidden, onChange }: LegendProps) {
  return (
    <div role="group" aria-label={label} className={styles.legend}>
      {series.map((one, index) => (
        <button
          key={one.id}
          type="button"
          className={styles.key}
          aria-pressed={!hidden.has(one.id)}
          onClick={() => onChange(hidden.symmetricDifference(new Set([one.id])))}
        >
          <svg width="20" height="8" viewBox="0 0 20 8" aria-hidden="true">
            <path
              d="M1 4h18"
              stroke={seriesColor(one, index)}
              strokeDasharray={seriesDashArray(one, index)}
              strokeWidth="2"
              strokeLinecap="round"
            />
          </svg>
          {one.name}
        </button>
      ))}
    </div>
  );
}
