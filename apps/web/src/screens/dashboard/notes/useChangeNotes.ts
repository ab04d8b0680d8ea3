import type { ChartNote, SaveChartNote } from '@seller-connect/contract';
import { showToast } from '@seller-connect/ui';
import { useQueryClient } from '@tanstack/react-query';
import { coreClient } from '../../../api/index.ts';
import { invalidateEverywhere } from '../../../api/queries/invalidation.ts';
import type { InvalidatableQuery } from '../../../api/queries/queryKeys.ts';
import { useMutation } from '../../../api/queries/useMutation.ts';
import { locallyHandledStatuses } from '../../../forms/index.ts';
import { texts } from './texts.ts';

/** Queries that show notes. */
export const chartNoteQueryNames = [
  'listChartNotes',
] as const satisfies readonly InvalidatableQuery[];

/** Writes a note, or changes the one of the id. The form shows why it cannot be stored. */
export const saveNote = (chartNoteId: string, body: SaveChartNote): Promise<ChartNote> =>
  coreClient().call('saveChartNote', {
    params: { chartNoteId },
    body,
    handleErrorLocally: locallyHandledStatuses,
  });

/** Deletes a note and shows a toast that writes it again. */
export function useDeleteNote() {
  const queries = useQueryClient();
  async function undo({ id, day, text, shop }: ChartNote): Promise<void> {
    // The shared handler shows a failure.
    await coreClient()
      .call('saveChartNote', { params: { chartNoteId: id }, body: { day, text, shop } })
      .then(() => showToast({ tone: 'positive', title: texts.restored }))
      .catch(() => undefined);
    await invalidateEverywhere(queries, chartNoteQueryNames);
  }
  return useMutation({
    mutationFn: ({ id }: ChartNote) =>
      coreClient().call('deleteChartNote', { params: { chartNoteId: id } }),
    changes: chartNoteQueryNames,
    onSuccess(_, note) {
      showToast({
        tone: 'positive',
        title: texts.removed,
        text: note.text,
        action: { label: texts.undo, onPress: () => void undo(note) },
      });
    },
  });
}
