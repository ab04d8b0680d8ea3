/**
 * Maps all items with bounded concurrency and returns the results in order. After a failure no further item is started;
 * rejects with the first error once the running ones have ended.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: { error: unknown }[] = [];
  const queue = items.entries();
  const runOne = async (): Promise<void> => {
    for (const [index, item] of queue) {
      try {
        results[index] = await map(item);
      } catch (error) {
        failures.push({ error });
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, runOne));
  const [first] = failures;
  if (first) throw first.error;
  return results;
}
