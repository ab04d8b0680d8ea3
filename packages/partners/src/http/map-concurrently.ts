/**
 * Works on all items, at most so many at a time, and answers in their order. After a failure nothing new is begun;
 * it rejects with the first one when what was under way has ended.
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
