import { ConfirmDialog } from '@seller-connect/ui';
import { useBlocker } from '@tanstack/react-router';
import { sharedTexts } from '../i18n/index.ts';
import { texts } from './texts.ts';

const labels = texts.leave;

/**
 * Asks for confirmation before unsaved changes are lost: with a dialog for another screen, through the
 * browser for another page. Navigate with `ignoreBlocker` after saving.
 */
export function UnsavedChangesGuard({
  unsaved,
  onLeave,
}: {
  readonly unsaved: boolean;
  /** Called when the user leaves for another screen and discards the changes. */
  readonly onLeave: () => void;
}) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => {
        onLeave();
        blocker.proceed?.();
      }}
      title={labels.title}
      cancelLabel={labels.stay}
      confirmLabel={labels.go}
      closeLabel={sharedTexts.close}
      danger
    >
      <p>{labels.text}</p>
    </ConfirmDialog>
  );
}
