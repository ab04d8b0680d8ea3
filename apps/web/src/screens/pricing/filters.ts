import type { PriceFilter, PriceQuery, PriceSort } from '@seller-connect/contract';
import { parsePage } from '../../lists/index.ts';

/** Which prices are looked at. It lives in the address, so that a shared link shows the same. */
export interface PriceListFilters {
  readonly search: string;
  /** A brand's code; null for all. */
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

/** Reads the search parameters of the address; whatever is not understood is as if it were absent. */
export function parsePriceFilters(address: Readonly<Record<string, unknown>>): PriceListFilters {
  const { q, brand, sort, page } = address;
  return {
    search: typeof q === 'string' ? q.slice(0, 200) : '',
    brand: typeof brand === 'string' && /^[\w-]{1,64}$/.test(brand) ? brand.toUpperCase() : null,
    sort: sorts.find((each) => each === sort) ?? 'name',
    page: parsePage(page),
  };
}

/** The search parameters of a view; what is as usual is left out. */
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

/** Which prices match, on whatever page they stand. */
export function toFilter({ search, brand }: PriceListFilters): PriceFilter {
  const wanted = search.trim();
  return {
    ...(wanted === '' ? {} : { search: wanted }),
    ...(brand === null ? {} : { brand }),
  };
}

/** What the server is asked for. */
export function toQuery(filters: PriceListFilters): PriceQuery {
  return { sort: filters.sort, page: filters.page, ...toFilter(filters) };
}
