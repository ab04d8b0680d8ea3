// A text takes the focus here so that keyboard and finger can ask for more about it.
/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions */
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import floatingStyles from './floating.module.css';
import { keepPlaced } from './placement.ts';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  readonly content: ReactNode;
  readonly children: ReactNode;
}

const delayToHide = 120;

/**
 * More about a short text: shown under the pointer and on focus, stays while the pointer is on it,
 * goes on Escape (WCAG 2.2, 1.4.13). The text takes the focus, so that a finger can open it too.
 */
export function Tooltip({ content, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const floating = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useRef<() => void>(undefined);

  function show() {
    clearTimeout(timer.current);
    if (!floating.current || !anchor.current || floating.current.matches(':popover-open')) return;
    floating.current.showPopover();
    stop.current = keepPlaced(floating.current, anchor.current, { side: 'above', align: 'center' });
  }
  function hide() {
    clearTimeout(timer.current);
    stop.current?.();
    floating.current?.hidePopover();
  }
  function hideSoon() {
    clearTimeout(timer.current);
    timer.current = setTimeout(hide, delayToHide);
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      stop.current?.();
    },
    [],
  );

  return (
    <span
      className={styles.frame}
      onPointerEnter={show}
      onPointerLeave={hideSoon}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape') hide();
      }}
    >
      <span
        ref={anchor}
        className={styles.anchor}
        tabIndex={0}
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
      >
        {children}
      </span>
      <span
        id={id}
        ref={floating}
        role="tooltip"
        popover="manual"
        className={classNames(floatingStyles.floating, styles.tip)}
      >
        {content}
      </span>
    </span>
  );
}
