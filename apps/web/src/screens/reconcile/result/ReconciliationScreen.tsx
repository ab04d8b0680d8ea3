import type { Reconciliation } from '@seller-connect/contract';
import {
  Banner,
  Card,
  CheckCircleIcon,
  LinkButton,
  PageHeader,
  PartnerMark,
  Page,
  Quiet,
  Table,
  type RowCard,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { RecordState, useRouteParam } from '../../../lists/index.ts';
import { formats, partnerName } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
import { Differences } from './Differences.tsx';
import { reconciliationQuery } from '../queries.ts';
import styles from '../reconcile.module.css';
import { texts } from '../texts.ts';
import { ResultCounts } from './ResultCounts.tsx';
import { VerdictPill } from '../VerdictPill.tsx';
import { fromE4, toE4 } from '../../../i18n/decimalAmounts.ts';

/**
 * The result of a reconciliation: the verdict, the number of orders by outcome, the totals of both sides, and every
 * order that differs.
 */
export default function ReconciliationScreen() {
  const id = useRouteParam('id');
  const query = useQuery(reconciliationQuery(id));
  if (query.data) return <ReconciliationResult reconciliation={query.data} />;
  return (
    <RecordState
      title={texts.title}
      query={query}
      failed={texts.failed}
      missing={{
        title: texts.missing,
        text: texts.missingWhy,
        icon: <CheckCircleIcon size={24} />,
        back: { href: '/reports/reconcile', label: texts.back },
      }}
    />
  );
}

function ReconciliationResult({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const at = (instant: string) => formats.dateTime(instant, reconciliation.timeZone);
  const facts = [
    texts.period(formats.day(reconciliation.from), formats.day(reconciliation.to)),
    reconciliation.exportedAt && texts.exported(at(reconciliation.exportedAt)),
    reconciliation.asOf && texts.asOf(at(reconciliation.asOf)),
    reconciliation.refetched > 0 && texts.ordersRefetched(formats.number(reconciliation.refetched)),
    reconciliation.monthFirst && texts.monthFirst,
  ];
  return (
    <Page>
      <PageHeader
        title={texts.reconciliationTitle(reconciliation.fileName)}
        actions={<LinkButton href="/reports/reconcile">{texts.again}</LinkButton>}
      >
        <span className={styles.about}>
          <PartnerMark partner={reconciliation.platform} size={20} />
          {texts.of(partnerName(reconciliation.platform), reconciliation.shopName)}
        </span>
      </PageHeader>
      <Card>
        <div className={styles.verdict}>
          <VerdictPill verdict={reconciliation.verdict} />
          <ResultCounts reconciliation={reconciliation} />
          <p className={styles.sentence}>
            {knownText(
              texts.sentence,
              reconciliation.verdict,
              texts.sentence.other,
            )(formats.number(reconciliation.equal), formats.number(reconciliation.differing))}
          </p>
          <Quiet as="p">{facts.filter(Boolean).join(' · ')}</Quiet>
        </div>
      </Card>
      {reconciliation.outside > 0 && (
        <Banner
          title={texts.outside(
            formats.number(reconciliation.outside),
            formats.number(reconciliation.orders),
          )}
        >
          {texts.outsideWhat}
        </Banner>
      )}
      <ExcludedRows reconciliation={reconciliation} />
      <TotalsTable reconciliation={reconciliation} />
      <Differences reconciliation={reconciliation} />
    </Page>
  );
}

const excluded = texts.notCompared;

/** The rows of the file that were excluded from the comparison, and why. */
function ExcludedRows({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const { notCompared, unreadable, unknownStatuses } = reconciliation;
  const points = [
    notCompared.statuses > 0 && excluded.statuses(formats.number(notCompared.statuses)),
    unknownStatuses.length > 0 && excluded.unknownStatuses(unknownStatuses.join(', ')),
    unreadable.rows > 0 && rowsOf(unreadable),
    notCompared.quantities > 0 && excluded.quantities(formats.number(notCompared.quantities)),
  ].filter((point) => point !== false);
  if (points.length === 0) return null;
  const isGrave = notCompared.statuses + unreadable.rows > 0;
  return (
    <Banner tone={isGrave ? 'attention' : 'info'} title={excluded.title}>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Banner>
  );
}

function rowsOf({ rows, first }: Reconciliation['unreadable']): string {
  const named = first.map(({ row, column }) => excluded.row(formats.number(row), column));
  const more = rows - first.length;
  const all = more > 0 ? [...named, excluded.moreRows(formats.number(more))] : named;
  return `${excluded.rows(formats.number(rows))} ${all.join(', ')}.`;
}

const headers = texts.totalsColumns;

type Total = Reconciliation['totals'][number];

/** The totals of the file and of the report, for each variant of counting that the file supports. */
function TotalsTable({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const money = (amount: string) => formats.money(amount, reconciliation.currency);
  const differenceOf = (row: Total) => money(fromE4(toE4(row.file) - toE4(row.ours)));
  /** The variant; the amounts like a subtraction; the orders that are equal. */
  const cardOf = (row: Total): RowCard => ({
    title: knownText(texts.variants, row.variant, row.variant),
    facts: [
      { name: headers.file, value: money(row.file) },
      { name: headers.ours, value: money(row.ours) },
      { name: headers.difference, value: differenceOf(row), isResult: true },
      { name: headers.equal, value: equalOf(row) },
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
            header: headers.variant,
            render: (row) => knownText(texts.variants, row.variant, row.variant),
          },
          { id: 'file', header: headers.file, align: 'end', render: (row) => money(row.file) },
          { id: 'ours', header: headers.ours, align: 'end', render: (row) => money(row.ours) },
          {
            id: 'difference',
            header: headers.difference,
            align: 'end',
            render: differenceOf,
          },
          {
            id: 'equal',
            header: headers.equal,
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
