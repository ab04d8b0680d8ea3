import { onTestFinished } from 'vitest';

/** Returns the messages that another tab receives: the queries to refetch, a list for each mutation. */
export function anotherTab(): unknown[] {
  const messages: unknown[] = [];
  const channel = new BroadcastChannel('seller-connect.changes');
  channel.addEventListener('message', ({ data }) => messages.push(data));
  onTestFinished(() => channel.close());
  return messages;
}
