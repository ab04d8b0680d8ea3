import { useQueryClient, type QueryCache } from '@tanstack/react-query';
import { createContext, useSyncExternalStore } from 'react';

/** The calls whose answers fill the blocks of the report. */
const reportCalls: ReadonlySet<unknown> = new Set([
  'reportSummary',
  'reportBreakdown',
  'reportProducts',
  'reportAds',
]);

/** True where one banner says for all blocks that they could not be loaded. */
export const SharedErrorContext = createContext(false);

/** What failed in several blocks at once. */
export interface SharedError {
  readonly error: Error | null;
  readonly retrying: boolean;
  readonly retry: () => void;
}

/** A failure that several blocks of the report share; null where each has its own, or none. */
export function useSharedError(): SharedError | null {
  const cache = useQueryClient().getQueryCache();
  const state = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () =>
      failedIn(cache)
        .map(({ queryHash, state: { fetchStatus } }) => queryHash + fetchStatus)
        .join(),
  );
  if (state === '') return null;
  const failed = failedIn(cache);
  // The figures and the chart are of one call.
  const isShared =
    failed.length > 1 || failed.some(({ queryKey }) => queryKey[0] === 'reportSummary');
  if (!isShared) return null;
  return {
    error: failed[0]?.state.error ?? null,
    retrying: failed.some((query) => query.state.fetchStatus === 'fetching'),
    retry: () => {
      for (const query of failed) void query.fetch();
    },
  };
}

function failedIn(cache: QueryCache) {
  return cache.findAll({
    type: 'active',
    predicate: ({ queryKey, state }) => reportCalls.has(queryKey[0]) && state.status === 'error',
  });
}
