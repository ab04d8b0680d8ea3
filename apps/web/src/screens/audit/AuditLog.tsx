import type { AuditEntry } from '@seller-connect/contract';
import {
  Card,
  Button,
  EmptyState,
  HistoryIcon,
  Table,
  Quiet,
  type RowCard,
  type TableColumn,
} from '@seller-connect/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { coreClient } from '../../api/index.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { formats } from '../../i18n/index.ts';
import { ListLoading } from '../../lists/ListLoading.tsx';
import { failedPage, LoadError } from '../../loading/LoadError.tsx';
import styles from './audit.module.css';
import { texts } from './texts.ts';
import { activeFilterKind, toQuery, type AuditFilters } from './filters.ts';

const pageSize = 50;

const columns: readonly TableColumn<AuditEntry>[] = [
  {
    id: 'what',
    header: texts.columns.what,
    render: (entry) => <span className={styles.what}>{entry.summary}</span>,
  },
  {
    id: 'who',
    header: texts.columns.who,
    render: ({ actor }) => (
      <>
        <span className={styles.who}>{actorName(actor)}</span>
        {actor?.email && actor.email !== actor.name && (
          <span className={styles.email}>{actor.email}</span>
        )}
      </>
    ),
  },
  {
    id: 'when',
    header: texts.columns.when,
    render: (entry) => <time dateTime={entry.at}>{formats.dateTime(entry.at)}</time>,
  },
];

function actorName(actor: AuditEntry['actor']): string {
  return actor ? (actor.name ?? texts.gone) : texts.system;
}

/** What was done; by whom and when, below the day. */
function cardOf({ summary, actor, at }: AuditEntry): RowCard {
  return {
    title: <span className={styles.what}>{summary}</span>,
    text: <Quiet>{actorName(actor)}</Quiet>,
    textEnd: <time dateTime={at}>{formats.time(at)}</time>,
    group: formats.date(at),
  };
}

interface AuditLogProps {
  readonly filters: AuditFilters;
  readonly onClear: () => void;
}

/** The audit entries that match the filters, newest first, with more on demand. */
export function AuditLog({ filters, onClear }: AuditLogProps) {
  const log = useInfiniteQuery({
    queryKey: queryKey('readAudit', filters),
    queryFn: ({ pageParam, signal }) =>
      coreClient().call('readAudit', {
        query: { ...toQuery(filters), pageSize, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const entries = log.data?.pages.flatMap((page) => page.items) ?? [];
  const failure = log.isError && <LoadError title={texts.failed} query={failedPage(log)} />;
  if (log.isPending) {
    return (
      <Card busy={log.isLoading}>
        <ListLoading query={log} rows={6} />
      </Card>
    );
  }
  if (entries.length === 0) {
    const narrowed = activeFilterKind(filters);
    return (
      failure || (
        <Card>
          <EmptyState
            title={texts.empty}
            icon={<HistoryIcon size={24} />}
            action={
              narrowed && (
                <Button onClick={onClear}>
                  {narrowed === 'filters' ? texts.clear : texts.fromTheStart}
                </Button>
              )
            }
          >
            {narrowed === null
              ? texts.nothingYet
              : narrowed === 'filters'
                ? texts.emptyWhy
                : texts.nothingLately}
          </EmptyState>
        </Card>
      )
    );
  }
  return (
    <Card flush busy={log.isFetching && !log.isFetchingNextPage}>
      <Table
        caption={texts.title}
        columns={columns}
        rows={entries}
        rowKey={(entry) => entry.id}
        cardOf={cardOf}
      />
      <div className={styles.foot}>
        {failure}
        {!log.isError && log.hasNextPage && (
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {texts.more}
          </Button>
        )}
        {!log.isError && !log.hasNextPage && texts.end}
      </div>
    </Card>
  );
}
