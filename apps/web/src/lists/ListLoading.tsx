import { EmptyState, GlobeIcon, Skeleton } from '@seller-connect/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { texts } from './texts.ts';

export interface ListLoadingProps {
  readonly query: Pick<UseQueryResult, 'fetchStatus'>;
  /** Number of rows of the skeleton. */
  readonly rows: number;
}

/**
 * In place of a list's rows until they are loaded: a skeleton, or offline, where the query is paused and resumes by
 * itself, a text that says so. What surrounds it is busy only while `query.isLoading`.
 */
export function ListLoading({ query, rows }: ListLoadingProps) {
  return query.fetchStatus === 'paused' ? <Offline /> : <Skeleton shape="row" count={rows} />;
}

/** Says that what is not loaded yet loads by itself once the device is online. */
export function Offline({ screen = false }: { readonly screen?: boolean }) {
  return (
    <EmptyState
      screen={screen}
      tone={screen ? 'quiet' : 'brand'}
      title={texts.offline}
      icon={<GlobeIcon size={24} />}
    >
      {texts.offlineText}
    </EmptyState>
  );
}
