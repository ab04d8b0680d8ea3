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

/** How far the setup is; null until the server has said so. */
export function useSetup(): Setup | null {
  const who = useQuery(user).data;
  const linked = useQuery(shops).data?.items;
  const read = useQuery(synced).data;
  if (!who || !linked || !read) return null;
  return setupOf({ user: who, shops: linked, synced: read });
}
