import { FilterButton, Select, useIsPhone } from '@seller-connect/ui';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

export interface ListFiltersProps<Sort extends string> {
  /** Number of active filters, without the sort order. */
  readonly count: number;
  /** Resets the filters and the sort order. */
  readonly onClear: () => void;
  /** Undefined for a list that is always in the same order. */
  readonly sort?: {
    readonly value: Sort;
    /** In display order; the first one is the initial one. */
    readonly sorts: readonly Sort[];
    readonly names: Readonly<Record<Sort, string>>;
    readonly onSort: (sort: Sort) => void;
  };
  /** Renders the selects; compact in a toolbar. */
  readonly children: (compact: boolean) => ReactNode;
}

/**
 * The filters of a list in its toolbar. On a phone they are in a sheet, with the sort order, which the heads of the
 * table choose elsewhere.
 */
export function ListFilters<Sort extends string>({
  count,
  onClear,
  sort,
  children,
}: ListFiltersProps<Sort>) {
  const isPhone = useIsPhone();
  if (!isPhone) return children(true);
  const isSorted = sort !== undefined && sort.value !== sort.sorts[0];
  return (
    <FilterButton
      label={texts.filters}
      count={count + (isSorted ? 1 : 0)}
      activeLabel={texts.activeFilters}
      doneLabel={texts.done}
      clearLabel={texts.clearFilters}
      onClear={onClear}
    >
      {children(false)}
      {sort && (
        <Select
          label={texts.sort}
          value={sort.value}
          options={sort.sorts.map((value) => ({ value, label: sort.names[value] }))}
          onValueChange={sort.onSort}
        />
      )}
    </FilterButton>
  );
}
