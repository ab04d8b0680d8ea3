import type { RequestBody, SavedView } from '@seller-connect/contract';
import { showToast } from '@seller-connect/ui';
import { useQueryClient } from '@tanstack/react-query';
import { coreClient } from '../api/index.ts';
import { invalidateEverywhere } from '../api/queries/invalidation.ts';
import type { InvalidatableQuery } from '../api/queries/queryKeys.ts';
import { useMutation } from '../api/queries/useMutation.ts';
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
export function useDeleteView(onDeleted: () => void) {
  const queries = useQueryClient();
  async function undo({ id, name }: SavedView): Promise<void> {
    // The shared handler shows a failure.
    await coreClient()
      .call('restoreSavedView', { params: { viewId: id } })
      .then(() => showToast({ tone: 'positive', title: texts.restored(name) }))
      .catch(() => undefined);
    await invalidateEverywhere(queries, viewQueryNames);
  }
  return useMutation({
    mutationFn: ({ id }: SavedView) =>
      coreClient().call('deleteSavedView', { params: { viewId: id } }),
    changes: viewQueryNames,
    onSuccess(_, view) {
      onDeleted();
      showToast({
        tone: 'positive',
        title: texts.removed(view.name),
        action: { label: texts.undo, onPress: () => void undo(view) },
      });
    },
  });
}

export async function copyLink(view: SavedView): Promise<void> {
  const link = viewLink(view);
  try {
    await navigator.clipboard.writeText(link);
    showToast({ tone: 'positive', title: texts.copied, text: texts.copiedText });
  } catch {
    showToast({ tone: 'attention', title: texts.notCopied, text: link });
  }
}
