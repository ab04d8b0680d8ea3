import { Button, Table } from '@seller-connect/ui';
import type { PriceChangeReport, PriceChangeResult } from '@seller-connect/contract';
import { useState } from 'react';
import { formats } from '../../../i18n/index.ts';
import { formatDifference } from '../form.ts';
import styles from '../pricing.module.css';
import { texts } from '../texts.ts';

const labels = texts.bulk;
const currency = 'VND';
const atOnce = 50;

/** The rows of a price change. Rows that do not change come first, because they need attention. */
export function BulkChangeTable({
  report,
  done = false,
}: {
  report: PriceChangeReport;
  done?: boolean;
}) {
  const [visibleCount, setVisibleCount] = useState(atOnce);
  const rows = [
    ...report.items.filter((row) => row.outcome !== 'changed'),
    ...report.items.filter((row) => row.outcome === 'changed'),
  ];
  const left = rows.length - visibleCount;
  return (
    <>
      <Table
        caption={labels.caption}
        rows={rows.slice(0, visibleCount)}
        rowKey={(row) => row.sku}
        roomyCards
        columns={[
          {
            id: 'name',
            header: texts.columns.name,
            render: (row) => (
              <span className={styles.product}>
                {row.name ?? row.sku}
                {row.name !== null && <span className={styles.quiet}>{row.sku}</span>}
              </span>
            ),
          },
          {
            id: 'old',
            header: texts.columns.old,
            align: 'end',
            render: (row) => amount(row.before),
          },
          {
            id: 'new',
            header: texts.columns.new,
            align: 'end',
            render: (row) => amount(row.after),
          },
          {
            id: 'difference',
            header: texts.columns.difference,
            align: 'end',
            render: differenceText,
          },
          {
            id: 'outcome',
            header: labels.outcome,
            render: (row) =>
              row.outcome === 'changed' ? (done ? labels.changed : labels.will) : row.message,
          },
        ]}
      />
      {left > 0 && (
        <div className={styles.chosen}>
          <Button size="small" onClick={() => setVisibleCount(visibleCount + 10 * atOnce)}>
            {labels.more(formats.number(Math.min(left, 10 * atOnce)))}
          </Button>
        </div>
      )}
    </>
  );
}

function amount(value: string | null): string {
  return value === null ? '–' : formats.money(value, currency);
}

function differenceText({ before, after }: PriceChangeResult): string {
  return before === null || after === null ? '–' : formatDifference(before, after, currency).text;
}
