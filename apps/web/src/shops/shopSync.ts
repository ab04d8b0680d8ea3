import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { SyncState, SyncStatus } from '@seller-connect/contract';
import { useEffect, useState } from 'react';
import { subscribeToEvents } from '../api/events/serverSentEvents.ts';
import { coreClient } from '../api/index.ts';
import { syncStatusQuery } from '../api/queries/sharedQueries.ts';
import { joinSharedStream } from '../api/events/sharedStream.ts';

/** Returns whether a sync is running or will start without user interaction. */
export function isSyncPending(state: SyncState): boolean {
  return state === 'syncing' || state === 'waiting';
}

/** Parses a `progress` event. Returns null for anything else. */
function parseProgressEvent(data: string): SyncStatus | null {
  try {
    const value: unknown = JSON.parse(data);
    return isSyncedData(value) ? value : null;
  } catch {
    return null;
  }
}

function isSyncedData(value: unknown): value is SyncStatus {
  return (
    typeof value === 'object' &&
    value !== null &&
    'synced' in value &&
    typeof value.synced === 'boolean' &&
    'shops' in value &&
    Array.isArray(value.shops)
  );
}

/** Poll interval in milliseconds while the event stream is not available. */
const pollIntervalMs = 10_000;

/** Returns the sync status: fetched once, then updated by the event stream or by polling. */
export function useSyncStatus(): UseQueryResult<SyncStatus> {
  const queries = useQueryClient();
  const [live, setLive] = useState(false);
  useEffect(
    () =>
      joinSharedStream({
        name: 'seller-connect.collection-events',
        read: (handlers) =>
          subscribeToEvents({ client: coreClient(), endpoint: 'collectionEvents', ...handlers }),
        onState: (state) => setLive(state === 'open'),
        onEvent: ({ event, data }) => {
          const progress = event === 'progress' ? parseProgressEvent(data) : null;
          if (progress) queries.setQueryData(syncStatusQuery.queryKey, progress);
        },
      }),
    [queries],
  );
  return useQuery({ ...syncStatusQuery, refetchInterval: live ? false : pollIntervalMs });
}
