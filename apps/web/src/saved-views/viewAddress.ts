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

/** Parameters that name shops, comma-separated. */
const shopParameters = ['shop', 'shops'] as const;

/** Returns a shop that a view names although it is not linked any more; null while the shops are unknown. */
export function goneShopOf(
  { search }: Pick<SavedView, 'search'>,
  shops: readonly Pick<Shop, 'id'>[] | undefined,
): string | null {
  const parameters = new URLSearchParams(search);
  const ids = shopParameters.flatMap((name) => parameters.get(name)?.split(',') ?? []);
  return (shops && ids.find((id) => shops.every((shop) => shop.id !== id))) ?? null;
}

/** Returns the address of a view. Shops that are gone are left out. */
export function viewHref(view: SavedView, shops: readonly Pick<Shop, 'id'>[] | undefined): string {
  const search = new URLSearchParams(view.search);
  for (const name of shopParameters) {
    const ids = search.get(name)?.split(',') ?? [];
    const left = ids.filter((id) => !shops || shops.some((shop) => shop.id === id));
    if (left.length === 0) search.delete(name);
    else search.set(name, left.join(','));
  }
  search.set('view', view.id);
  return `${view.path}?${search}`;
}

/** Returns the link to a view, which opens it with the filters that it has then. */
export function viewLink(view: Pick<SavedView, 'id'>): string {
  return `${window.location.origin}/views/${view.id}`;
}
