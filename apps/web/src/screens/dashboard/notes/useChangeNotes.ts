import type { ChartNote, SaveChartNote } from '@seller-connect/contract';
import { showToast } from '@seller-connect/ui';
import { coreClient } from '../../../api/index.ts';
import type { InvalidatableQuery } from '../../../api/queries/queryKeys.ts';
import { useMutation } from '../../../api/queries/useMutation.ts';
import { useUndoAction } from '../../../editing/useUndoAction.ts';
import { locallyHandledStatuses } from '../../../forms/index.ts';
import { texts } from './texts.ts';

/** Queries that show notes. */
export const chartNoteQueryNames = [
  'listChartNotes',
] as const satisfies readonly InvalidatableQuery[];

/**
 * Writes a note, or changes the one of the id. The form shows why it cannot be stored.
 * @param changedAt of the version that is changed; empty for a new note
 */
export const saveNote = (
  chartNoteId: string,
  changedAt: string,
  body: SaveChartNote,
): Promise<ChartNote> =>
  coreClient().call('saveChartNote', {
    params: { chartNoteId },
    query: changedAt === '' ? {} : { changedAt },
    body,
    handleErrorLocally: locallyHandledStatuses,
  });

/** Deletes a note and shows a toast that writes it again. */
export function useDeleteNote() {
  const undo = useUndoAction(chartNoteQueryNames);
  return useMutation({
    mutationFn: ({ id }: ChartNote) =>
      coreClient().call('deleteChartNote', { params: { chartNoteId: id } }),
    changes: chartNoteQueryNames,
    onSuccess(_, { id, day, text, shop }) {
      const restore = () =>
        coreClient().call('saveChartNote', {
          params: { chartNoteId: id },
          body: { day, text, shop },
        });
      showToast({
        tone: 'positive',
        title: texts.removed,
        text,
        action: undo(restore, texts.restored),
      });
    },
  });
}
