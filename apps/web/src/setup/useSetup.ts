import { queryOptions, useQuery } from '@tanstack/react-query';
import { core } from '../api/index.ts';
import { shopsQuery, syncedDataQuery, userQuery } from '../api/queries.ts';
import { setupOf, type Setup } from './setup.ts';

// The same entries as the screens' own; a failure here only leaves the steps out, and is told by the screen.
const ownFailure = true;
const user = queryOptions({
  queryKey: userQuery.queryKey,
  queryFn: ({ signal }) => core().call('getUser', { signal, ownFailure }),
});
const shops = queryOptions({
  queryKey: shopsQuery.queryKey,
  queryFn: ({ signal }) => core().call('listShops', { signal, ownFailure }),
});
const synced = queryOptions({
  queryKey: syncedDataQuery.queryKey,
  queryFn: ({ signal }) => core().call('checkSyncedData', { signal, ownFailure }),
});

/** How far the setup is; null until the server has said so, and when it cannot be asked. */
export function useSetup(): { readonly setup: Setup | null; readonly failed: boolean } {
  const who = useQuery(user);
  const linked = useQuery(shops);
  const read = useQuery(synced);
  if (!who.data || !linked.data || !read.data) {
    return { setup: null, failed: who.isError || linked.isError || read.isError };
  }
  const setup = setupOf({ user: who.data, shops: linked.data.items, synced: read.data });
  return { setup, failed: false };
}
