import { useEffect, useId, useRef, useState, type ToggleEvent } from 'react';
import { autoUpdatePosition, type Placement } from './placement.ts';

/**
 * Connects a button with a native popover. It renders in the top layer, closes on a click outside, on
 * Escape and on loss of focus, and returns the focus. `onOpened` runs after the popover has opened.
 */
export function usePopover(placement: Placement, onOpened: (floating: HTMLElement) => void) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const floating = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const { side, align } = placement;

  useEffect(() => {
    if (!open || !floating.current || !trigger.current) return;
    return autoUpdatePosition(floating.current, trigger.current, { side, align });
  }, [open, side, align]);

  // Closes the popover when Tab leaves it, so that it does not cover the focused element.
  useEffect(() => {
    if (!open) return;
    const onFocus = ({ target }: FocusEvent) => {
      const isInside = [floating, trigger].some(
        ({ current }) => target instanceof Node && current?.contains(target),
      );
      if (!isInside) floating.current?.hidePopover();
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [open]);

  return {
    open,
    floating,
    trigger,
    close: () => {
      floating.current?.hidePopover();
      trigger.current?.focus();
    },
    triggerProps: {
      ref: trigger,
      popoverTarget: id,
      'aria-expanded': open,
      'aria-controls': id,
    },
    floatingProps: {
      id,
      ref: floating,
      popover: 'auto' as const,
      onToggle(event: ToggleEvent<HTMLDivElement>) {
        // Ignores toggle events of nested popovers, which bubble.
        if (event.target !== event.currentTarget) return;
        const opened = event.newState === 'open';
        setOpen(opened);
        if (opened && trigger.current) onOpened(event.currentTarget);
      },
    },
  };
}
