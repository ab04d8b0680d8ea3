import type {
  DifferenceGroup,
  DifferenceReason,
  ReconciliationQuery,
} from '@seller-connect/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { missingRecordStatuses } from '../../api/index.ts';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { listQuery } from '../../lists/listQuery.ts';

export const reconciliationsQuery = (query: ReconciliationQuery) =>
  listQuery('listReconciliations', { query });

/** Polled during a comparison. A failure does not affect the comparison. */
export const reconciliationProgressQuery = (uploadId: string) =>
  queryOptions({
    ...endpointQuery('getReconciliationProgress', { params: { uploadId }, background: true }),
    refetchInterval: 1000,
    retry: false,
    gcTime: 0,
  });

export const reconciliationQuery = (reconciliationId: string) =>
  endpointQuery('getReconciliation', {
    params: { reconciliationId },
    handleErrorLocally: missingRecordStatuses,
  });

export const differencesQuery = (
  reconciliationId: string,
  {
    reason,
    group,
    page,
  }: { reason: DifferenceReason | null; group: DifferenceGroup | null; page: number },
) =>
  queryOptions({
    ...endpointQuery('listDifferences', {
      params: { reconciliationId },
      query: { page, ...(reason && { reason }), ...(group && { group }) },
    }),
    placeholderData: keepPreviousData,
  });
