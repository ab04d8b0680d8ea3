import type { BrandQuery, BrandSort, BrandStatus } from '@seller-connect/contract';
import { pageFrom } from '../../lists/index.ts';

/** Which brands are looked at. It lives in the address, so that a shared link shows the same. */
export interface BrandView {
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

/** Reads the search parameters of the address; whatever is not understood is as if it were absent. */
export function readView(address: Readonly<Record<string, unknown>>): BrandView {
  const { q, status, sort, page } = address;
  return {
    search: typeof q === 'string' ? q.slice(0, 200) : '',
    status: status === 'Active' || status === 'Inactive' ? status : null,
    sort: sorts.find((each) => each === sort) ?? 'name',
    page: pageFrom(page),
  };
}

/** The search parameters of a view; what is as usual is left out. */
export function addressOf({ search, status, sort, page }: BrandView): Record<string, string> {
  return {
    ...(search === '' ? {} : { q: search }),
    ...(status === null ? {} : { status }),
    ...(sort === 'name' ? {} : { sort }),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}

/** What the server is asked for. */
export function queryOf({ search, status, sort, page }: BrandView): BrandQuery {
  const wanted = search.trim();
  return {
    sort,
    page,
    ...(wanted === '' ? {} : { search: wanted }),
    ...(status === null ? {} : { status }),
  };
}
