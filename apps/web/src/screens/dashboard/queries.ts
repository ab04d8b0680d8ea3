import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SyncStatus } from '@seller-connect/contract';
import { useEffect, useRef } from 'react';
import { ApiError, coreClient } from '../../api/index.ts';
import { queryKey, reportQueryNames } from '../../api/queries/queryKeys.ts';
import { invalidateQueriesByName } from '../../api/queries/invalidation.ts';
import { shopsQuery, userQuery } from '../../api/queries/sharedQueries.ts';
import { toQuery, type ReportFilters } from './filters/filters.ts';

/** While figures still arrive they are asked for again this often, in milliseconds. */
const livePollIntervalMs = 4_000;
const idlePollIntervalMs = 60_000;

/** One more try is worth it by itself. */
const shouldRetryOnce = (count: number, error: Error) =>
  count < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

export const homeUserQuery = queryOptions({
  ...userQuery,
  staleTime: idlePollIntervalMs,
  retry: shouldRetryOnce,
});

export const homeShopsQuery = queryOptions({
  ...shopsQuery,
  // Whoever comes back from linking a shop must not be shown the time before.
  staleTime: 0,
  retry: shouldRetryOnce,
});

/** Old figures stay until the new ones are there; `live` while a synchronisation is running. */
const pollingOptions = (live: boolean) => ({
  placeholderData: keepPreviousData,
  refetchInterval: live ? livePollIntervalMs : idlePollIntervalMs,
  staleTime: live ? 0 : livePollIntervalMs,
  retry: shouldRetryOnce,
});

export function summaryQuery(filters: ReportFilters, live: boolean) {
  const query = toQuery(filters);
  return queryOptions({
    queryKey: queryKey('reportSummary', query),
    queryFn: ({ signal }) =>
      coreClient().call('reportSummary', { query, signal, background: true }),
    ...pollingOptions(live),
  });
}

export function breakdownQuery(filters: ReportFilters, live: boolean) {
  // Campaigns are no part of the shops' sales: they are asked for elsewhere.
  const by = filters.by === 'campaign' ? undefined : filters.by;
  const query = { ...toQuery(filters), by: by ?? ('shop' as const) };
  return queryOptions({
    queryKey: queryKey('reportBreakdown', query),
    queryFn: ({ signal }) =>
      coreClient().call('reportBreakdown', { query, signal, background: true }),
    ...pollingOptions(live),
  });
}

export function productsQuery(filters: ReportFilters, live: boolean) {
  const { brand } = filters;
  const query = { ...toQuery(filters), limit: 10, ...(brand === undefined ? {} : { brand }) };
  return queryOptions({
    queryKey: queryKey('reportProducts', query),
    queryFn: ({ signal }) =>
      coreClient().call('reportProducts', { query, signal, background: true }),
    ...pollingOptions(live),
  });
}

/** Changes come in bursts: the figures are asked for once for those of this time, in milliseconds. */
const refetchDebounceMs = 1_000;

/**
 * Whatever is read of the shops' orders may change the figures: they are asked for again, also at the end of a
 * synchronisation.
 */
export function useRefetchOnSync(live: boolean, synced: SyncStatus | undefined): void {
  const queryClient = useQueryClient();
  const ordersRevision = ordersRevisionOf(synced);
  const previousRef = useRef({ live, read: ordersRevision });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const previous = previousRef.current;
    previousRef.current = { live, read: ordersRevision };
    const hasEnded = previous.live && !live;
    const hasChanged = !live && previous.read !== null && previous.read !== ordersRevision;
    // One that is waiting asks for this change too.
    if (!hasEnded && (!hasChanged || timer.current !== undefined)) return;
    clearTimeout(timer.current);
    const refetch = () => {
      timer.current = undefined;
      void invalidateQueriesByName(queryClient, [...reportQueryNames, 'listShops']);
    };
    timer.current = setTimeout(refetch, hasEnded ? 0 : refetchDebounceMs);
  }, [live, ordersRevision, queryClient]);
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** What was read of the orders of all shops, as one text that changes with it; null before it is known. */
function ordersRevisionOf(synced: SyncStatus | undefined): string | null {
  if (!synced) return null;
  return synced.shops
    .flatMap(({ streams }) => streams.filter(({ stream }) => stream === 'orders'))
    .map(({ rows, lastSucceededAt, updates }) => `${rows} ${lastSucceededAt} ${updates?.hintedAt}`)
    .join();
}
