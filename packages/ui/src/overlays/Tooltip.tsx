// The anchor is focusable so that keyboard and touch can open the tooltip.
/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-static-element-interactions */
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import floatingStyles from './floating.module.css';
import { autoUpdatePosition } from './placement.ts';
import styles from './Tooltip.module.css';

export interface TooltipProps {
  readonly content: ReactNode;
  readonly children: ReactNode;
}

const hideDelayMs = 120;

/** The visible tooltip; there is at most one. */
let activeTooltip: { readonly tip: HTMLElement; readonly hide: () => void } | undefined;

/**
 * A tooltip for short text. It opens on hover and focus, stays while hovered, and closes on Escape (WCAG 2.2, 1.4.13).
 */
export function Tooltip({ content, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const floating = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cleanUp = useRef<() => void>(undefined);

  function show() {
    clearTimeout(timer.current);
    if (!floating.current || !anchor.current || floating.current.matches(':popover-open')) return;
    activeTooltip?.hide();
    activeTooltip = { tip: floating.current, hide };
    floating.current.showPopover();
    const stopPositioning = autoUpdatePosition(floating.current, anchor.current, {
      side: 'above',
      align: 'center',
    });
    // Captures Escape regardless of focus, before a menu or dialog below handles it.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      hide();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    cleanUp.current = () => {
      stopPositioning();
      document.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }
  function hide() {
    clearTimeout(timer.current);
    cleanUp.current?.();
    cleanUp.current = undefined;
    if (activeTooltip?.tip === floating.current) activeTooltip = undefined;
    floating.current?.hidePopover();
  }
  function scheduleHide() {
    clearTimeout(timer.current);
    timer.current = setTimeout(hide, hideDelayMs);
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      cleanUp.current?.();
    },
    [],
  );

  return (
    <span className={styles.frame} onPointerEnter={show} onPointerLeave={scheduleHide}>
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
