import { useEffect, useId, useRef, useState, type ToggleEvent } from 'react';
import { autoUpdatePosition, type Placement } from './placement.ts';

/**
 * A part that opens on a button's press, on the platform's own popover: it floats above everything,
 * closes on a press outside, on Escape and when the focus leaves it, and gives the focus back.
 * `onOpened` runs when it is in its place.
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

  // Whoever goes on by Tab leaves it behind closed, not over what has the focus now.
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
        // Floating parts inside this one send their event up as well.
        if (event.target !== event.currentTarget) return;
        const opened = event.newState === 'open';
        setOpen(opened);
        if (opened && trigger.current) onOpened(event.currentTarget);
      },
    },
  };
}
