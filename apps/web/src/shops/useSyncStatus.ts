import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { SyncedData } from '@seller-connect/contract';
import { useEffect, useState } from 'react';
import { readEvents } from '../api/events/serverSentEvents.ts';
import { core } from '../api/index.ts';
import { syncedDataQuery } from '../api/queries/sharedQueries.ts';
import { followSharedEvents } from '../api/events/sharedStream.ts';

/** Reads one `progress` event; null when it is something else. */
export function parseProgress(data: string): SyncedData | null {
  try {
    const value: unknown = JSON.parse(data);
    return isSyncedData(value) ? value : null;
  } catch {
    return null;
  }
}

function isSyncedData(value: unknown): value is SyncedData {
  return (
    typeof value === 'object' &&
    value !== null &&
    'synced' in value &&
    typeof value.synced === 'boolean' &&
    'shops' in value &&
    Array.isArray(value.shops)
  );
}

/** How often the state is asked for while the stream of events is not there. */
const pollEvery = 10_000;

/** How far the synchronisation is: asked for once, then followed live, by polling if need be. */
export function useSyncedData(): UseQueryResult<SyncedData> {
  const queries = useQueryClient();
  const [live, setLive] = useState(false);
  useEffect(
    () =>
      followSharedEvents({
        name: 'seller-connect.collection-events',
        read: (handlers) =>
          readEvents({ client: core(), endpoint: 'collectionEvents', ...handlers }),
        onState: (state) => setLive(state === 'open'),
        onEvent: ({ event, data }) => {
          const progress = event === 'progress' ? parseProgress(data) : null;
          if (progress) queries.setQueryData(syncedDataQuery.queryKey, progress);
        },
      }),
    [queries],
  );
  return useQuery({ ...syncedDataQuery, refetchInterval: live ? false : pollEvery });
}
