import type { SavedView, Shop } from '@seller-connect/contract';
import { plainSearch, type UrlFilters } from '../lists/useUrlState.ts';

/** Search parameters that a view does not contain: the page of a list. */
const transient = 'page';

/** Returns the search parameters of filters in a fixed order, to save or to compare them. */
export function searchOf<Filters>(url: UrlFilters<Filters>, filters: Filters): string {
  const search = new URLSearchParams(url.toSearchParams(filters));
  search.delete(transient);
  search.sort();
  return search.toString();
}

/** Returns saved search parameters as the screen writes them now; invalid and unknown ones are dropped. */
export function normalizeSearch<Filters>(url: UrlFilters<Filters>, search: string): string {
  return searchOf(url, url.parse(plainSearch.parseSearch(search)));
}

/** Returns the shop that a view names although it is not linked any more; null while the shops are unknown. */
export function goneShopOf(
  { search }: Pick<SavedView, 'search'>,
  shops: readonly Pick<Shop, 'id'>[] | undefined,
): string | null {
  const id = new URLSearchParams(search).get('shop');
  return id === null || shops === undefined || shops.some((shop) => shop.id === id) ? null : id;
}

/** Returns the address of a view. A shop that is gone is left out. */
export function viewHref(view: SavedView, shops: readonly Pick<Shop, 'id'>[] | undefined): string {
  const search = new URLSearchParams(view.search);
  if (goneShopOf(view, shops) !== null) search.delete('shop');
  search.set('view', view.id);
  return `${view.path}?${search}`;
}

/** Returns the link to a view, which opens it with the filters that it has then. */
export function viewLink(view: Pick<SavedView, 'id'>): string {
  return `${window.location.origin}/views/${view.id}`;
}
