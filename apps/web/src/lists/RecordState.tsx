import { Card, EmptyState, GlobeIcon, PageHeader, Skeleton, Page } from '@seller-connect/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../api/index.ts';
import { LoadError } from '../loading/LoadError.tsx';
import { texts } from './texts.ts';

export interface RecordStateProps {
  /** The record's identifier in the URL. */
  readonly title: string;
  readonly query: Pick<UseQueryResult, 'error' | 'isFetching' | 'fetchStatus' | 'refetch'>;
  /** Title of the error. */
  readonly failed: string;
  /** Shown if the record does not exist; should link back to the list. */
  readonly missing: ReactNode;
}

/** Placeholder of a record's page while it is loading, cannot be loaded or does not exist. */
export function RecordState({ title, query, failed, missing }: RecordStateProps) {
  const { error } = query;
  // A 400 means a malformed identifier, which cannot exist either.
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const isUnreachable = !error && query.fetchStatus === 'paused';
  return (
    <Page width="narrow">
      <PageHeader title={title} />
      <Card busy={!error && !isUnreachable}>
        {isUnreachable && (
          <EmptyState title={texts.offline} icon={<GlobeIcon size={24} />}>
            {texts.offlineText}
          </EmptyState>
        )}
        {!error && !isUnreachable && <Skeleton shape="row" count={4} />}
        {isMissing && missing}
        {error && !isMissing && <LoadError title={failed} query={query} explained />}
      </Card>
    </Page>
  );
}
