import { showToast } from '@seller-connect/ui';
import { useQueryClient } from '@tanstack/react-query';
import { invalidateEverywhere } from '../api/queries/invalidation.ts';
import type { InvalidatableQuery } from '../api/queries/queryKeys.ts';
import { sharedTexts } from '../i18n/index.ts';

/** Returns a function that creates the action of a toast, which takes a change of these queries back. */
export function useUndoAction(changes: readonly InvalidatableQuery[]) {
  const queries = useQueryClient();
  async function undo(call: () => Promise<unknown>, undone: string): Promise<void> {
    // The shared handler shows a failure.
    await call()
      .then(() => showToast({ tone: 'positive', title: undone }))
      .catch(() => undefined);
    await invalidateEverywhere(queries, changes);
  }
  return (call: () => Promise<unknown>, undone: string) => ({
    label: sharedTexts.undo,
    onPress: () => void undo(call, undone),
  });
}
