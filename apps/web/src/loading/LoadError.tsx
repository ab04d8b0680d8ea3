import { Banner, Button } from '@seller-connect/ui';
import { useEffect, useRef } from 'react';
import { ApiError } from '../api/index.ts';
import { sharedTexts } from '../i18n/index.ts';

/** The parts of a query result that `LoadError` uses. */
export interface FailedQuery {
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface LoadErrorProps {
  readonly title: string;
  readonly query: FailedQuery;
  /** Shows the reason too. By default, only the toast of the shared error handler shows it. */
  readonly explained?: boolean;
}

/** Title of the error that the user retried last. While its query is pending, the button is gone, and the focus is at a heading. */
let retried: string | null = null;

/** Replaces a part of a page that could not be loaded, with a button that tries again. */
export function LoadError({ title, query, explained = false }: LoadErrorProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (retried !== title) return;
    retried = null;
    // The user may have gone on to another control.
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused.tabIndex < 0) button.current?.focus();
  }, [title]);
  return (
    <Banner
      tone="negative"
      announced
      title={title}
      actions={
        <Button
          ref={button}
          size="small"
          busy={query.isFetching}
          onClick={() => {
            retried = title;
            void query.refetch();
          }}
        >
          {sharedTexts.tryAgain}
        </Button>
      }
    >
      {explained ? errorMessage(query.error) : undefined}
    </Banner>
  );
}

interface GrowingList extends FailedQuery {
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Returns a failed list that grows by pages. A retry fetches the page that failed, not those that are shown. */
export function failedPage(list: GrowingList): FailedQuery {
  const { error, isFetching, isFetchNextPageError, fetchNextPage, refetch } = list;
  return { error, isFetching, refetch: isFetchNextPageError ? fetchNextPage : refetch };
}

/** Combines queries that a page needs together. Returns null unless one of them has failed without data. */
export function combineFailed(
  queries: readonly (FailedQuery & { readonly isError: boolean; readonly data: unknown })[],
): FailedQuery | null {
  const failed = queries.filter(({ data, isError }) => isError && data === undefined);
  if (!failed[0]) return null;
  return {
    error: failed[0].error,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => failed.forEach((query) => void query.refetch()),
  };
}

/** Returns the message of the server, or a message about the connection if there was no response. */
function errorMessage(error: Error | null): string {
  if (!(error instanceof ApiError)) return sharedTexts.somethingWentWrong;
  return error.status === 0
    ? sharedTexts.noAnswer
    : (error.serverMessage ?? sharedTexts.somethingWentWrong);
}
