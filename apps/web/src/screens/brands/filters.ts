import type { BrandQuery, BrandSort, BrandStatus } from '@seller-connect/contract';
import { parsePage, type UrlFilters } from '../../lists/index.ts';

/** Filters of the brand list. They are stored in the address, so that a shared link shows the same list. */
export interface BrandListFilters {
  readonly search: string;
  readonly status: BrandStatus | null;
  readonly sort: BrandSort;
  readonly page: number;
}

export const sorts = [
  'name',
  '-name',
  'code',
  '-code',
  'status',
  '-status',
  'updatedAt',
  '-updatedAt',
] as const satisfies readonly BrandSort[];

/** Parses the search parameters; invalid ones are ignored. */
export function parseBrandFilters(address: Readonly<Record<string, unknown>>): BrandListFilters {
  const { q, status, sort, page } = address;
  return {
    search: typeof q === 'string' ? q.slice(0, 200) : '',
    status: status === 'Active' || status === 'Inactive' ? status : null,
    sort: sorts.find((each) => each === sort) ?? 'name',
    page: parsePage(page),
  };
}

/** Returns the search parameters of the filters, without defaults. */
export function toSearchParams({
  search,
  status,
  sort,
  page,
}: BrandListFilters): Record<string, string> {
  return {
    ...(search === '' ? {} : { q: search }),
    ...(status === null ? {} : { status }),
    ...(sort === 'name' ? {} : { sort }),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}

/** Returns the query of the API call. */
export function toQuery({ search, status, sort, page }: BrandListFilters): BrandQuery {
  const wanted = search.trim();
  return {
    sort,
    page,
    ...(wanted === '' ? {} : { search: wanted }),
    ...(status === null ? {} : { status }),
  };
}

export const brandFilters: UrlFilters<BrandListFilters> = {
  parse: parseBrandFilters,
  toSearchParams,
};
