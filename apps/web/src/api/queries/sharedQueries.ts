import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { core } from '../index.ts';
import { queryKey } from './queryKeys.ts';

/** What several screens read. One definition for each call: how a failure is told does not depend on who asks. */

export const userQuery = queryOptions({
  queryKey: queryKey('getUser'),
  queryFn: ({ signal }) => core().call('getUser', { signal }),
});

export const shopsQuery = queryOptions({
  queryKey: queryKey('listShops'),
  queryFn: ({ signal }) => core().call('listShops', { signal }),
});

export const runsQuery = (shopId: string, pageSize: number) =>
  queryOptions({
    queryKey: queryKey('collectionRuns', shopId, pageSize),
    queryFn: ({ signal }) => core().call('collectionRuns', { query: { shopId, pageSize }, signal }),
    placeholderData: keepPreviousData,
  });

export const shopHistoryQuery = (shopId: string, pageSize: number) =>
  queryOptions({
    queryKey: queryKey('shopHistory', shopId, pageSize),
    queryFn: ({ signal }) =>
      core().call('shopHistory', {
        params: { shopId },
        query: { pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const partnersQuery = queryOptions({
  queryKey: queryKey('listPartners'),
  queryFn: ({ signal }) => core().call('listPartners', { signal }),
});

export const syncedDataQuery = queryOptions({
  queryKey: queryKey('checkSyncedData'),
  queryFn: ({ signal }) => core().call('checkSyncedData', { signal, background: true }),
});

export const teamQuery = queryOptions({
  queryKey: queryKey('readTeam'),
  queryFn: ({ signal }) => core().call('readTeam', { signal }),
});

/** What the person was told: asked for every minute while the page is looked at. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: queryKey('listNotifications'),
  queryFn: ({ signal, pageParam }) =>
    core().call('listNotifications', {
      query: pageParam === null ? {} : { cursor: pageParam },
      signal,
      background: true,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  staleTime: 10_000,
  refetchInterval: 60_000,
});
