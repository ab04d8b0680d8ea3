import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/queries/endpointQuery.ts';

const pollIntervalMs = 300_000;

/** The notes on some days. */
export const notesQuery = (query: { readonly from: string; readonly to: string }) =>
  queryOptions({
    ...endpointQuery('listChartNotes', { query, background: true }),
    refetchInterval: pollIntervalMs,
  });
