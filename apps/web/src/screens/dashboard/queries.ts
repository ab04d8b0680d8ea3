import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SyncedData } from '@seller-connect/contract';
import { useEffect, useRef } from 'react';
import { ApiFailure, core } from '../../api/index.ts';
import { queryKey, reportQueries } from '../../api/queries/queryKeys.ts';
import { refetchNamed } from '../../api/queries/invalidation.ts';
import { shopsQuery, userQuery } from '../../api/queries/sharedQueries.ts';
import { queryOf, type ReportView } from './filters/filters.ts';

/** While figures still arrive they are asked for again this often, in milliseconds. */
const often = 4_000;
const seldom = 60_000;

/** One more try is worth it by itself. */
const retry = (count: number, error: Error) =>
  count < 1 && !(error instanceof ApiFailure && error.status >= 400 && error.status < 500);

export const homeUserQuery = queryOptions({ ...userQuery, staleTime: seldom, retry });

export const homeShopsQuery = queryOptions({
  ...shopsQuery,
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
    queryKey: queryKey('reportSummary', query),
    queryFn: ({ signal }) => core().call('reportSummary', { query, signal, background: true }),
    ...asked(live),
  });
}

export function breakdownQuery(view: ReportView, live: boolean) {
  // Campaigns are no part of the shops' sales: they are asked for elsewhere.
  const by = view.by === 'campaign' ? undefined : view.by;
  const query = { ...queryOf(view), by: by ?? ('shop' as const) };
  return queryOptions({
    queryKey: queryKey('reportBreakdown', query),
    queryFn: ({ signal }) => core().call('reportBreakdown', { query, signal, background: true }),
    ...asked(live),
  });
}

export function productsQuery(view: ReportView, live: boolean) {
  const { brand } = view;
  const query = { ...queryOf(view), limit: 10, ...(brand === undefined ? {} : { brand }) };
  return queryOptions({
    queryKey: queryKey('reportProducts', query),
    queryFn: ({ signal }) => core().call('reportProducts', { query, signal, background: true }),
    ...asked(live),
  });
}

/** Changes come in bursts: the figures are asked for once for those of this time, in milliseconds. */
const burst = 1_000;

/**
 * Whatever is read of the shops' orders may change the figures: they are asked for again, also at the end of a
 * synchronisation.
 */
export function useLastFigures(live: boolean, synced: SyncedData | undefined): void {
  const queries = useQueryClient();
  const read = stateOfOrders(synced);
  const known = useRef({ live, read });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = { live, read };
    const hasEnded = before.live && !live;
    const hasChanged = !live && before.read !== null && before.read !== read;
    // One that is waiting asks for this change too.
    if (!hasEnded && (!hasChanged || timer.current !== undefined)) return;
    clearTimeout(timer.current);
    const ask = () => {
      timer.current = undefined;
      void refetchNamed(queries, [...reportQueries, 'listShops']);
    };
    timer.current = setTimeout(ask, hasEnded ? 0 : burst);
  }, [live, read, queries]);
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** What was read of the orders of all shops, as one text that changes with it; null before it is known. */
function stateOfOrders(synced: SyncedData | undefined): string | null {
  if (!synced) return null;
  return synced.shops
    .flatMap(({ streams }) => streams.filter(({ stream }) => stream === 'orders'))
    .map(({ rows, lastSucceededAt, updates }) => `${rows} ${lastSucceededAt} ${updates?.toldAt}`)
    .join();
}
