import { showToast } from '@seller-connect/ui';
import type { UseMutationResult } from '@tanstack/react-query';
import type { CollectionRun } from '@seller-connect/contract';
import { coreClient } from '../api/index.ts';
import { useMutation } from '../api/queries/useMutation.ts';
import { sharedTexts } from '../i18n/index.ts';

/** Starts a sync of all linked shops. A running sync continues. */
export function useStartCollection(): UseMutationResult<CollectionRun, Error, void> {
  return useMutation({
    mutationFn: () => coreClient().call('startCollection'),
    changes: ['checkSyncedData', 'collectionRuns', 'readAudit'],
    onSuccess: () => void showToast({ tone: 'positive', title: sharedTexts.syncStarted }),
  });
}
