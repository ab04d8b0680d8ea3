import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { core } from './index.ts';

/** What several screens read. One definition for each call: how a failure is told does not depend on who asks. */

export const userQuery = queryOptions({
  queryKey: ['getUser'],
  queryFn: ({ signal }) => core().call('getUser', { signal }),
});

export const shopsQuery = queryOptions({
  queryKey: ['listShops'],
  queryFn: ({ signal }) => core().call('listShops', { signal }),
});

export const runsQuery = (shopId: string, pageSize: number) =>
  queryOptions({
    queryKey: ['collectionRuns', shopId, pageSize],
    queryFn: ({ signal }) => core().call('collectionRuns', { query: { shopId, pageSize }, signal }),
    placeholderData: keepPreviousData,
  });

export const shopHistoryQuery = (shopId: string, pageSize: number) =>
  queryOptions({
    queryKey: ['shopHistory', shopId, pageSize],
    queryFn: ({ signal }) =>
      core().call('shopHistory', {
        params: { shopId },
        query: { pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const partnersQuery = queryOptions({
  queryKey: ['listPartners'],
  queryFn: ({ signal }) => core().call('listPartners', { signal }),
});

export const syncedDataQuery = queryOptions({
  queryKey: ['checkSyncedData'],
  queryFn: ({ signal }) => core().call('checkSyncedData', { signal, background: true }),
});

export const teamQuery = queryOptions({
  queryKey: ['readTeam'],
  queryFn: ({ signal }) => core().call('readTeam', { signal }),
});

/** What the person was told: asked for every minute while the page is looked at. */
export const notificationsQuery = queryOptions({
  queryKey: ['listNotifications'],
  queryFn: ({ signal }) => core().call('listNotifications', { signal, background: true }),
  staleTime: 10_000,
  refetchInterval: 60_000,
});
