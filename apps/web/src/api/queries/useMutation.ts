import {
  useMutation as useTanstackMutation,
  useQueryClient,
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { broadcastInvalidation, invalidateEverywhere } from './invalidation.ts';
import { ApiError } from '../client/apiError.ts';
import type { InvalidatableQuery } from './queryKeys.ts';

export interface MutationOptions<Data, Variables, OnMutateResult> extends UseMutationOptions<
  Data,
  Error,
  Variables,
  OnMutateResult
> {
  /** The queries whose answers are different afterwards; none for a mutation that only reads. */
  readonly changes: readonly InvalidatableQuery[];
}

/** The statuses of a request that was refused as it was written, so that nothing has changed. */
const rejectedStatuses: readonly number[] = [400, 413, 422];

/**
 * TanStack's `useMutation` that names what it changes. After its own callbacks those queries are asked for anew, in
 * this tab and in the others, and it is pending until this tab's are answered. After a failure they are too: some of
 * the change may have happened, or somebody else has made another.
 */
export function useMutation<Data = unknown, Variables = void, OnMutateResult = unknown>({
  changes: invalidates,
  onSettled,
  ...options
}: MutationOptions<Data, Variables, OnMutateResult>): UseMutationResult<
  Data,
  Error,
  Variables,
  OnMutateResult
> {
  const queryClient = useQueryClient();
  return useTanstackMutation({
    ...options,
    async onSettled(...args) {
      await onSettled?.(...args);
      const [, error] = args;
      if (error instanceof ApiError && rejectedStatuses.includes(error.status)) return;
      // One that waits for its turn has shown its own outcome already, and asks after it.
      if (isFollowed(queryClient, options.scope?.id)) broadcastInvalidation(invalidates);
      else await invalidateEverywhere(queryClient, invalidates);
    },
  });
}

/** Whether another mutation of the same scope waits behind this one. */
function isFollowed(queries: QueryClient, scope: string | undefined): boolean {
  if (scope === undefined) return false;
  return queries.isMutating({ predicate: ({ options }) => options.scope?.id === scope }) > 1;
}
