import { useId, useState, type ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { TextLink } from '../actions/TextLink.tsx';
import { classNames } from '../classNames.ts';
import { Table, type TableColumn } from '../lists/Table.tsx';
import { ChartIcon, TableIcon } from '../icons/icons.ts';
import {
  maxSeries,
  seriesColor,
  seriesDashArray,
  type FormatTick,
  type TrendPointLabel,
  type TrendSeries,
  type TrendLabels,
} from './trend.ts';
import styles from './TrendChart.module.css';
import { TrendPlot } from './TrendPlot.tsx';

export interface TrendChartProps {
  /** Accessible name. The visible title belongs to the card around the chart. */
  readonly title: string;
  /** One sentence that sums up the chart. */
  readonly summary: string;
  readonly points: readonly TrendPointLabel[];
  /** At most {@link maxSeries}; the rest is not drawn. */
  readonly series: readonly TrendSeries[];
  /** Formats an axis value in short form: `1,25 tỷ`. */
  readonly axisText: FormatTick;
  /** Smallest step of the axis: 1 for counts, 0.01 for amounts with cents. */
  readonly minStep?: number;
  readonly labels: TrendLabels;
  /** Newer values are loading; the current ones stay visible. */
  readonly busy?: boolean;
  /** Called with the `href` of a point on a mouse click or Enter. */
  readonly onFollow?: (href: string) => void;
  /** Shown beside the table switch, such as a choice of metrics. */
  readonly controls?: ReactNode;
}

/** A line chart over time with a keyboard cursor that announces its values. Can be switched to a table. */
export function TrendChart({
  title,
  summary,
  points,
  series: allSeries,
  axisText,
  minStep = 0,
  labels,
  busy = false,
  onFollow,
  controls,
}: TrendChartProps) {
  const summaryId = useId();
  const [isTable, setAsTable] = useState(false);
  const series = allSeries.slice(0, maxSeries);
  return (
    <div className={styles.frame}>
      <div className={styles.chart}>
        <p id={summaryId} className={styles.summary}>
          {summary}
        </p>
        <div className={styles.bar}>
          <div className={styles.controls}>{controls}</div>
          <div className={styles.switch}>
            <Button
              size="small"
              variant="quiet"
              icon={isTable ? <ChartIcon /> : <TableIcon />}
              aria-pressed={isTable}
              onClick={() => setAsTable(!isTable)}
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
              series={series}
              axisText={axisText}
              minStep={minStep}
              keys={labels.keys}
              onFollow={onFollow}
            />
          )}
        </div>
        {!isTable && series.length > 1 && <Legend series={series} />}
      </div>
    </div>
  );
}

/** Names the lines where there is no room for labels at their ends. */
function Legend({ series }: { readonly series: readonly TrendSeries[] }) {
  return (
    <ul className={styles.legend}>
      {series.map((one, index) => (
        <li key={one.id} className={styles.key}>
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
        </li>
      ))}
    </ul>
  );
}

interface Row {
  readonly point: TrendPointLabel;
  readonly index: number;
}

function TrendTable({
  title,
  points,
  series,
  labels,
}: Pick<TrendChartProps, 'title' | 'points' | 'series' | 'labels'>) {
  const columns: TableColumn<Row>[] = [
    {
      id: 'point',
      header: labels.point,
      render: ({ point }) => (
        <>
          {point.href === undefined ? (
            point.long
          ) : (
            <TextLink quiet href={point.href}>
              {point.long}
            </TextLink>
          )}
          {point.open !== undefined && <span className={styles.open}> · {point.open}</span>}
        </>
      ),
    },
    ...series.map((one): TableColumn<Row> => ({
      id: one.id,
      header: one.name,
      align: 'end',
      render: ({ index }) => one.textOf(index),
    })),
  ];
  return (
    <Table
      caption={title}
      columns={columns}
      rows={points.map((point, index) => ({ point, index }))}
      rowKey={({ point }) => point.long}
      compact
      alwaysTable
    />
  );
}
