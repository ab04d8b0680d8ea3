import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';

export type Search = Readonly<Record<string, unknown>>;

/** Options of a router whose search parameters are plain text: they are neither parsed nor rewritten. */
export const plainSearch = {
  parseSearch: (search: string): Record<string, string> =>
    Object.fromEntries(new URLSearchParams(search)),
  stringifySearch(search: Search): string {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(search)) {
      if (typeof value === 'string' || typeof value === 'number') params.set(name, String(value));
    }
    return params.size === 0 ? '' : `?${params}`;
  },
};

/** How the filters of a screen stand in its address. */
export interface UrlFilters<Filters> {
  /** Parses the search parameters; invalid ones are ignored. */
  parse(search: Search): Filters;
  /** Returns the search parameters of the filters, without defaults. */
  toSearchParams(filters: Filters): Record<string, string>;
}

export interface UrlState<Filters> {
  readonly filters: Filters;
  /** Navigates to other filters with a new history entry. */
  go(filters: Filters): void;
  /** Changes some filters and goes to the first page. */
  set(part: Partial<Filters>): void;
  /** Like `set` without a new history entry, so that typing does not add one per keystroke. */
  replace(part: Partial<Filters>): void;
  /** Returns the address after such a change. */
  hrefOf(part: Partial<Filters>): string;
}

/** State of a screen that is stored in its address, so that a shared link shows the same. */
export function useUrlState<Filters extends object>(
  path: string,
  { parse, toSearchParams }: UrlFilters<Filters>,
): UrlState<Filters> {
  const navigate = useNavigate();
  const search: Search = useSearch({ strict: false });
  // The same object for the same address: effects and memos depend on it.
  const filters = useMemo(() => parse(search), [parse, search]);
  // The saved view that was opened stays in the address when its filters change.
  const { view } = search;
  const withView = (params: Record<string, string>) =>
    typeof view === 'string' ? { ...params, view } : params;
  const goTo = (params: Record<string, string>, replace = false) =>
    void navigate({ to: path, search: withView(params), resetScroll: false, replace });
  const paramsOf = (part: Partial<Filters>) => toSearchParams({ ...filters, page: 1, ...part });
  return {
    filters,
    go: (next) => goTo(toSearchParams(next)),
    set: (part) => goTo(paramsOf(part)),
    replace: (part) => goTo(paramsOf(part), true),
    hrefOf: (part) => path + plainSearch.stringifySearch(withView(paramsOf(part))),
  };
}

/** Returns a parameter of the path; empty if the route has none of this name. */
export const useRouteParam = (name: string): string => textOf(useParams({ strict: false }), name);

/** Returns a search parameter; empty without one. */
export const useSearchParam = (name: string): string => textOf(useSearch({ strict: false }), name);

function textOf(params: Search, name: string): string {
  const value = params[name];
  return typeof value === 'string' ? value : '';
}

/** Goes to the last page if the current one is beyond the end of the list. */
export function useClampPage(
  listPage: { items: readonly unknown[]; total: number; pageSize: number } | undefined,
  { replace }: Pick<UrlState<{ readonly page: number }>, 'replace'>,
): void {
  const beyond = listPage !== undefined && listPage.items.length === 0 && listPage.total > 0;
  const lastPage = beyond ? Math.ceil(listPage.total / listPage.pageSize) : null;
  useEffect(() => {
    if (lastPage !== null) replace({ page: lastPage });
    // Runs once per last page, not for every new `replace`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lastPage]);
}
