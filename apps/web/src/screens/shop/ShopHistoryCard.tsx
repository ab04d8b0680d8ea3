import { Card, Button, Quiet } from '@seller-connect/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { formats } from '../../i18n/index.ts';
import { ListLoading } from '../../lists/ListLoading.tsx';
import { LoadError } from '../../loading/LoadError.tsx';
import styles from './shop.module.css';
import { texts } from './texts.ts';

/** Number of rows that are loaded: the server's page limit. */
export const pageSize = 100;
/** Number of rows shown initially and added per click. */
const step = 20;

export interface ShopHistoryCardProps<Row> {
  readonly title: string;
  readonly summary?: string;
  readonly empty: string;
  readonly query: UseQueryResult<{ items: Row[]; total: number }>;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A card with a list that can be extended towards the past, including its loading, empty and error states. */
export function ShopHistoryCard<Row>(props: ShopHistoryCardProps<Row>) {
  const { title, summary, empty, query, children } = props;
  const { data, isPending, isLoading, isError } = query;
  const [maxShown, setMaxShown] = useState(step);
  const rows = data?.items.slice(0, maxShown) ?? [];
  return (
    <Card title={title} summary={summary} busy={isLoading}>
      {isPending && <ListLoading query={query} rows={3} />}
      {isError && !data && <LoadError title={texts.failed} query={query} />}
      {data && (rows.length === 0 ? <p>{empty}</p> : children(rows))}
      {data && rows.length > 0 && data.total > step && (
        <div className={styles.more}>
          <Quiet>{texts.shown(formats.number(rows.length), formats.number(data.total))}</Quiet>
          {rows.length < data.items.length && (
            <Button onClick={() => setMaxShown(maxShown + step)}>{texts.more}</Button>
          )}
        </div>
      )}
    </Card>
  );
}
