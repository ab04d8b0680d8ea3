import { useEffect, useId, useRef, useState, type ToggleEvent } from 'react';
import { keepPlaced, type Placement } from './placement.ts';

/**
 * A part that opens on a button's press, on the platform's own popover: it floats above everything,
 * closes on a press outside and on Escape, and gives the focus back.
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
    return keepPlaced(floating.current, trigger.current, { side, align });
  }, [open, side, align]);

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
