import { ConfirmDialog } from '@seller-connect/ui';
import { useBlocker } from '@tanstack/react-router';
import { selectLocale, sharedTexts } from '../i18n/index.ts';
import { en } from './texts.en.ts';
import { vi } from './texts.vi.ts';

const texts = selectLocale(vi, en).leave;

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
      title={texts.title}
      cancelLabel={texts.stay}
      confirmLabel={texts.go}
      closeLabel={sharedTexts.close}
      danger
    >
      <p>{texts.text}</p>
    </ConfirmDialog>
  );
}
