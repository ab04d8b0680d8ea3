import type { RequestBody } from '@seller-connect/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../api/queries/endpointQuery.ts';
import type { InvalidatableQuery } from '../api/queries/queryKeys.ts';

export const rulesQuery = endpointQuery('listAlertRules');

/** What a rule watches, without its name and channels. */
export type WatchedMetric = RequestBody<'previewAlertRule'>;

export const previewQuery = (watched: WatchedMetric) =>
  queryOptions({
    ...endpointQuery('previewAlertRule', { body: watched, background: true }),
    placeholderData: keepPreviousData,
  });

/** Queries that show alert rules. */
export const ruleQueryNames = [
  'listAlertRules',
  'readAudit',
] as const satisfies readonly InvalidatableQuery[];
