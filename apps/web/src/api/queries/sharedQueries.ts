import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { coreClient } from '../index.ts';
import { queryKey } from './queryKeys.ts';

/** Queries that several screens use. One definition per call gives all of them the same error handling. */

export const userQuery = queryOptions({
  queryKey: queryKey('getUser'),
  queryFn: ({ signal }) => coreClient().call('getUser', { signal }),
});

export const shopsQuery = queryOptions({
  queryKey: queryKey('listShops'),
  queryFn: ({ signal }) => coreClient().call('listShops', { signal }),
});

export const runsQuery = (shopId: string, pageSize: number) =>
  queryOptions({
    queryKey: queryKey('collectionRuns', shopId, pageSize),
    queryFn: ({ signal }) =>
      coreClient().call('collectionRuns', { query: { shopId, pageSize }, signal }),
    placeholderData: keepPreviousData,
  });

export const shopHistoryQuery = (shopId: string, pageSize: number) =>
  queryOptions({
    queryKey: queryKey('shopHistory', shopId, pageSize),
    queryFn: ({ signal }) =>
      coreClient().call('shopHistory', {
        params: { shopId },
        query: { pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const partnersQuery = queryOptions({
  queryKey: queryKey('listPartners'),
  queryFn: ({ signal }) => coreClient().call('listPartners', { signal }),
});

export const syncStatusQuery = queryOptions({
  queryKey: queryKey('checkSyncedData'),
  queryFn: ({ signal }) => coreClient().call('checkSyncedData', { signal, background: true }),
});

export const teamQuery = queryOptions({
  queryKey: queryKey('readTeam'),
  queryFn: ({ signal }) => coreClient().call('readTeam', { signal }),
});

export const savedViewsQuery = queryOptions({
  queryKey: queryKey('listSavedViews'),
  queryFn: ({ signal }) => coreClient().call('listSavedViews', { signal, background: true }),
});

/** The user's notifications, polled every minute while the page is visible. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: queryKey('listNotifications'),
  queryFn: ({ signal, pageParam }) =>
    coreClient().call('listNotifications', {
      query: pageParam === null ? {} : { cursor: pageParam },
      signal,
      background: true,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  staleTime: 10_000,
  refetchInterval: 60_000,
});
