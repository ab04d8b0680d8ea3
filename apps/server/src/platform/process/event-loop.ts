import { setImmediate } from 'node:timers/promises';

/** Longest time between two turns of the event loop, in milliseconds. */
const sliceMs = 10;
/** Visits between two looks at the clock. */
const visitsPerLook = 32;

/**
 * Visits all items in order, in slices of about 10 ms, so that other requests are answered in between.
 * @throws the reason of `signal` once it is aborted
 */
export async function visitInSlices<Item>(
  items: Iterable<Item>,
  visit: (item: Item) => void,
  signal?: AbortSignal,
): Promise<void> {
  let visits = 0;
  let startedAt = performance.now();
  for (const item of items) {
    visit(item);
    visits += 1;
    if (visits % visitsPerLook !== 0 || performance.now() - startedAt < sliceMs) continue;
    await setImmediate();
    signal?.throwIfAborted();
    startedAt = performance.now();
  }
}

/** Returns what `map` makes of the items, in slices as `visitInSlices`. */
export async function mapInSlices<Item, Mapped>(
  items: Iterable<Item>,
  map: (item: Item) => Mapped,
): Promise<Mapped[]> {
  const mapped: Mapped[] = [];
  await visitInSlices(items, (item) => {
    mapped.push(map(item));
  });
  return mapped;
}

/**
 * Returns the items that `isWanted`, in slices as `visitInSlices`.
 * @throws the reason of `signal` once it is aborted
 */
export async function filterInSlices<Item>(
  items: Iterable<Item>,
  isWanted: (item: Item) => unknown,
  signal?: AbortSignal,
): Promise<Item[]> {
  const matches: Item[] = [];
  const visit = (item: Item) => {
    if (isWanted(item)) matches.push(item);
  };
  await visitInSlices(items, visit, signal);
  return matches;
}
