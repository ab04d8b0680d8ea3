import type { BrandQuery, BrandSort, BrandStatus } from '@seller-connect/contract';
import {
  formatParams,
  parseChoice,
  parsePage,
  parseSearchText,
  omitNullish,
  sortsOf,
} from '../../lists/listParams.ts';
import type { UrlFilters } from '../../lists/useUrlState.ts';

/** Filters of the brand list. They are stored in the address, so that a shared link shows the same list. */
export interface BrandListFilters {
  readonly search: string;
  readonly status: BrandStatus | null;
  readonly sort: BrandSort;
  readonly page: number;
}

export const statuses = ['Active', 'Inactive'] as const satisfies readonly BrandStatus[];

export const sorts = sortsOf([
  'name',
  'code',
  'status',
  'updatedAt',
]) satisfies readonly BrandSort[];

export const brandFilters: UrlFilters<BrandListFilters> = {
  parse: ({ q, status, sort, page }) => ({
    search: parseSearchText(q),
    status: parseChoice(statuses, status),
    sort: parseChoice(sorts, sort) ?? 'name',
    page: parsePage(page),
  }),
  toSearchParams: ({ search, ...filters }) =>
    formatParams({ q: search, ...filters }, { sort: 'name', page: 1 }),
};

/** Returns the query of the API call. */
export function toQuery({ search, status, sort, page }: BrandListFilters): BrandQuery {
  return { sort, page, ...omitNullish({ search: search.trim() || null, status }) };
}
