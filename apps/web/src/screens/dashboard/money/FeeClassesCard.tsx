import { Block, Skeleton, Table, type TableColumn } from '@seller-connect/ui';
import type { ReportMoney } from '@seller-connect/contract';
import { formats } from '../../../i18n/index.ts';
import type { MoneyBlockProps } from './PayoutCalendarCard.tsx';
import { texts } from './texts.ts';

const words = texts.classesBlock;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
  readonly before: string;
  readonly lines: string;
}

const totalId = 'total';
const told = (part: 'name' | 'amount' | 'before' | 'lines') => (row: Row) =>
  row.id === totalId ? <strong>{row[part]}</strong> : row[part];

const columns: readonly TableColumn<Row>[] = [
  { id: 'what', header: words.what, render: told('name') },
  { id: 'amount', header: words.amount, align: 'end', render: told('amount') },
  { id: 'before', header: words.before, align: 'end', render: told('before') },
  { id: 'lines', header: words.lines, align: 'end', render: told('lines') },
];

/** Every kind of amount that payouts are made of, with its sign, down to the payout. */
export function ClassesBlock({ data, failed, busy }: MoneyBlockProps) {
  if (!data && failed) return null;
  return (
    <Block title={words.title} summary={words.summary} busy={busy} flush>
      {!data && <Skeleton shape="row" count={6} />}
      {data && (
        <Table
          caption={words.caption}
          columns={columns}
          rows={rowsOf(data)}
          rowKey={(row) => row.id}
          compact
          busy={busy}
        />
      )}
    </Block>
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
      name: words.total,
      amount: money(payout.value),
      before: money(payout.previous),
      lines: formats.number(lines),
    },
  ];
}
