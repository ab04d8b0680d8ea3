import { TextLink } from '../actions/TextLink.tsx';
import { Table, type TableColumn } from '../lists/Table.tsx';
import type { TrendLabels, TrendPointLabel, TrendSeries } from './trend.ts';
import styles from './TrendChart.module.css';

interface Row {
  readonly point: TrendPointLabel;
  readonly index: number;
}

export interface TrendTableProps {
  readonly title: string;
  readonly points: readonly TrendPointLabel[];
  readonly series: readonly TrendSeries[];
  readonly labels: Pick<TrendLabels, 'point'>;
}

/** The points of a chart as rows, with a column for each series. */
export function TrendTable({ title, points, series, labels }: TrendTableProps) {
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
          {[...(point.events ?? []).map(({ name }) => name), point.open].map(
            (note) =>
              note !== undefined && (
                <span key={note} className={styles.open}>
                  {' '}
                  · {note}
                </span>
              ),
          )}
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
    />
  );
}
