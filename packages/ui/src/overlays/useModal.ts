import {
  useEffect,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { openModal, topModal } from './modalStack.ts';

export interface ModalOptions {
  readonly open: boolean;
  /** Asked for by Escape and by a press on the backdrop. */
  readonly onClose: () => void;
  /** Takes the focus when the element that had it goes, as when one step of a dialog follows another. */
  readonly heading?: RefObject<HTMLElement | null>;
}

/**
 * The properties of a `<dialog>` over the page. The platform keeps the focus inside and gives it back;
 * here come the rest of what people expect: the page behind does not scroll, a press closes only when it
 * began and ended on the backdrop, and the focus is never lost while the content changes.
 */
export function useModal({ open, onClose, heading }: ModalOptions) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Whether the press under way began on the backdrop, and was not needed to close a menu. */
  const pressStartedOnBackdrop = useRef(false);

  // Closed while it is still in the page: that is when the platform gives the focus back.
  useLayoutEffect(() => (open && dialog.current ? openModal(dialog.current) : undefined), [open]);

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    let focused = document.activeElement;
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element) focused = target;
    };
    const observer = new MutationObserver(() => {
      if (focused?.isConnected !== false || topModal() !== element) return;
      focused = null;
      const target = heading?.current ?? element;
      target.tabIndex = -1;
      target.focus();
    });
    element.addEventListener('focusin', onFocus);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, [open, heading]);

  return {
    ref: dialog,
    onCancel(event: SyntheticEvent<HTMLDialogElement>) {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose();
    },
    /** Browsers close a dialog themselves on a second Escape without anything between the two. */
    onClose(event: SyntheticEvent<HTMLDialogElement>) {
      const { target, currentTarget } = event;
      if (target === currentTarget && open && !currentTarget.open) onClose();
    },
    onPointerDown(event: MouseEvent<HTMLDialogElement>) {
      pressStartedOnBackdrop.current =
        event.button === 0 &&
        isOnBackdrop(event) &&
        event.currentTarget.querySelector('[popover=auto]:popover-open') === null;
    },
    onClick(event: MouseEvent<HTMLDialogElement>) {
      if (pressStartedOnBackdrop.current && isOnBackdrop(event)) onClose();
      pressStartedOnBackdrop.current = false;
    },
  };
}

/** On the backdrop, which is part of the element but not of its box. */
function isOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return (
    target === currentTarget &&
    (clientX < left || clientX > right || clientY < top || clientY > bottom)
  );
}
