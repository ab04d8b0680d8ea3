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
  FilterChips,
  StatusTabs,
  Table,
  TextLink,
  Lines,
  Quiet,
  type RowCard,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { coreClient } from '../../../api/index.ts';
import { useMutation } from '../../../api/queries/useMutation.ts';
import { downloadBlob } from '../../../lists/download/downloadBlob.ts';
import { ListLoading } from '../../../lists/ListLoading.tsx';
import { ListPagination } from '../../../lists/ListPagination.tsx';
import { useClampPage, useUrlState } from '../../../lists/useUrlState.ts';
import { formats, sharedTexts } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
import { differencesQuery } from '../queries.ts';
import styles from '../reconcile.module.css';
import { texts } from '../texts.ts';
import { differenceFilters, differencesId, pathOf } from './differenceFilters.ts';
import { LoadError } from '../../../loading/LoadError.tsx';

/** Lists the orders that differ, filtered by reason, with a download. */
export function Differences({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const counts = new Map<DifferenceReason, number>();
  for (const { reason, count } of reconciliation.reasons) {
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  const list = useUrlState(pathOf(reconciliation.id), differenceFilters(reconciliation));
  const { reason, group, page } = list.filters;
  // The list stands below what the page begins with, where a link without the id would lead.
  const addressOf = (part: Parameters<typeof list.hrefOf>[0]) =>
    `${list.hrefOf(part)}#${differencesId}`;
  const query = useQuery(differencesQuery(reconciliation.id, { reason, group, page }));
  const { data, isError, isPlaceholderData } = query;
  useClampPage(data, list);
  const download = useMutation({
    mutationFn: () =>
      coreClient().download('exportDifferences', {
        params: { reconciliationId: reconciliation.id },
      }),
    changes: [],
    onSuccess: (file) =>
      downloadBlob(file, texts.fileName(`${reconciliation.from}--${reconciliation.to}`)),
  });
  if (counts.size === 0) {
    const isMatched = reconciliation.verdict === 'matched';
    return (
      <EmptyState title={texts.none}>{isMatched ? texts.noneWhat : texts.nonePartly}</EmptyState>
    );
  }
  const orderCount = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const ofGroup = reconciliation.groups?.find((each) => each.group === group)?.differences;
  const expectedCount = reason ? (counts.get(reason) ?? 0) : (ofGroup ?? orderCount);
  const chips = group
    ? [{ id: group, text: texts.orderCounts[group], onRemove: () => list.set({ group: null }) }]
    : [];
  return (
    <div id={differencesId} className={styles.differences}>
      <Card
        title={texts.differences}
        summary={reason ? knownText<{ what?: string }>(texts.reasons, reason, {}).what : undefined}
        flush
        busy={isPlaceholderData}
        actions={
          <Button
            icon={<DownloadIcon />}
            busy={download.isPending}
            onClick={() => download.mutate()}
          >
            {texts.download}
          </Button>
        }
      >
        <StatusTabs
          label={texts.filter}
          current={reason ?? (group === null ? 'all' : '')}
          tabs={[
            {
              id: 'all',
              name: texts.all,
              href: addressOf({ reason: null, group: null }),
              count: formats.number(orderCount),
            },
            ...[...counts].map(([value, count]) => ({
              id: value,
              name: nameOf(value),
              href: addressOf({ reason: value, group: null }),
              count: formats.number(count),
            })),
          ]}
        />
        {chips.length > 0 && (
          <div className={styles.note}>
            <FilterChips
              label={texts.orderCounts.chosen}
              chips={chips}
              removeLabel={texts.orderCounts.leaveOut}
            />
          </div>
        )}
        {data && !isPlaceholderData && data.total < expectedCount && (
          <p className={styles.note}>
            {texts.notAllListed(formats.number(data.total), formats.number(expectedCount))}
          </p>
        )}
        {isError && <LoadError title={texts.differencesFailed} query={query} />}
        {!data && !isError && <ListLoading query={query} rows={4} />}
        {data && (
          <>
            <DifferencesTable
              rows={data.items}
              currency={reconciliation.currency}
              busy={isPlaceholderData}
            />
            <ListPagination of={data} hrefOf={(to) => addressOf({ page: to })} />
          </>
        )}
      </Card>
    </div>
  );
}

interface DifferencesTableProps {
  readonly rows: readonly ReconciliationDifference[];
  readonly currency: string;
  readonly busy: boolean;
}

const labels = texts.orderColumns;

function DifferencesTable({ rows, currency, busy }: DifferencesTableProps) {
  return (
    <Table
      caption={texts.differencesCaption}
      rows={rows}
      rowKey={(row) => `${row.orderId} ${row.kind}`}
      cardOf={(row) => cardOf(row, currency)}
      busy={busy}
      columns={[
        {
          id: 'order',
          header: labels.order,
          render: (row) => {
            const href = hrefOf(row);
            return href === undefined ? (
              row.orderId
            ) : (
              <TextLink href={href}>{row.orderId}</TextLink>
            );
          },
        },
        {
          id: 'reason',
          header: labels.reason,
          render: (row) => <span className={styles.reason}>{nameOf(row.reason)}</span>,
        },
        {
          id: 'file',
          header: labels.file,
          render: (row) => linesOf(fileParts(row, currency)),
        },
        {
          id: 'ours',
          header: labels.ours,
          render: (row) => linesOf(ourParts(row, currency)),
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

/** Order and effect; reason; what the file has, and what the report has. */
function cardOf(row: ReconciliationDifference, currency: string): RowCard {
  return {
    href: hrefOf(row),
    title: row.orderId,
    value: formats.money(row.effect, currency),
    text: nameOf(row.reason),
    facts: [
      { name: labels.file, value: <Quiet>{fileParts(row, currency).join(' · ')}</Quiet> },
      { name: labels.ours, value: <Quiet>{ourParts(row, currency).join(' · ')}</Quiet> },
    ],
    factAlign: 'start',
  };
}

const hrefOf = ({ shopId, orderId }: ReconciliationDifference) =>
  shopId === null ? undefined : `/orders/${shopId}/${encodeURIComponent(orderId)}`;

const linesOf = (parts: readonly string[]) => (
  <Lines>
    {parts.map((part) => (
      <span key={part}>{part}</span>
    ))}
  </Lines>
);

function fileParts(row: ReconciliationDifference, currency: string): string[] {
  if (row.kind === 'only_ours') return ['–'];
  const { fileAmount, fileQuantity, fileStatus, fileDay } = row;
  return partsOf(fileAmount, fileQuantity, fileStatus, fileDay, currency);
}

function ourParts(row: ReconciliationDifference, currency: string): string[] {
  if (row.kind === 'only_file') return ['–'];
  const { ourAmount, ourQuantity, ourStage, ourDay } = row;
  return partsOf(ourAmount, ourQuantity, ourStage && stageName(ourStage), ourDay, currency);
}

function partsOf(
  amount: string | null,
  quantity: number | null,
  status: string | null,
  day: string | null,
  currency: string,
): string[] {
  return [
    amount === null ? '' : formats.money(amount, currency),
    quantity === null ? '' : texts.units(formats.number(quantity)),
    status ?? '',
    day === null || day === '' ? '' : formats.day(day),
  ].filter((part) => part !== '');
}

function stageName(stage: string): string {
  return Object.entries(texts.stages).find(([known]) => known === stage)?.[1] ?? stage;
}

const nameOf = (reason: DifferenceReason) =>
  knownText(texts.reasons, reason, { name: sharedTexts.other }).name;
