import { askInHalves, type Answered, type Batches } from './batches.ts';

/**
 * What a platform has about some keys. An answer of a gateway under load may leave rows out, so what is missing is
 * asked for again: as long as answers bring something new, and then until `patience` of them in a row, 1 or more,
 * brought nothing. Only what is missing then is taken for what the platform does not have.
 */
export async function askForAll<Row>(
  keys: readonly string[],
  batches: Batches<Row>,
  keyOf: (row: Row) => string | null,
  patience: number,
): Promise<Answered<Row>> {
  const all: Answered<Row> = { rows: [], oversized: [], refused: [] };
  let missing = keys;
  let inVain = 0;
  while (missing.length > 0 && inVain < patience) {
    const { rows, oversized, refused } = await askInHalves(missing, batches);
    all.rows.push(...rows);
    all.oversized.push(...oversized);
    all.refused.push(...refused);
    const done = new Set([...rows.map(keyOf), ...oversized, ...refused]);
    const left = missing.filter((key) => !done.has(key));
    inVain = left.length < missing.length ? 0 : inVain + 1;
    missing = left;
  }
  return all;
}
