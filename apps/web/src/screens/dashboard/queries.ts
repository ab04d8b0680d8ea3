import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiFailure, core } from '../../api/index.ts';
import { shopsQuery, userQuery } from '../../api/queries.ts';
import { queryOf, type ReportView } from './view.ts';

/** While figures still arrive they are asked for again this often, in milliseconds. */
const often = 4_000;
const seldom = 60_000;

/** A block that fails shows it itself and can be retried there; one more try is worth it by itself. */
const ownFailure = true;
const retry = (count: number, error: Error) =>
  count < 1 && !(error instanceof ApiFailure && error.status >= 400 && error.status < 500);

export const ownUserQuery = queryOptions({
  queryKey: userQuery.queryKey,
  queryFn: ({ signal }) => core().call('getUser', { signal, ownFailure }),
  staleTime: seldom,
  retry,
});

export const ownShopsQuery = queryOptions({
  queryKey: shopsQuery.queryKey,
  queryFn: ({ signal }) => core().call('listShops', { signal, ownFailure }),
  // Whoever comes back from linking a shop must not be shown the time before.
  staleTime: 0,
  retry,
});

/** Old figures stay until the new ones are there; `live` while a synchronisation is running. */
const asked = (live: boolean) => ({
  placeholderData: keepPreviousData,
  refetchInterval: live ? often : seldom,
  staleTime: live ? 0 : often,
  retry,
});

export function summaryQuery(view: ReportView, live: boolean) {
  const query = queryOf(view);
  return queryOptions({
    queryKey: ['reportSummary', query],
    queryFn: ({ signal }) => core().call('reportSummary', { query, signal, ownFailure }),
    ...asked(live),
  });
}

export function byShopQuery(view: ReportView, live: boolean) {
  const query = queryOf(view);
  return queryOptions({
    queryKey: ['reportShops', query],
    queryFn: ({ signal }) => core().call('reportShops', { query, signal, ownFailure }),
    ...asked(live),
  });
}

export function productsQuery(view: ReportView, live: boolean) {
  const query = { ...queryOf(view), limit: 10 };
  return queryOptions({
    queryKey: ['reportProducts', query],
    queryFn: ({ signal }) => core().call('reportProducts', { query, signal, ownFailure }),
    ...asked(live),
  });
}

/** The end of a synchronisation brings the last figures: everything is asked for once more. */
export function useLastFigures(live: boolean): void {
  const queries = useQueryClient();
  const wasLive = useRef(live);
  useEffect(() => {
    if (wasLive.current && !live) {
      for (const name of ['reportSummary', 'reportShops', 'reportProducts', 'listShops']) {
        void queries.invalidateQueries({ queryKey: [name] });
      }
    }
    wasLive.current = live;
  }, [live, queries]);
}
