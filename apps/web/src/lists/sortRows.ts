import type { TableSort } from '@seller-connect/ui';

/** Sorts rows by the value of a column. Rows without a value are last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => bigint | number | null,
  { direction }: Pick<TableSort, 'direction'>,
): Row[] {
  const sign = direction === 'descending' ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left === right ? 0 : left < right ? -sign : sign;
  });
}
