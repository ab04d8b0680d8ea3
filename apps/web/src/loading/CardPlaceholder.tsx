import { Card, Skeleton } from '@seller-connect/ui';
import { LoadError, type FailedQuery } from './LoadError.tsx';

export interface CardPlaceholderProps {
  readonly title?: string;
  readonly query: FailedQuery & { readonly isError: boolean };
  /** Title of the error. */
  readonly failed: string;
  /** Number of rows of the skeleton. */
  readonly rows: number;
}

/** In place of a card until its query has data. */
export function CardPlaceholder({ title, query, failed, rows }: CardPlaceholderProps) {
  if (query.isError) return <LoadError title={failed} query={query} />;
  return (
    <Card {...(title !== undefined && { title })} busy>
      <Skeleton shape="row" count={rows} />
    </Card>
  );
}
