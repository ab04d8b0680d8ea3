// A press on the backdrop is a press on the element; Escape is the keyboard’s way.
/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { IconButton } from '../actions/IconButton.tsx';
import { CloseIcon } from '../icons/actionIcons.tsx';
import styles from './Dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  /** Asked for by Escape, the close button or a press beside the dialog. */
  readonly onClose: () => void;
  readonly title: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
  /** Buttons, the safe one first. */
  readonly actions?: ReactNode;
}

/**
 * Asks for something before anything else can be done. On the platform's own dialog: the focus stays
 * inside, Escape closes, and the focus goes back to where it was.
 */
export function Dialog({ open, onClose, title, closeLabel, children, actions }: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // The backdrop is part of the element; whatever is inside it stops here.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && (
        <div className={styles.sheet}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <div className={styles.content}>{children}</div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
          {/* Last in order, so that the focus starts on what the dialog is about. */}
          <div className={styles.close}>
            <IconButton label={closeLabel} icon={<CloseIcon size={20} />} onClick={onClose} />
          </div>
        </div>
      )}
    </dialog>
  );
}
