import { Banner, Button, Dialog } from '@seller-connect/ui';
import type { ReactNode } from 'react';
import { sharedTexts } from '../i18n/index.ts';
import styles from './copyable.module.css';
import { texts } from './texts.ts';

export interface SecretDialogProps {
  readonly title: string;
  /** Says that the secret is shown once, and what it is for. */
  readonly note: string;
  readonly onClose: () => void;
  /** The fields to copy. */
  readonly children: ReactNode;
}

/** Shows a new secret, which nobody can look up later: a click beside the dialog does not close it. */
export function SecretDialog({ title, note, onClose, children }: SecretDialogProps) {
  return (
    <Dialog
      open
      title={title}
      closeLabel={sharedTexts.close}
      closesOnOutsideClick={false}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <div className={styles.fields}>
        <Banner tone="attention">{note}</Banner>
        {children}
      </div>
    </Dialog>
  );
}
