import type { PriceFilter, PriceQuery, PriceSort } from '@seller-connect/contract';
import { parsePage, type UrlFilters } from '../../lists/index.ts';

/** Filters of the price list. They are stored in the address, so that a shared link shows the same list. */
export interface PriceListFilters {
  readonly search: string;
  /** Brand code; null for all. */
  readonly brand: string | null;
  readonly sort: PriceSort;
  readonly page: number;
}

export const sorts = [
  'name',
  '-name',
  'sku',
  '-sku',
  'brand',
  '-brand',
  'listPrice',
  '-listPrice',
  'floorPrice',
  '-floorPrice',
  'validFrom',
  '-validFrom',
] as const satisfies readonly PriceSort[];

/** Parses the search parameters; invalid ones are ignored. */
export function parsePriceFilters(address: Readonly<Record<string, unknown>>): PriceListFilters {
  const { q, brand, sort, page } = address;
  return {
    search: typeof q === 'string' ? q.slice(0, 200) : '',
    brand: typeof brand === 'string' && /^[\w-]{1,64}$/.test(brand) ? brand.toUpperCase() : null,
    sort: sorts.find((each) => each === sort) ?? 'name',
    page: parsePage(page),
  };
}

/** Returns the search parameters of the filters, without defaults. */
export function toSearchParams({
  search,
  brand,
  sort,
  page,
}: PriceListFilters): Record<string, string> {
  return {
    ...(search === '' ? {} : { q: search }),
    ...(brand === null ? {} : { brand }),
    ...(sort === 'name' ? {} : { sort }),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}

/** Returns the filter for all matching prices, on every page. */
export function toFilter({ search, brand }: PriceListFilters): PriceFilter {
  const wanted = search.trim();
  return {
    ...(wanted === '' ? {} : { search: wanted }),
    ...(brand === null ? {} : { brand }),
  };
}

/** Returns the query of the API call. */
export function toQuery(filters: PriceListFilters): PriceQuery {
  return { sort: filters.sort, page: filters.page, ...toFilter(filters) };
}

export const priceFilters: UrlFilters<PriceListFilters> = {
  parse: parsePriceFilters,
  toSearchParams,
};
