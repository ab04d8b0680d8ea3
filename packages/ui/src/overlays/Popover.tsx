import type { ReactNode, RefObject } from 'react';
import { classNames } from '../classNames.ts';
import floatingStyles from './floating.module.css';
import styles from './Popover.module.css';
import { usePopover } from './usePopover.ts';

/** Props of the button that opens the popover. */
export interface PopoverTriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly popoverTarget: string;
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string;
  readonly 'aria-haspopup': 'dialog';
}

export interface PopoverProps {
  /** Accessible name. */
  readonly label: string;
  readonly align?: 'start' | 'end';
  /** As wide as its content, instead of the usual width. */
  readonly wide?: boolean;
  /** Renders the button that opens the popover; it must receive these props. */
  readonly renderTrigger: (props: PopoverTriggerProps) => ReactNode;
  /** Rendered while the popover is open. */
  readonly children: (close: () => void) => ReactNode;
}

/**
 * An interactive panel beside a button; a bottom sheet on phones. It closes on Escape and on a click
 * outside, and returns the focus.
 */
export function Popover({
  label,
  align = 'end',
  wide = false,
  renderTrigger,
  children,
}: PopoverProps) {
  const { open, triggerProps, floatingProps, close } = usePopover(
    { side: 'below', align },
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
        className={classNames(floatingStyles.floating, styles.panel, wide && styles.wide)}
      >
        {open && children(close)}
      </div>
    </>
  );
}
