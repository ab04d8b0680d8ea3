import type { DifferenceReason, ReconciliationQuery } from '@seller-connect/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { core } from '../../api/index.ts';

export const checksQuery = (query: ReconciliationQuery) =>
  queryOptions({
    queryKey: ['listReconciliations', query],
    queryFn: ({ signal }) =>
      core().call('listReconciliations', { query, signal, ownFailure: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const checkQuery = (checkId: string) =>
  queryOptions({
    queryKey: ['getReconciliation', checkId],
    queryFn: ({ signal }) =>
      core().call('getReconciliation', { params: { checkId }, signal, ownFailure: true }),
  });

export const differencesQuery = (
  checkId: string,
  { reason, page }: { reason: DifferenceReason | null; page: number },
) =>
  queryOptions({
    queryKey: ['listDifferences', checkId, reason, page],
    queryFn: ({ signal }) =>
      core().call('listDifferences', {
        params: { checkId },
        query: { page, ...(reason && { reason }) },
        signal,
        ownFailure: true,
      }),
    placeholderData: keepPreviousData,
  });
