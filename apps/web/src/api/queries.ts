import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { core } from './index.ts';

/**
 * What several screens read. A failure is told once: by the shared handler, or with `ownFailure` by the
 * screen that cannot show what it is for.
 */

export const userQuery = queryOptions({
  queryKey: ['getUser'],
  queryFn: ({ signal }) => core().call('getUser', { signal }),
});

export const shopsQuery = queryOptions({
  queryKey: ['listShops'],
  queryFn: ({ signal }) => core().call('listShops', { signal, ownFailure: true }),
});

export const runsQuery = (shopId: string, pageSize: number) =>
  queryOptions({
    queryKey: ['collectionRuns', shopId, pageSize],
    queryFn: ({ signal }) =>
      core().call('collectionRuns', { query: { shopId, pageSize }, signal, ownFailure: true }),
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
        ownFailure: true,
      }),
    placeholderData: keepPreviousData,
  });

export const partnersQuery = queryOptions({
  queryKey: ['listPartners'],
  queryFn: ({ signal }) => core().call('listPartners', { signal, ownFailure: true }),
});

export const syncedDataQuery = queryOptions({
  queryKey: ['checkSyncedData'],
  queryFn: ({ signal }) => core().call('checkSyncedData', { signal }),
});

/** Shown by screens that have their own words for a failure. */
export const teamQuery = queryOptions({
  queryKey: ['readTeam'],
  queryFn: ({ signal }) => core().call('readTeam', { signal, ownFailure: true }),
});

/** What the person was told: asked for every minute while the page is looked at. A failure is shown in the panel. */
export const notificationsQuery = queryOptions({
  queryKey: ['listNotifications'],
  queryFn: ({ signal }) => core().call('listNotifications', { signal, ownFailure: true }),
  staleTime: 10_000,
  refetchInterval: 60_000,
});
