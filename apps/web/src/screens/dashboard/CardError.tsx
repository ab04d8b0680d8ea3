import { useQueryClient, type QueryCache } from '@tanstack/react-query';
import { createContext, use, useSyncExternalStore } from 'react';
import { LoadError, type FailedQuery, type LoadErrorProps } from '../../loading/LoadError.tsx';
import styles from './CardError.module.css';

/**
 * A card that failed to load. If several cards share the failure, the card shows only its title;
 * one banner gives the reason.
 */
export function CardError(props: Omit<LoadErrorProps, 'explained'>) {
  return use(SharedErrorContext) ? (
    <p className={styles.quiet}>{props.title}</p>
  ) : (
    <LoadError {...props} explained />
  );
}

/** The API calls that provide the cards of the report. */
const reportCalls: ReadonlySet<unknown> = new Set([
  'reportSummary',
  'reportBreakdown',
  'reportProducts',
  'reportAds',
]);

/** True inside a report whose cards share one error banner. */
export const SharedErrorContext = createContext(false);

/** Returns the error that several cards of the report share, or null if none or only single cards failed. */
export function useSharedError(): FailedQuery | null {
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
  // The tiles and the chart use the same call.
  const isShared =
    failed.length > 1 || failed.some(({ queryKey }) => queryKey[0] === 'reportSummary');
  if (!isShared) return null;
  return {
    error: failed[0]?.state.error ?? null,
    isFetching: failed.some((query) => query.state.fetchStatus === 'fetching'),
    refetch: () => {
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
