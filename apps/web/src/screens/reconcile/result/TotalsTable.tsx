import type { Reconciliation } from '@seller-connect/contract';
import { Card, Table, type RowCard } from '@seller-connect/ui';
import { fromE4, toE4 } from '../../../i18n/decimalAmounts.ts';
import { formats } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
import { texts } from '../texts.ts';

const labels = texts.totalsColumns;

type Total = Reconciliation['totals'][number];

/** The totals of the file and of the report, for each variant of counting that the file supports. */
export function TotalsTable({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const money = (amount: string) => formats.money(amount, reconciliation.currency);
  const differenceOf = (row: Total) => money(fromE4(toE4(row.file) - toE4(row.ours)));
  /** The variant; the amounts like a subtraction; the orders that are equal. */
  const cardOf = (row: Total): RowCard => ({
    title: knownText(texts.variants, row.variant, row.variant),
    facts: [
      { name: labels.file, value: money(row.file) },
      { name: labels.ours, value: money(row.ours) },
      { name: labels.difference, value: differenceOf(row), isResult: true },
      { name: labels.equal, value: equalOf(row) },
    ],
  });
  return (
    <Card title={texts.totals} summary={texts.totalsWhat} flush>
      <Table
        caption={texts.totals}
        rows={reconciliation.totals}
        rowKey={(total) => total.variant}
        cardOf={cardOf}
        columns={[
          {
            id: 'variant',
            header: labels.variant,
            render: (row) => knownText(texts.variants, row.variant, row.variant),
          },
          { id: 'file', header: labels.file, align: 'end', render: (row) => money(row.file) },
          { id: 'ours', header: labels.ours, align: 'end', render: (row) => money(row.ours) },
          {
            id: 'difference',
            header: labels.difference,
            align: 'end',
            render: differenceOf,
          },
          {
            id: 'equal',
            header: labels.equal,
            align: 'end',
            render: equalOf,
          },
        ]}
      />
    </Card>
  );
}

const equalOf = ({ equal, compared }: Total) =>
  texts.ofOrders(formats.number(equal), formats.number(compared));
