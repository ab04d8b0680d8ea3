import type { TableSort } from '@seller-connect/ui';

/** Parses a sort parameter; a leading minus means descending. */
export function toTableSort(sort: string): TableSort {
  return sort.startsWith('-')
    ? { column: sort.slice(1), direction: 'descending' }
    : { column: sort, direction: 'ascending' };
}

/** Formats a sort parameter. Returns null if the list does not support it. */
export function fromTableSort<Sort extends string>(
  { column, direction }: TableSort,
  sorts: readonly Sort[],
): Sort | null {
  const text = direction === 'descending' ? `-${column}` : column;
  return sorts.find((each) => each === text) ?? null;
}

/** Parses a page number; 1 by default. */
export function parsePage(value: unknown): number {
  const page = typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1;
  return page;
}
