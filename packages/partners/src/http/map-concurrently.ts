/**
 * Works on all items, at most so many at a time, and answers in their order. After a failure nothing new is begun;
 * it rejects with the first one when what was under way has ended.
 */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failed: { error: unknown }[] = [];
  const waiting = items.entries();
  const runOne = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      try {
        results[index] = await work(item);
      } catch (error) {
        failed.push({ error });
      }
      if (failed.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, runOne));
  const [first] = failed;
  if (first) throw first.error;
  return results;
}
