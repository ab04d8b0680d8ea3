import { Card, Button, Quiet } from '@seller-connect/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formats } from '../../i18n/index.ts';
import { ListLoading } from '../../lists/ListLoading.tsx';
import { LoadError } from '../../loading/LoadError.tsx';
import styles from './shop.module.css';
import { texts } from './texts.ts';

/** Number of rows shown initially and added per click, up to `maxRows`, the server's page limit. */
export const step = 20;
const maxRows = 100;

export interface ShopHistoryCardProps<Row> {
  readonly title: string;
  readonly summary?: string;
  readonly empty: string;
  readonly query: UseQueryResult<{ items: Row[]; total: number }>;
  readonly onMore: () => void;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A card with a list that can be extended towards the past, including its loading, empty and error states. */
export function ShopHistoryCard<Row>(props: ShopHistoryCardProps<Row>) {
  const { title, summary, empty, query, onMore, children } = props;
  const { data, isPending, isLoading, isError, isFetching } = query;
  const loadedCount = data?.items.length ?? 0;
  return (
    <Card title={title} summary={summary} busy={isLoading}>
      {isPending && <ListLoading query={query} rows={3} />}
      {isError && !data && <LoadError title={texts.failed} query={query} />}
      {data && (loadedCount === 0 ? <p>{empty}</p> : children(data.items))}
      {data && loadedCount > 0 && data.total > step && (
        <div className={styles.more}>
          <Quiet>{texts.shown(formats.number(loadedCount), formats.number(data.total))}</Quiet>
          {loadedCount < data.total && loadedCount < maxRows && (
            <Button busy={isFetching} onClick={onMore}>
              {texts.more}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
