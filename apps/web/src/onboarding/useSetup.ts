import { useQuery } from '@tanstack/react-query';
import { shopsQuery, syncStatusQuery, userQuery } from '../api/queries/sharedQueries.ts';
import { computeSetup, type Setup } from './setup.ts';

/** Returns the setup; null until the server has responded, or if it cannot be reached. */
export function useSetup(): { readonly setup: Setup | null; readonly failed: boolean } {
  const who = useQuery(userQuery);
  const linked = useQuery(shopsQuery);
  const read = useQuery(syncStatusQuery);
  if (!who.data || !linked.data || !read.data) {
    return { setup: null, failed: who.isError || linked.isError || read.isError };
  }
  const setup = computeSetup({ user: who.data, shops: linked.data.items, synced: read.data });
  return { setup, failed: false };
}
