import { queryOptions } from '@tanstack/react-query';
import { coreClient } from '../../../api/index.ts';
import { queryKey } from '../../../api/queries/queryKeys.ts';

const pollIntervalMs = 300_000;

/** The notes on some days. */
export const notesQuery = (query: { readonly from: string; readonly to: string }) =>
  queryOptions({
    queryKey: queryKey('listChartNotes', query),
    queryFn: ({ signal }) =>
      coreClient().call('listChartNotes', { query, signal, background: true }),
    refetchInterval: pollIntervalMs,
  });
