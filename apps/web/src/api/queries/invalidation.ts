import type { QueryClient } from '@tanstack/react-query';
import type { InvalidatableQuery } from './queryKeys.ts';

/** Says in every tab of this browser which queries a change has made out of date. */
const channelName = 'seller-connect.changes';

let channel: BroadcastChannel | null = null;

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel(channelName);
  return channel;
}

/** Asks for these queries anew, here and in the other tabs. Ends when those shown here are answered. */
export async function invalidateEverywhere(
  queries: QueryClient,
  names: readonly InvalidatableQuery[],
): Promise<void> {
  if (names.length === 0) return;
  broadcastInvalidation(names);
  await invalidateQueriesByName(queries, names);
}

/** Tells the other tabs alone. */
export function broadcastInvalidation(names: readonly InvalidatableQuery[]): void {
  if (names.length > 0) openChannel().postMessage(names);
}

/** Asks for these queries anew: those that are shown at once, the others when they are shown again. */
export function invalidateQueriesByName(
  queries: QueryClient,
  names: readonly string[],
): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ queryKey }) => names.includes(queryKey[0]) });
}

/** Calls back with the names that another tab published. Returns the function that stops it. */
export function onRemoteInvalidation(listener: (names: readonly string[]) => void): () => void {
  const from = openChannel();
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    // A tab of another version may say something else.
    if (Array.isArray(data)) listener(data.filter((name) => typeof name === 'string'));
  };
  from.addEventListener('message', onMessage);
  return () => from.removeEventListener('message', onMessage);
}
