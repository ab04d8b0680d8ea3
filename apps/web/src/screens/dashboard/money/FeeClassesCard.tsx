import { Card, Skeleton, Table, type TableColumn } from '@seller-connect/ui';
import type { ReportMoney } from '@seller-connect/contract';
import { formats } from '../../../i18n/index.ts';
import type { MoneyCardProps } from './PayoutCalendarCard.tsx';
import { texts } from './texts.ts';

const labels = texts.classesBlock;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
  readonly before: string;
  readonly lines: string;
}

const totalId = 'total';
const renderCell = (part: 'name' | 'amount' | 'before' | 'lines') => (row: Row) =>
  row.id === totalId ? <strong>{row[part]}</strong> : row[part];

const columns: readonly TableColumn<Row>[] = [
  { id: 'what', header: labels.what, render: renderCell('name') },
  { id: 'amount', header: labels.amount, align: 'end', render: renderCell('amount') },
  { id: 'before', header: labels.before, align: 'end', render: renderCell('before') },
  { id: 'lines', header: labels.lines, align: 'end', render: renderCell('lines') },
];

/** Every fee class with its signed amount, down to the payout total. */
export function FeeClassesCard({ data, failed, busy }: MoneyCardProps) {
  if (!data && failed) return null;
  return (
    <Card title={labels.title} summary={labels.summary} busy={busy} flush>
      {!data && <Skeleton shape="row" count={6} />}
      {data && (
        <Table
          caption={labels.caption}
          columns={columns}
          rows={rowsOf(data)}
          rowKey={(row) => row.id}
          compact
          busy={busy}
        />
      )}
    </Card>
  );
}

function rowsOf({ classes, payout, currency }: ReportMoney): Row[] {
  const money = (amount: string | null) =>
    amount === null ? '–' : formats.money(amount, currency);
  const lines = classes.reduce((sum, each) => sum + each.lines, 0);
  return [
    ...classes.map((each) => ({
      id: each.feeClass,
      name: texts.classes[each.feeClass],
      amount: money(each.amount),
      before: money(each.previous),
      lines: formats.number(each.lines),
    })),
    {
      id: totalId,
      name: labels.total,
      amount: money(payout.value),
      before: money(payout.previous),
      lines: formats.number(lines),
    },
  ];
}
