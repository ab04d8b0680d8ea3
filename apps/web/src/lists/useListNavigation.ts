import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

type Search = Readonly<Record<string, string>>;

export interface ListNavigation {
  /** Another list: going back brings the one before. */
  go(search: Search): void;
  /** The same list, told more exactly: typing leaves no trail of every letter. */
  refine(search: Search): void;
  /** The address of a list. */
  hrefOf(search: Search): string;
}

/** How a list changes its own address. */
export function useListNavigation(path: string): ListNavigation {
  const navigate = useNavigate();
  return {
    go: (search) => void navigate({ to: path, search, resetScroll: false }),
    refine: (search) => void navigate({ to: path, search, resetScroll: false, replace: true }),
    hrefOf: (search) => {
      const text = new URLSearchParams(search).toString();
      return text === '' ? path : `${path}?${text}`;
    },
  };
}

/** A list that has become shorter than the page asked for leads to its last page. */
export function useClampPage(
  listPage: { items: readonly unknown[]; total: number; pageSize: number } | undefined,
  goToPage: (page: number) => void,
): void {
  const beyond = listPage !== undefined && listPage.items.length === 0 && listPage.total > 0;
  const lastPage = beyond ? Math.ceil(listPage.total / listPage.pageSize) : null;
  useEffect(() => {
    if (lastPage !== null) goToPage(lastPage);
    // Once for each list that turns out to be too short.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lastPage]);
}
