import type { ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './Consequences.module.css';

export interface ConfirmDialogProps {
  readonly open: boolean;
  /** The question; it names the affected object. */
  readonly title: string;
  readonly children: ReactNode;
  /** The action as a verb, such as “Delete the export”; never “OK”. */
  readonly confirmLabel: string;
  /** The safe choice. It comes first and receives the focus. */
  readonly cancelLabel: string;
  readonly closeLabel: string;
  /** The action is irreversible. */
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel,
  closeLabel,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={closeLabel}
      actions={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

/** Lists the consequences of an action in the dialog that confirms it. */
export function Consequences({ points }: { readonly points: readonly string[] }) {
  return (
    <ul className={styles.points}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
