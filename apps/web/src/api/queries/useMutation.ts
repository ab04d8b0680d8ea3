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
  /** Queries that the mutation affects; empty for one that only reads. */
  readonly changes: readonly InvalidatableQuery[];
}

/** Statuses of rejected requests, which cannot have changed anything. */
const rejectedStatuses: readonly number[] = [400, 413, 422];

/**
 * TanStack Query's `useMutation`, extended to invalidate the queries in `changes` in all tabs. The mutation
 * stays pending until this tab has refetched them. Failures invalidate them as well: part of the change may
 * have happened, or another user's change may have caused the failure.
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
      // Another mutation of this scope is queued: this tab refetches after the last one, so that its
      // optimistic result stays.
      if (isFollowed(queryClient, options.scope?.id)) broadcastInvalidation(invalidates);
      else await invalidateEverywhere(queryClient, invalidates);
    },
  });
}

/** Returns whether another mutation of the same scope is queued. */
function isFollowed(queries: QueryClient, scope: string | undefined): boolean {
  if (scope === undefined) return false;
  return queries.isMutating({ predicate: ({ options }) => options.scope?.id === scope }) > 1;
}
