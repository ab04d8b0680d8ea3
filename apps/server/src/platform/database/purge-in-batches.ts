import type { Sql, Statement } from './database.ts';

/** Rows per statement: limits how long locks are held. */
const rowsInBatch = 5000;

/**
 * Deletes rows of all tenants that are older than `before`.
 * @param statement deletes up to $2 rows older than $1, and returns their number as `deleted`
 */
export async function purgeInBatches(
  database: Sql,
  statement: Statement,
  before: Date,
  stopping: AbortSignal,
): Promise<void> {
  let isBatchFull = true;
  while (isBatchFull && !stopping.aborted) {
    const [row] = await database.query<{ deleted: bigint }>(statement, [before, rowsInBatch]);
    isBatchFull = row?.deleted === BigInt(rowsInBatch);
  }
}
