import type { PriceFilter, PriceQuery, PriceSort } from '@seller-connect/contract';
import {
  formatParams,
  parseChoice,
  parsePage,
  parseSearchText,
  omitNullish,
  sortsOf,
} from '../../lists/listParams.ts';
import type { UrlFilters } from '../../lists/useUrlState.ts';

/** Filters of the price list. They are stored in the address, so that a shared link shows the same list. */
export interface PriceListFilters {
  readonly search: string;
  /** Brand code; null for all. */
  readonly brand: string | null;
  readonly sort: PriceSort;
  readonly page: number;
}

export const sorts = sortsOf([
  'name',
  'sku',
  'brand',
  'listPrice',
  'floorPrice',
  'validFrom',
]) satisfies readonly PriceSort[];

export const priceFilters: UrlFilters<PriceListFilters> = {
  parse: ({ q, brand, sort, page }) => ({
    search: parseSearchText(q),
    brand: typeof brand === 'string' && /^[\w-]{1,64}$/.test(brand) ? brand.toUpperCase() : null,
    sort: parseChoice(sorts, sort) ?? 'name',
    page: parsePage(page),
  }),
  toSearchParams: ({ search, ...filters }) =>
    formatParams({ q: search, ...filters }, { sort: 'name', page: 1 }),
};

/** Returns the filter for all matching prices, on every page. */
export function toFilter({ search, brand }: PriceListFilters): PriceFilter {
  return omitNullish({ search: search.trim() || null, brand });
}

/** Returns the query of the API call. */
export function toQuery(filters: PriceListFilters): PriceQuery {
  return { sort: filters.sort, page: filters.page, ...toFilter(filters) };
}
