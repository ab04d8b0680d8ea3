import {
  AlertTriangleIcon,
  Button,
  CheckCircleIcon,
  Lines,
  Quiet,
  SegmentedControl,
  Table,
  type RowCard,
} from '@seller-connect/ui';
import type { PriceChangeReport, PriceChangeResult } from '@seller-connect/contract';
import { useState } from 'react';
import { formats } from '../../../i18n/index.ts';
import { formatDifference } from '../form.ts';
import styles from '../pricing.module.css';
import { texts } from '../texts.ts';

const labels = texts.bulk;
const currency = 'VND';
const atOnce = 50;

const shownRows = ['all', 'changed', 'unchanged'] as const;

/**
 * The rows of a price change, all or one kind. Rows that do not change come first, because they need attention.
 */
export function BulkChangeTable({
  report,
  done = false,
}: {
  report: PriceChangeReport;
  done?: boolean;
}) {
  const [visibleCount, setVisibleCount] = useState(atOnce);
  const [shown, setShown] = useState<(typeof shownRows)[number]>('all');
  const changed = report.items.filter((row) => row.outcome === 'changed');
  const unchanged = report.items.filter((row) => row.outcome !== 'changed');
  const rows = { all: [...unchanged, ...changed], changed, unchanged }[shown];
  const left = rows.length - visibleCount;
  return (
    <>
      {changed.length > 0 && unchanged.length > 0 && (
        <div className={styles.kinds}>
          <SegmentedControl
            label={labels.shown}
            value={shown}
            options={[
              { value: 'all', label: labels.rows.all(formats.number(report.items.length)) },
              { value: 'changed', label: labels.rows.changed(formats.number(changed.length)) },
              {
                value: 'unchanged',
                label: labels.rows.unchanged(formats.number(unchanged.length)),
              },
            ]}
            onValueChange={setShown}
          />
        </div>
      )}
      <Table
        caption={labels.caption}
        rows={rows.slice(0, visibleCount)}
        rowKey={(row) => row.sku}
        cardOf={(row) => cardOf(row, done)}
        columns={[
          {
            id: 'name',
            header: texts.columns.name,
            render: (row) => (
              <Lines>
                {row.name ?? row.sku}
                {row.name !== null && <Quiet>{row.sku}</Quiet>}
              </Lines>
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
            render: (row) => <Outcome row={row} done={done} />,
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

interface OutcomeProps {
  readonly row: PriceChangeResult;
  readonly done: boolean;
}

function Outcome({ row, done }: OutcomeProps) {
  return (
    <span className={styles.outcome} data-outcome={row.outcome}>
      {row.outcome === 'changed' ? <CheckCircleIcon /> : <AlertTriangleIcon />}
      {row.outcome === 'changed' ? (done ? labels.changed : labels.will) : row.message}
    </span>
  );
}

/** Name and new price; SKU and old price; outcome and difference. */
function cardOf(row: PriceChangeResult, done: boolean): RowCard {
  return {
    title: row.name ?? row.sku,
    value: amount(row.after),
    text: <Quiet>{row.sku}</Quiet>,
    textEnd: row.before === null ? undefined : labels.was(amount(row.before)),
    detail: <Outcome row={row} done={done} />,
    detailEnd: differenceText(row),
  };
}

function amount(value: string | null): string {
  return value === null ? '–' : formats.money(value, currency);
}

function differenceText({ before, after }: PriceChangeResult): string {
  return before === null || after === null ? '–' : formatDifference(before, after, currency).text;
}
