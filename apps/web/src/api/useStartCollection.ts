import { notify } from '@seller-connect/ui';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { CollectionRun } from '@seller-connect/contract';
import { shared } from '../texts/index.ts';
import { core } from './index.ts';
import { syncedDataQuery } from './queries.ts';

/** Starts a synchronisation of every linked shop; one that runs already goes on. */
export function useStartCollection(): UseMutationResult<CollectionRun, Error, void> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => core().call('startCollection'),
    async onSuccess() {
      notify({ tone: 'positive', title: shared.syncStarted });
      await queries.invalidateQueries({ queryKey: syncedDataQuery.queryKey });
    },
  });
}
