import type { RequestBody } from '@seller-connect/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { coreClient } from '../api/index.ts';
import { queryKey, type InvalidatableQuery } from '../api/queries/queryKeys.ts';

export const rulesQuery = queryOptions({
  queryKey: queryKey('listAlertRules'),
  queryFn: ({ signal }) => coreClient().call('listAlertRules', { signal }),
});

/** What a rule watches, without its name and channels. */
export type WatchedMetric = RequestBody<'previewAlertRule'>;

export const previewQuery = (watched: WatchedMetric) =>
  queryOptions({
    queryKey: queryKey('previewAlertRule', watched),
    queryFn: ({ signal }) =>
      coreClient().call('previewAlertRule', { body: watched, signal, background: true }),
    placeholderData: keepPreviousData,
  });

/** Queries that show alert rules. */
export const ruleQueryNames = [
  'listAlertRules',
  'readAudit',
] as const satisfies readonly InvalidatableQuery[];
