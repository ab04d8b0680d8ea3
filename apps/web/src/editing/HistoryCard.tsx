import { Card, Button, Skeleton, Timeline } from '@seller-connect/ui';
import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formats } from '../i18n/index.ts';
import { failedPage, LoadError } from '../loading/LoadError.tsx';
import { texts } from './texts.ts';
import styles from './record.module.css';

const labels = texts.history;

/** A version of a record that several users can edit. */
export interface VersionEntry {
  readonly version: number;
  /** ISO 8601 UTC. */
  readonly changedAt: string;
  /** Empty if unknown. */
  readonly changedBy: string;
}

interface HistoryPage<Change> {
  readonly items: readonly Change[];
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
}

export interface HistoryCardProps<Change extends VersionEntry> {
  readonly title: string;
  readonly historyKey: QueryKey;
  readonly fetchPage: (input: {
    readonly query: { readonly page: number; readonly pageSize: number };
    readonly signal: AbortSignal;
  }) => Promise<HistoryPage<Change>>;
  /** Returns one sentence for each changed field. */
  readonly describeChange: (change: Change) => readonly string[];
}

/** The change history of a record, newest first, with older entries on demand. */
export function HistoryCard<Change extends VersionEntry>({
  title,
  historyKey,
  fetchPage,
  describeChange,
}: HistoryCardProps<Change>) {
  const history = useInfiniteQuery({
    queryKey: historyKey,
    queryFn: ({ signal, pageParam }) =>
      fetchPage({ query: { page: pageParam, pageSize: 10 }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) =>
      page * pageSize < total ? page + 1 : undefined,
    staleTime: 0,
  });
  const items = history.data?.pages.flatMap((page) => page.items);
  // A version that is saved meanwhile moves the last one of a page to the next page, which then has it again.
  const changes = items && [...new Map(items.map((item) => [item.version, item])).values()];
  return (
    <Card title={title} busy={!changes && !history.isError}>
      {history.isError && <LoadError title={labels.failed} query={failedPage(history)} />}
      {!changes && !history.isError && <Skeleton shape="row" count={2} />}
      {changes && (
        <Timeline
          label={title}
          entries={changes.map((change) => ({
            id: String(change.version),
            title: describeChange(change).map((line) => <div key={line}>{line}</div>),
            meta: (
              <time dateTime={change.changedAt}>
                {labels.by(change.changedBy, formats.dateTime(change.changedAt))}
              </time>
            ),
          }))}
        />
      )}
      {history.hasNextPage && (
        <div className={styles.older}>
          <Button
            size="small"
            busy={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {labels.older}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** The form of a record with its history beside it, or below where there is no room. */
export function RecordColumns({ children }: { readonly children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}
