import { Button, Table } from '@seller-connect/ui';
import type { PriceReport, PriceRow } from '@seller-connect/contract';
import { useState } from 'react';
import { formats } from '../../../i18n/index.ts';
import { differenceOf } from '../difference.ts';
import styles from '../pricing.module.css';
import { texts } from '../texts.ts';

const words = texts.bulk;
const currency = 'VND';
const atOnce = 50;

/** Each row of a change; those that do not change come first, as they need to be looked at. */
export function BulkRows({ report, done = false }: { report: PriceReport; done?: boolean }) {
  const [shown, setShown] = useState(atOnce);
  const rows = [
    ...report.items.filter((row) => row.outcome !== 'changed'),
    ...report.items.filter((row) => row.outcome === 'changed'),
  ];
  const left = rows.length - shown;
  return (
    <>
      <Table
        caption={words.caption}
        rows={rows.slice(0, shown)}
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
            header: words.outcome,
            render: (row) =>
              row.outcome === 'changed' ? (done ? words.changed : words.will) : row.message,
          },
        ]}
      />
      {left > 0 && (
        <div className={styles.chosen}>
          <Button size="small" onClick={() => setShown(shown + 10 * atOnce)}>
            {words.more(formats.number(Math.min(left, 10 * atOnce)))}
          </Button>
        </div>
      )}
    </>
  );
}

function amount(value: string | null): string {
  return value === null ? '–' : formats.money(value, currency);
}

function differenceText({ before, after }: PriceRow): string {
  return before === null || after === null ? '–' : differenceOf(before, after, currency).text;
}
