import type { ListingFilter, ListingQuery, ListingSort } from '@seller-connect/contract';
import { parseShopId } from '../../shops/shopSearchParams.ts';
import { parsePage } from '../../lists/index.ts';

/** Which products are looked at. It lives in the address, so that a shared link shows the same. */
export interface ProductListFilters {
  readonly search: string;
  /** One shop; null for all. */
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

/** Reads the search parameters of the address; whatever is not understood is as if it were absent. */
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

/** The search parameters of a view; what is as usual is left out. */
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

/** What the server is asked for. */
export function toQuery(filters: ProductListFilters): ListingQuery {
  return { ...toFilter(filters), page: filters.page };
}

/** The same without a page: every product that is meant. */
export function toFilter({ search, shop, soldOut, sort }: ProductListFilters): ListingFilter {
  const wanted = search.trim();
  return {
    sort,
    ...(wanted === '' ? {} : { search: wanted }),
    ...(shop === null ? {} : { shop }),
    ...(soldOut ? { soldOut: true } : {}),
  };
}
