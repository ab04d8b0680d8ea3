import type { RequestBody, SavedView } from '@seller-connect/contract';
import { showToast } from '@seller-connect/ui';
import { coreClient } from '../api/index.ts';
import type { InvalidatableQuery } from '../api/queries/queryKeys.ts';
import { useMutation } from '../api/queries/useMutation.ts';
import { copyToClipboard } from '../clipboard.ts';
import { useUndoAction } from '../editing/useUndoAction.ts';
import { texts } from './texts.ts';
import { viewLink } from './viewAddress.ts';

/** Queries that show saved views: their list, and the report emails of each. */
export const viewQueryNames = [
  'listSavedViews',
  'listReportSchedules',
] as const satisfies readonly InvalidatableQuery[];

/** Replaces the filters of a view, and shares or withdraws it. */
export function useChangeView() {
  return useMutation({
    mutationFn: ({ view, body }: { view: SavedView; body: RequestBody<'changeSavedView'> }) =>
      coreClient().call('changeSavedView', { params: { viewId: view.id }, body }),
    changes: viewQueryNames,
    onSuccess(view, { body }) {
      const { name } = view;
      if (body.isShared === undefined) showToast({ tone: 'positive', title: texts.updated(name) });
      else if (!body.isShared) showToast({ tone: 'positive', title: texts.unshared(name) });
      else {
        showToast({
          tone: 'positive',
          title: texts.shared(name),
          action: { label: texts.actions.copyLink, onPress: () => void copyLink(view) },
        });
      }
    },
  });
}

/** Deletes a view and shows a toast with an undo action. */
export function useDeleteView(onDeleted: (view: SavedView) => void) {
  const undo = useUndoAction(viewQueryNames);
  return useMutation({
    mutationFn: ({ id }: SavedView) =>
      coreClient().call('deleteSavedView', { params: { viewId: id } }),
    changes: viewQueryNames,
    onSuccess(_, view) {
      const { id, name } = view;
      const restore = () => coreClient().call('restoreSavedView', { params: { viewId: id } });
      onDeleted(view);
      showToast({
        tone: 'positive',
        title: texts.removed(name),
        action: undo(restore, texts.restored(name)),
      });
    },
  });
}

export function copyLink(view: SavedView): Promise<boolean> {
  const link = viewLink(view);
  return copyToClipboard(
    link,
    { tone: 'positive', title: texts.copied, text: texts.copiedText },
    { tone: 'attention', title: texts.notCopied, text: link },
  );
}
