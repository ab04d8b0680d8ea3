import type { QueryClient } from '@tanstack/react-query';
import type { InvalidatableQuery } from './queryKeys.ts';

/** Broadcasts invalidated queries to the other tabs of this browser. */
const channelName = 'seller-connect.changes';

let channel: BroadcastChannel | null = null;

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel(channelName);
  return channel;
}

/** Invalidates queries in all tabs. Resolves once the active queries of this tab have been refetched. */
export async function invalidateEverywhere(
  queries: QueryClient,
  names: readonly InvalidatableQuery[],
): Promise<void> {
  if (names.length === 0) return;
  broadcastInvalidation(names);
  await invalidateQueriesByName(queries, names);
}

/** Invalidates queries in the other tabs only. */
export function broadcastInvalidation(names: readonly InvalidatableQuery[]): void {
  if (names.length > 0) openChannel().postMessage(names);
}

/** Invalidates queries of this tab: active ones are refetched now, others when next used. */
export function invalidateQueriesByName(
  queries: QueryClient,
  names: readonly string[],
): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ queryKey }) => names.includes(queryKey[0]) });
}

/** Subscribes to invalidations by other tabs. Returns a function that unsubscribes. */
export function onRemoteInvalidation(listener: (names: readonly string[]) => void): () => void {
  const from = openChannel();
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    // Tabs with another version may send a different format.
    if (Array.isArray(data)) listener(data.filter((name) => typeof name === 'string'));
  };
  from.addEventListener('message', onMessage);
  return () => from.removeEventListener('message', onMessage);
}
