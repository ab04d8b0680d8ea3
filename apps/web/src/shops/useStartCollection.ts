import { notify } from '@seller-connect/ui';
import { type UseMutationResult } from '@tanstack/react-query';
import type { CollectionRun } from '@seller-connect/contract';
import { shared } from '../i18n/index.ts';
import { core } from '../api/index.ts';
import { useMutation } from '../api/queries/useMutation.ts';

/** Starts a synchronisation of every linked shop; one that runs already goes on. */
export function useStartCollection(): UseMutationResult<CollectionRun, Error, void> {
  return useMutation({
    mutationFn: () => core().call('startCollection'),
    changes: ['checkSyncedData', 'collectionRuns'],
    onSuccess: () => void notify({ tone: 'positive', title: shared.syncStarted }),
  });
}
