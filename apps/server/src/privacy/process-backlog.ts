import { isOutage } from '../platform/database/database.ts';

/** How many items are read at once, beside those that failed. */
const maxItemsPerRead = 100;

/** Items of all teams that a job works on, and what it does with each. */
export interface Backlog<Item> {
  /** Returns the oldest items. One that was worked on is no longer among them. */
  readonly read: (limit: number) => Promise<Item[]>;
  readonly idOf: (item: Item) => string;
  readonly work: (item: Item) => Promise<void>;
  /** Called for an item that failed, which is not tried again in this run. */
  readonly onFailure: (error: unknown, item: Item) => void;
}

/** Works through a backlog until nothing is left or `signal` is aborted. @throws the error of a database outage */
export async function processBacklog<Item>(
  { read, idOf, work, onFailure }: Backlog<Item>,
  signal: AbortSignal,
): Promise<void> {
  // They are still the oldest ones: a read must not be filled with them alone.
  const failed = new Set<string>();
  for (let hasMore = true; hasMore && !signal.aborted;) {
    const limit = maxItemsPerRead + failed.size;
    const items = await read(limit);
    hasMore = items.length === limit;
    for (const item of items) {
      if (signal.aborted) return;
      if (failed.has(idOf(item))) continue;
      await work(item).catch((error: unknown) => {
        if (isOutage(error)) throw error;
        failed.add(idOf(item));
        onFailure(error, item);
      });
    }
  }
}
