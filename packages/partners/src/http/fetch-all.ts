import { fetchInBatches, type BatchResult, type BatchOptions } from './batches.ts';

/**
 * Fetches the rows of all keys. A gateway under load may omit rows from a response, so missing keys are requested again
 * as long as responses contain new rows, and until `maxEmptyAttempts` responses in a row (1 or more) contain none. The
 * remaining keys count as unknown to the platform.
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
