import type { ListingFilter, ListingQuery, ListingSort } from '@seller-connect/contract';
import { parseShopId } from '../../shops/shopFilter.ts';
import { parsePage, type UrlFilters } from '../../lists/index.ts';

/** Filters of the product list. They are stored in the address, so that a shared link shows the same list. */
export interface ProductListFilters {
  readonly search: string;
  /** Restricts the list to one shop; null for all. */
  readonly shop: string | null;
  readonly soldOut: boolean;
  readonly sort: ListingSort;
  readonly page: number;
}

export const sorts = [
  'name',
  '-name',
  'price',
  '-price',
  'stock',
  '-stock',
  'changedAt',
  '-changedAt',
] as const satisfies readonly ListingSort[];

/** Parses the search parameters; invalid ones are ignored. */
export function parseProductFilters(
  address: Readonly<Record<string, unknown>>,
): ProductListFilters {
  const { q, shop, soldOut, sort, page } = address;
  return {
    search: typeof q === 'string' ? q.slice(0, 200) : '',
    shop: parseShopId(shop),
    soldOut: soldOut === '1',
    sort: sorts.find((each) => each === sort) ?? 'name',
    page: parsePage(page),
  };
}

/** Returns the search parameters of the filters, without defaults. */
export function toSearchParams({
  search,
  shop,
  soldOut,
  sort,
  page,
}: ProductListFilters): Record<string, string> {
  return {
    ...(search === '' ? {} : { q: search }),
    ...(shop === null ? {} : { shop }),
    ...(soldOut ? { soldOut: '1' } : {}),
    ...(sort === 'name' ? {} : { sort }),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}

/** Returns the query of the API call. */
export function toQuery(filters: ProductListFilters): ListingQuery {
  return { ...toFilter(filters), page: filters.page };
}

/** Returns the same query without a page, for all matching products. */
export function toFilter({ search, shop, soldOut, sort }: ProductListFilters): ListingFilter {
  const wanted = search.trim();
  return {
    sort,
    ...(wanted === '' ? {} : { search: wanted }),
    ...(shop === null ? {} : { shop }),
    ...(soldOut ? { soldOut: true } : {}),
  };
}

export const productFilters: UrlFilters<ProductListFilters> = {
  parse: parseProductFilters,
  toSearchParams,
};
