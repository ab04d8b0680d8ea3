/**
 * Reads a page of rows that each have the total. A page after the last one has no row that has it, so the first row is
 * read then.
 */
export async function readCountedPage<Row extends { total: bigint | number }>(
  read: (limit: number, offset: number) => Promise<Row[]>,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: Row[]; total: number }> {
  const rows = await read(pageSize, (page - 1) * pageSize);
  const [first] = rows.length > 0 || page === 1 ? rows : await read(1, 0);
  return { rows, total: Number(first?.total ?? 0) };
}
