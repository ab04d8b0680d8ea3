import { useId, useRef, type ReactNode } from 'react';
import { IconButton } from '../actions/IconButton.tsx';
import { classNames } from '../classNames.ts';
import { CloseIcon } from '../icons/icons.ts';
import styles from './Dialog.module.css';
import { useModal } from './useModal.ts';

export interface DialogProps {
  readonly open: boolean;
  /** Called on Escape, on the close button and on a click outside the dialog. */
  readonly onClose: () => void;
  /** False where a click outside must not lose what the dialog shows. */
  readonly closesOnOutsideClick?: boolean;
  readonly title: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
  /** Stands at the right edge of the window, over its full height; on phones it rises from below like the others. */
  readonly side?: boolean;
  /** Buttons, the safe choice first. */
  readonly actions?: ReactNode;
}

export function Dialog({
  open,
  onClose,
  closesOnOutsideClick = true,
  title,
  closeLabel,
  children,
  side = false,
  actions,
}: DialogProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <dialog
      {...useModal({ open, onClose, closesOnOutsideClick, heading })}
      className={classNames(styles.dialog, side && styles.side)}
      aria-labelledby={titleId}
    >
      {open && (
        <div className={styles.sheet}>
          <h2 ref={heading} id={titleId} className={styles.title}>
            {title}
          </h2>
          <div className={styles.content}>{children}</div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
          {/* Last in DOM order, so that the initial focus is in the content. */}
          <div className={styles.close}>
            <IconButton label={closeLabel} icon={<CloseIcon size={20} />} onClick={onClose} />
          </div>
        </div>
      )}
    </dialog>
  );
}
