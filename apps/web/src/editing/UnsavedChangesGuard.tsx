import { ConfirmDialog } from '@seller-connect/ui';
import { useBlocker } from '@tanstack/react-router';
import { selectLocale, sharedTexts } from '../i18n/index.ts';
import { en } from './texts.en.ts';
import { vi } from './texts.vi.ts';

const texts = selectLocale(vi, en).leave;

/**
 * Asks before a page with unsaved changes is left: in a dialog for another screen, by the browser for
 * another page. Whoever leaves because all is saved navigates with `ignoreBlocker`.
 */
export function UnsavedChangesGuard({
  unsaved,
  onLeave,
}: {
  readonly unsaved: boolean;
  /** The person leaves for another screen and gives up what they typed. */
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
