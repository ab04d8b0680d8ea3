import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TargetQuery } from '@seller-connect/contract';
import { coreClient } from '../../../api/index.ts';
import { queryKey } from '../../../api/queries/queryKeys.ts';

const pollIntervalMs = 300_000;

export const targetsQuery = (query: TargetQuery) =>
  queryOptions({
    queryKey: queryKey('readTargets', query),
    queryFn: ({ signal }) => coreClient().call('readTargets', { query, signal, background: true }),
    placeholderData: keepPreviousData,
    refetchInterval: pollIntervalMs,
  });
