import { queryOptions } from '@tanstack/react-query';
import { core } from './index.ts';

/** What several screens read. A failure is told once, by the shared handler. */

export const userQuery = queryOptions({
  queryKey: ['getUser'],
  queryFn: ({ signal }) => core().call('getUser', { signal }),
});

export const shopsQuery = queryOptions({
  queryKey: ['listShops'],
  queryFn: ({ signal }) => core().call('listShops', { signal }),
});

export const partnersQuery = queryOptions({
  queryKey: ['listPartners'],
  queryFn: ({ signal }) => core().call('listPartners', { signal }),
});

export const syncedDataQuery = queryOptions({
  queryKey: ['checkSyncedData'],
  queryFn: ({ signal }) => core().call('checkSyncedData', { signal }),
});
