import { infiniteQueryOptions } from '@tanstack/react-query';
import { coreClient } from '../index.ts';
import { endpointQuery } from './endpointQuery.ts';
import { queryKey } from './queryKeys.ts';

/** Queries that several screens use. One definition per call gives all of them the same error handling. */

export const userQuery = endpointQuery('getUser');

export const shopsQuery = endpointQuery('listShops');

export const partnersQuery = endpointQuery('listPartners');

export const syncStatusQuery = endpointQuery('checkSyncedData', { background: true });

export const teamQuery = endpointQuery('readTeam');

export const savedViewsQuery = endpointQuery('listSavedViews', { background: true });

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
