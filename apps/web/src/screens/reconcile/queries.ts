import type { DifferenceReason, ReconciliationQuery } from '@seller-connect/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { coreClient, missingRecordStatuses } from '../../api/index.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';

export const reconciliationsQuery = (query: ReconciliationQuery) =>
  queryOptions({
    queryKey: queryKey('listReconciliations', query),
    queryFn: ({ signal }) => coreClient().call('listReconciliations', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Polled during a comparison. A failure does not affect the comparison. */
export const reconciliationProgressQuery = (uploadId: string) =>
  queryOptions({
    queryKey: queryKey('getReconciliationProgress', uploadId),
    queryFn: ({ signal }) =>
      coreClient().call('getReconciliationProgress', {
        params: { uploadId },
        signal,
        background: true,
      }),
    refetchInterval: 1000,
    retry: false,
    gcTime: 0,
  });

export const reconciliationQuery = (checkId: string) =>
  queryOptions({
    queryKey: queryKey('getReconciliation', checkId),
    queryFn: ({ signal }) =>
      coreClient().call('getReconciliation', {
        params: { checkId },
        signal,
        handleErrorLocally: missingRecordStatuses,
      }),
  });

export const differencesQuery = (
  checkId: string,
  { reason, page }: { reason: DifferenceReason | null; page: number },
) =>
  queryOptions({
    queryKey: queryKey('listDifferences', checkId, reason, page),
    queryFn: ({ signal }) =>
      coreClient().call('listDifferences', {
        params: { checkId },
        query: { page, ...(reason && { reason }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
