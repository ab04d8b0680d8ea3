/**
 * What a platform has about some keys. An answer of a gateway under load may leave rows out, so what is missing is
 * asked for again: as long as answers bring something new, and then until `patience` of them in a row, 1 or more,
 * brought nothing. Only what is missing then is taken for what the platform does not have.
 */
export async function askForAll<Row>(
  keys: readonly string[],
  ask: (missing: readonly string[]) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string | null,
  patience: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  let missing = keys;
  let inVain = 0;
  while (missing.length > 0 && inVain < patience) {
    const answered = await ask(missing);
    rows.push(...answered);
    const found = new Set(answered.map(keyOf));
    const left = missing.filter((key) => !found.has(key));
    inVain = left.length < missing.length ? 0 : inVain + 1;
    missing = left;
  }
  return rows;
}
