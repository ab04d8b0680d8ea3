import { Card, EmptyState, LinkButton, PageHeader, Skeleton, Page } from '@seller-connect/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, missingRecordStatuses } from '../api/index.ts';
import { LoadError } from '../loading/LoadError.tsx';
import { Offline } from './ListLoading.tsx';

export interface RecordStateProps {
  /** The record's identifier in the URL. */
  readonly title: string;
  /** Its call has the `missingRecordStatuses` handled locally, because this component shows them. */
  readonly query: Pick<UseQueryResult, 'error' | 'isFetching' | 'fetchStatus' | 'refetch'>;
  /** Title of the error. */
  readonly failed: string;
  /** Shown if the record does not exist. */
  readonly missing: MissingRecordProps;
}

/** Placeholder of a record's page while it is loading, cannot be loaded or does not exist. */
export function RecordState({ title, query, failed, missing }: RecordStateProps) {
  const { error } = query;
  const isMissing =
    error instanceof ApiError && missingRecordStatuses.some((status) => status === error.status);
  if (isMissing) return <MissingRecord {...missing} />;
  if (!error && query.fetchStatus === 'paused') return <Offline screen />;
  return (
    <Page width="narrow">
      <PageHeader title={title} />
      <Card busy={!error}>
        {error ? (
          <LoadError title={failed} query={query} explained />
        ) : (
          <Skeleton shape="row" count={4} />
        )}
      </Card>
    </Page>
  );
}

export interface MissingRecordProps {
  readonly title: string;
  readonly text: string;
  readonly icon: ReactNode;
  /** Leads back to the list. */
  readonly back: { readonly href: string; readonly label: string };
}

/** In place of the page of a record that does not exist. */
export function MissingRecord({ title, text, icon, back }: MissingRecordProps) {
  return (
    <EmptyState
      screen
      tone="quiet"
      title={title}
      icon={icon}
      action={
        <LinkButton variant="primary" href={back.href}>
          {back.label}
        </LinkButton>
      }
    >
      {text}
    </EmptyState>
  );
}
