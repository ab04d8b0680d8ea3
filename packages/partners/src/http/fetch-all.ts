import { fetchInBatches, type BatchResult, type BatchOptions } from './batches.ts';

/**
 * What a platform has about some keys. An answer of a gateway under load may leave rows out, so what is missing is
 * asked for again: as long as answers bring something new, and then until `patience` of them in a row, 1 or more,
 * brought nothing. Only what is missing then is taken for what the platform does not have.
 */
export async function fetchAllByKey<Row>(
  keys: readonly string[],
  batches: BatchOptions<Row>,
  keyOf: (row: Row) => string | null,
  maxEmptyAttempts: number,
): Promise<BatchResult<Row>> {
  const all: BatchResult<Row> = { rows: [], oversized: [], refused: [] };
  let missing = keys;
  let emptyAttempts = 0;
  while (missing.length > 0 && emptyAttempts < maxEmptyAttempts) {
    const { rows, oversized, refused } = await fetchInBatches(missing, batches);
    all.rows.push(...rows);
    all.oversized.push(...oversized);
    all.refused.push(...refused);
    const done = new Set([...rows.map(keyOf), ...oversized, ...refused]);
    const remaining = missing.filter((key) => !done.has(key));
    emptyAttempts = remaining.length < missing.length ? 0 : emptyAttempts + 1;
    missing = remaining;
  }
  return all;
}
