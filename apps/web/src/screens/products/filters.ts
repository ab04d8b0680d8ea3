import type { ListingFilter, ListingQuery, ListingSort } from '@seller-connect/contract';
import { shopFrom } from '../../shops/shopSearchParams.ts';
import { pageFrom } from '../../lists/index.ts';

/** Which products are looked at. It lives in the address, so that a shared link shows the same. */
export interface ProductView {
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
export function readView(address: Readonly<Record<string, unknown>>): ProductView {
  const { q, shop, soldOut, sort, page } = address;
  return {
    search: typeof q === 'string' ? q.slice(0, 200) : '',
    shop: shopFrom(shop),
    soldOut: soldOut === '1',
    sort: sorts.find((each) => each === sort) ?? 'name',
    page: pageFrom(page),
  };
}

/** The search parameters of a view; what is as usual is left out. */
export function addressOf({
  search,
  shop,
  soldOut,
  sort,
  page,
}: ProductView): Record<string, string> {
  return {
    ...(search === '' ? {} : { q: search }),
    ...(shop === null ? {} : { shop }),
    ...(soldOut ? { soldOut: '1' } : {}),
    ...(sort === 'name' ? {} : { sort }),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}

/** What the server is asked for. */
export function queryOf(view: ProductView): ListingQuery {
  return { ...filterOf(view), page: view.page };
}

/** The same without a page: every product that is meant. */
export function filterOf({ search, shop, soldOut, sort }: ProductView): ListingFilter {
  const wanted = search.trim();
  return {
    sort,
    ...(wanted === '' ? {} : { search: wanted }),
    ...(shop === null ? {} : { shop }),
    ...(soldOut ? { soldOut: true } : {}),
  };
}
