import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TargetQuery } from '@seller-connect/contract';
import { endpointQuery } from '../../../api/queries/endpointQuery.ts';

const pollIntervalMs = 300_000;

export const targetsQuery = (query: TargetQuery) =>
  queryOptions({
    ...endpointQuery('readTargets', { query, background: true }),
    placeholderData: keepPreviousData,
    refetchInterval: pollIntervalMs,
  });
