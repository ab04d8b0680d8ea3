import { Card } from '@seller-connect/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { LoadError, type FailedQuery } from '../loading/LoadError.tsx';
import { ListLoading } from './ListLoading.tsx';

export interface CardPlaceholderProps {
  readonly title?: string;
  readonly query: FailedQuery & Pick<UseQueryResult, 'isError' | 'isLoading' | 'fetchStatus'>;
  /** Title of the error. */
  readonly failed: string;
  /** Number of rows of the skeleton. */
  readonly rows: number;
}

/** In place of a card until its query has data. */
export function CardPlaceholder({ title, query, failed, rows }: CardPlaceholderProps) {
  if (query.isError) return <LoadError title={failed} query={query} />;
  return (
    <Card {...(title !== undefined && { title })} busy={query.isLoading}>
      <ListLoading query={query} rows={rows} />
    </Card>
  );
}
