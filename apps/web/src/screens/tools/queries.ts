import { notify } from '@seller-connect/ui';
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, core } from '../../api/index.ts';
import { shared } from '../../texts/index.ts';

export const accessQuery = queryOptions({
  queryKey: ['listReportAccess'],
  queryFn: ({ signal }) => core().call('listReportAccess', { signal, ownFailure: true }),
});

/** Names of data sets and fields come from the server, in the page's language. */
export const dataSetsQuery = queryOptions({
  queryKey: ['reportsCatalogue'],
  queryFn: ({ signal }) => core().call('reportsCatalogue', { signal, ownFailure: true }),
  staleTime: Infinity,
});

/** What went wrong, where there is no better place to say it. */
export function wordsOf(error: unknown): string {
  return (error instanceof ApiFailure ? error.serverMessage : null) ?? shared.somethingWentWrong;
}

export function tellFailure(error: unknown): void {
  notify({ tone: 'negative', title: shared.error, text: wordsOf(error) });
}
