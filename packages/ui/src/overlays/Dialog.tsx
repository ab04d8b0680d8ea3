import { useId, useRef, type ReactNode } from 'react';
import { IconButton } from '../actions/IconButton.tsx';
import { CloseIcon } from '../icons/actionIcons.tsx';
import styles from './Dialog.module.css';
import { useModal } from './useModal.ts';

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

/** Asks for something before anything else can be done. */
export function Dialog({ open, onClose, title, closeLabel, children, actions }: DialogProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <dialog
      {...useModal({ open, onClose, heading })}
      className={styles.dialog}
      aria-labelledby={titleId}
    >
      {open && (
        <div className={styles.sheet}>
          <h2 ref={heading} id={titleId} className={styles.title}>
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
