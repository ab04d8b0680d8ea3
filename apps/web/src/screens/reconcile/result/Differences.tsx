import type {
  DifferenceReason,
  Reconciliation,
  ReconciliationDifference,
} from '@seller-connect/contract';
import {
  Card,
  Button,
  DownloadIcon,
  EmptyState,
  Select,
  Table,
  TextLink,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { coreClient } from '../../../api/index.ts';
import { useMutation } from '../../../api/queries/useMutation.ts';
import { downloadBlob } from '../../../lists/downloadBlob.ts';
import { formatParams, parseChoice, parsePage } from '../../../lists/listParams.ts';
import { ListLoading } from '../../../lists/ListLoading.tsx';
import { useUrlState } from '../../../lists/useUrlState.ts';
import { formats } from '../../../i18n/index.ts';
import { ReconcilePagination } from '../ReconcilePagination.tsx';
import { differencesQuery } from '../queries.ts';
import styles from '../reconcile.module.css';
import { texts } from '../texts.ts';
import { LoadError } from '../../../loading/LoadError.tsx';

/** Lists the orders that differ, filtered by reason, with a download. */
export function Differences({ check }: { readonly check: Reconciliation }) {
  const counts = new Map<DifferenceReason, number>();
  for (const { reason, count } of check.reasons) {
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  const list = useUrlState(`/reports/reconcile/${check.id}`, {
    parse: ({ reason: rawReason, page: rawPage }) => ({
      reason: parseChoice([...counts.keys()], rawReason),
      page: parsePage(rawPage),
    }),
    toSearchParams: (filters) => formatParams({ ...filters }, { page: 1 }),
  });
  const { reason, page } = list.filters;
  const query = useQuery(differencesQuery(check.id, { reason, page }));
  const { data, isError, isPlaceholderData } = query;
  const download = useMutation({
    mutationFn: () => coreClient().download('exportDifferences', { params: { checkId: check.id } }),
    changes: [],
    onSuccess: (file) => downloadBlob(file, texts.fileName(`${check.from}--${check.to}`)),
  });
  if (counts.size === 0) {
    const isMatched = check.verdict === 'matched';
    return (
      <EmptyState title={texts.none}>{isMatched ? texts.noneWhat : texts.nonePartly}</EmptyState>
    );
  }
  const orderCount = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const expectedCount = reason ? (counts.get(reason) ?? 0) : orderCount;
  return (
    <Card
      title={texts.differences}
      summary={reason ? texts.reasons[reason].what : undefined}
      flush
      busy={isPlaceholderData}
      actions={
        <Button icon={<DownloadIcon />} busy={download.isPending} onClick={() => download.mutate()}>
          {texts.download}
        </Button>
      }
    >
      <div className={styles.filter}>
        <Select
          label={texts.filter}
          compact
          value={reason ?? ''}
          options={[
            { value: '', label: texts.all(formats.number(orderCount)) },
            ...[...counts].map(([each, count]) => ({
              value: each,
              label: texts.withCount(texts.reasons[each].name, formats.number(count)),
            })),
          ]}
          onValueChange={(chosen) => list.set({ reason: chosen === '' ? null : chosen })}
        />
      </div>
      {data && !isPlaceholderData && data.total < expectedCount && (
        <p className={styles.note}>
          {texts.notAllListed(formats.number(data.total), formats.number(expectedCount))}
        </p>
      )}
      {isError && <LoadError title={texts.differencesFailed} query={query} />}
      {!data && !isError && <ListLoading query={query} rows={4} />}
      {data && (
        <>
          <DifferencesTable rows={data.items} currency={check.currency} busy={isPlaceholderData} />
          <ReconcilePagination of={data} hrefOf={(to) => list.hrefOf({ page: to })} />
        </>
      )}
    </Card>
  );
}

interface DifferencesTableProps {
  readonly rows: readonly ReconciliationDifference[];
  readonly currency: string;
  readonly busy: boolean;
}

const labels = texts.orderColumns;

function DifferencesTable({ rows, currency, busy }: DifferencesTableProps) {
  const money = (amount: string | null) => amount !== null && formats.money(amount, currency);
  const quantity = (count: number | null) => count !== null && texts.pieces(formats.number(count));
  const lines = (parts: readonly (string | false | null)[]) => (
    <span className={styles.words}>
      {parts.map((part, index) => part && <span key={index}>{part}</span>)}
    </span>
  );
  return (
    <Table
      caption={texts.differencesCaption}
      rows={rows}
      rowKey={(row) => `${row.orderId} ${row.kind}`}
      busy={busy}
      roomyCards
      columns={[
        {
          id: 'order',
          header: labels.order,
          render: (row) =>
            row.shopId === null ? (
              row.orderId
            ) : (
              <TextLink href={`/orders/${row.shopId}/${encodeURIComponent(row.orderId)}`}>
                {row.orderId}
              </TextLink>
            ),
        },
        {
          id: 'reason',
          header: labels.reason,
          render: (row) => <span className={styles.reason}>{texts.reasons[row.reason].name}</span>,
        },
        {
          id: 'file',
          header: labels.file,
          render: (row) =>
            row.kind === 'only_ours'
              ? '–'
              : lines([
                  money(row.fileAmount),
                  quantity(row.fileQuantity),
                  row.fileStatus,
                  row.fileDay && formats.day(row.fileDay),
                ]),
        },
        {
          id: 'ours',
          header: labels.ours,
          render: (row) =>
            row.kind === 'only_file'
              ? '–'
              : lines([
                  money(row.ourAmount),
                  quantity(row.ourQuantity),
                  row.ourStage && stageName(row.ourStage),
                  row.ourDay && formats.day(row.ourDay),
                ]),
        },
        {
          id: 'effect',
          header: labels.effect,
          align: 'end',
          render: (row) => formats.money(row.effect, currency),
        },
      ]}
    />
  );
}

function stageName(stage: string): string {
  return Object.entries(texts.stages).find(([known]) => known === stage)?.[1] ?? stage;
}
