import type { TableSort } from '@seller-connect/ui';

/** An order as calls and addresses write it: a leading minus turns it around. */
export function toTableSort(sort: string): TableSort {
  return sort.startsWith('-')
    ? { column: sort.slice(1), direction: 'descending' }
    : { column: sort, direction: 'ascending' };
}

/** The same the other way round; null for an order that the list does not have. */
export function fromTableSort<Sort extends string>(
  { column, direction }: TableSort,
  sorts: readonly Sort[],
): Sort | null {
  const text = direction === 'descending' ? `-${column}` : column;
  return sorts.find((each) => each === text) ?? null;
}

/** The page that an address asks for; the first where it asks for none. */
export function parsePage(value: unknown): number {
  const page = typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1;
  return page;
}
