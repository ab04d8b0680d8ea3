import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SyncStatus } from '@seller-connect/contract';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../api/index.ts';
import { isFromDevice, onDevice } from '../../api/queries/deviceCopy.ts';
import { reportQueryNames } from '../../api/queries/queryKeys.ts';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { invalidateQueriesByName } from '../../api/queries/invalidation.ts';
import { shopsQuery, userQuery } from '../../api/queries/sharedQueries.ts';
import { toQuery, toSearchParams, type ReportFilters } from './filters/filters.ts';

/** Poll interval while a sync is running, in milliseconds. */
const livePollIntervalMs = 4_000;
const idlePollIntervalMs = 60_000;
/** The counts of the to-do strip read more than a metric does. */
const todoPollIntervalMs = 300_000;

/** Retries once, except after a client error. */
const shouldRetryOnce = (count: number, error: Error) =>
  count < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

export const homeUserQuery = queryOptions({
  ...userQuery,
  staleTime: idlePollIntervalMs,
  retry: shouldRetryOnce,
});

export const homeShopsQuery = queryOptions({
  ...shopsQuery,
  ...onDevice(shopsQuery.queryKey),
  // After linking a shop, the list from before must not be shown. A response of this page's start has come before its
  // first render.
  staleTime: 1_000,
  retry: shouldRetryOnce,
});

/** Keeps the previous data while new data loads. `live` is true while a sync is running. */
export const pollingOptions = (live: boolean) => ({
  placeholderData: keepPreviousData,
  refetchInterval: live ? livePollIntervalMs : idlePollIntervalMs,
  // A copy of this browser is renewed at once, however young it is.
  staleTime: ({ state }: { readonly state: { readonly dataUpdatedAt: number } }) =>
    live || isFromDevice(state.dataUpdatedAt) ? 0 : livePollIntervalMs,
  retry: shouldRetryOnce,
});

/** The report that Home opens with is the one that stays in the browser. */
const isOpenedWith = (filters: ReportFilters): boolean =>
  Object.keys(toSearchParams(filters)).length === 0;

export function summaryQuery(filters: ReportFilters, live: boolean) {
  const call = endpointQuery('reportSummary', { query: toQuery(filters), background: true });
  return queryOptions({
    ...call,
    ...(isOpenedWith(filters) && onDevice(call.queryKey)),
    ...pollingOptions(live),
  });
}

/** The hours of a short period, for the chart. */
export function hoursQuery(filters: ReportFilters, live: boolean) {
  return queryOptions({
    ...endpointQuery('reportHours', { query: toQuery(filters), background: true }),
    ...pollingOptions(live),
  });
}

const todoCall = endpointQuery('readTodo', { background: true });

/** What waits for the seller. It changes with the orders, so a sync refetches it. */
export const todoQuery = queryOptions({
  ...todoCall,
  ...onDevice(todoCall.queryKey),
  ...pollingOptions(false),
  refetchInterval: todoPollIntervalMs,
});

export function breakdownQuery(filters: ReportFilters, live: boolean) {
  // Campaigns are no part of the shops' sales and have a query of their own.
  const by = filters.by === 'campaign' ? undefined : filters.by;
  const query = { ...toQuery(filters), by: by ?? ('shop' as const) };
  const call = endpointQuery('reportBreakdown', { query, background: true });
  return queryOptions({
    ...call,
    ...(isOpenedWith(filters) && onDevice(call.queryKey)),
    ...pollingOptions(live),
  });
}

export function productsQuery(filters: ReportFilters, live: boolean) {
  const { brand } = filters;
  const query = { ...toQuery(filters), limit: 10, ...(brand === undefined ? {} : { brand }) };
  const call = endpointQuery('reportProducts', { query, background: true });
  return queryOptions({
    ...call,
    ...(isOpenedWith(filters) && onDevice(call.queryKey)),
    ...pollingOptions(live),
  });
}

/** Changes arrive in bursts; a burst leads to one refetch. Milliseconds. */
export const refetchDebounceMs = 1_000;

/**
 * Refetches the report whenever synced orders may have changed it, and at the end of a sync.
 * @param isBehind the report lacks days, so it may be from before the end of a sync that the status no longer shows
 */
export function useRefetchOnSync(
  live: boolean,
  synced: SyncStatus | undefined,
  isBehind: boolean,
): void {
  const queryClient = useQueryClient();
  const ordersRevision = ordersRevisionOf(synced);
  const previousRef = useRef({ live, read: ordersRevision, behindAt: '' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const previous = previousRef.current;
    const wasMissed = isBehind && !live && ordersRevision !== null;
    const behindAt = wasMissed ? ordersRevision : previous.behindAt;
    previousRef.current = { live, read: ordersRevision, behindAt };
    const hasEnded = previous.live && !live;
    const hasChanged =
      !live &&
      ((previous.read !== null && previous.read !== ordersRevision) ||
        behindAt !== previous.behindAt);
    // A scheduled refetch covers this change too.
    if (!hasEnded && (!hasChanged || timer.current !== undefined)) return;
    clearTimeout(timer.current);
    const refetch = () => {
      timer.current = undefined;
      void invalidateQueriesByName(queryClient, [...reportQueryNames, 'listShops']);
    };
    timer.current = setTimeout(refetch, hasEnded ? 0 : refetchDebounceMs);
  }, [live, ordersRevision, isBehind, queryClient]);
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Returns a string that changes whenever orders of any shop are synced; null while unknown. */
function ordersRevisionOf(synced: SyncStatus | undefined): string | null {
  if (!synced) return null;
  return synced.shops
    .flatMap(({ streams }) => streams.filter(({ stream }) => stream === 'orders'))
    .map(({ rows, lastSucceededAt, updates }) => `${rows} ${lastSucceededAt} ${updates?.hintedAt}`)
    .join();
}
