import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

type Search = Readonly<Record<string, string>>;

export interface ListNavigation {
  /** Navigates to another list with a new history entry. */
  go(search: Search): void;
  /** Navigates without a new history entry, so that typing does not add one per keystroke. */
  refine(search: Search): void;
  /** Returns the URL of a list. */
  hrefOf(search: Search): string;
}

/** Navigation of a list within its own URL. */
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

/** Goes to the last page if the current one is beyond the end of the list. */
export function useClampPage(
  listPage: { items: readonly unknown[]; total: number; pageSize: number } | undefined,
  goToPage: (page: number) => void,
): void {
  const beyond = listPage !== undefined && listPage.items.length === 0 && listPage.total > 0;
  const lastPage = beyond ? Math.ceil(listPage.total / listPage.pageSize) : null;
  useEffect(() => {
    if (lastPage !== null) goToPage(lastPage);
    // Runs once per last page, not for every new `goToPage`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lastPage]);
}
