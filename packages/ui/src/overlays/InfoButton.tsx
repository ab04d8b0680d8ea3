import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { InfoIcon } from '../icons/icons.ts';
import floatingStyles from './floating.module.css';
import styles from './InfoButton.module.css';
import { usePopover } from './usePopover.ts';

export interface InfoButtonProps {
  /** Accessible name of the button and the popover, such as “About GMV”. */
  readonly label: string;
  /** Rendered while the popover is open. */
  readonly children: ReactNode;
}

/** An “i” button that explains the element beside it, for mouse, keyboard and touch. */
export function InfoButton({ label, children }: InfoButtonProps) {
  const { open, triggerProps, floatingProps } = usePopover(
    { side: 'below', align: 'center' },
    (part) => part.focus(),
  );
  return (
    <>
      <button
        {...triggerProps}
        type="button"
        className={styles.button}
        aria-label={label}
        aria-haspopup="dialog"
      >
        <InfoIcon />
      </button>
      <div
        {...floatingProps}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        className={classNames(floatingStyles.floating, styles.note)}
      >
        {open && children}
      </div>
    </>
  );
}
