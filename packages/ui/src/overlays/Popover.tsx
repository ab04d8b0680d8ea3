import type { ReactNode, RefObject } from 'react';
import { classNames } from '../classNames.ts';
import floatingStyles from './floating.module.css';
import styles from './Popover.module.css';
import { usePopover } from './usePopover.ts';

/** What the button that opens the panel must carry. */
export interface PopoverTriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly popoverTarget: string;
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string;
  readonly 'aria-haspopup': 'dialog';
}

export interface PopoverProps {
  /** Name of the panel for screen readers. */
  readonly label: string;
  /** Draws the button that opens it, with these properties on it. */
  readonly renderTrigger: (props: PopoverTriggerProps) => ReactNode;
  /** Drawn while it is open. */
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A part of the page that opens beside a button and can be worked in; a sheet from below on a phone.
 * It closes on Escape and on a press outside, and gives the focus back.
 */
export function Popover({ label, renderTrigger, children }: PopoverProps) {
  const { open, triggerProps, floatingProps, close } = usePopover(
    { side: 'below', align: 'end' },
    (part) => part.focus(),
  );
  return (
    <>
      {renderTrigger({ ...triggerProps, 'aria-haspopup': 'dialog' })}
      <div
        {...floatingProps}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        className={classNames(floatingStyles.floating, styles.panel)}
      >
        {open && children(close)}
      </div>
    </>
  );
}
