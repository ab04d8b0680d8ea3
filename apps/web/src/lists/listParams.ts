import type { TableSort } from '@seller-connect/ui';
import { isDay } from '../i18n/calendarDays.ts';

/** Parses a sort parameter; a leading minus means descending. */
export function toTableSort(sort: string): TableSort {
  return sort.startsWith('-')
    ? { column: sort.slice(1), direction: 'descending' }
    : { column: sort, direction: 'ascending' };
}

/** Returns the sort parameter of a table. */
export const fromTableSort = ({ column, direction }: TableSort): string =>
  direction === 'descending' ? `-${column}` : column;

/** Returns the sort parameters of columns, each in both directions. */
export const sortsOf = <Column extends string>(columns: readonly Column[]) =>
  columns.flatMap((column) => [column, `-${column}`] as const);

/** Returns the props of a table that is sorted by a parameter. Sorts that the list does not support are ignored. */
export function sortProps<Sort extends string>(
  sort: Sort,
  sorts: readonly Sort[],
  onSort: (sort: Sort) => void,
) {
  return {
    sort: toTableSort(sort),
    onSort(by: TableSort) {
      const chosen = parseChoice(sorts, fromTableSort(by));
      if (chosen !== null) onSort(chosen);
    },
  };
}

/** Parses a page number; 1 by default. */
export function parsePage(value: unknown): number {
  return typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 1;
}

/** Parses the text of a search field. */
export function parseSearchText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200) : '';
}

/** Parses one of some values; null by default. */
export function parseChoice<Value extends string>(
  values: readonly Value[],
  value: unknown,
): Value | null {
  return values.find((each) => each === value) ?? null;
}

/** Parses the first and last day of a range. Returns null without a valid one. */
export function parseDays({ from, to }: Readonly<Record<string, unknown>>): DayRange | null {
  const isRange = typeof from === 'string' && typeof to === 'string' && isDay(from) && isDay(to);
  return isRange && from <= to ? { from, to } : null;
}

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Returns the fields that have a value. Those that are null or undefined are left out. */
export function omitNullish<Fields extends object>(fields: Fields) {
  const present = Object.entries(fields).filter(([, value]) => (value ?? null) !== null);
  // Each field is optional in the result.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(present) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}

/** Returns the search parameters of filters, without empty ones and defaults. */
export function formatParams(
  filters: Readonly<Record<string, string | number | boolean | null | undefined>>,
  defaults: Readonly<Record<string, string | number>>,
): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(omitNullish(filters))) {
    if (value === '' || value === false || value === defaults[name]) continue;
    params[name] = value === true ? '1' : String(value);
  }
  return params;
}
