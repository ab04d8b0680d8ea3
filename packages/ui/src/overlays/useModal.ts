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
  /** Called on Escape and on a click on the backdrop. */
  readonly onClose: () => void;
  readonly closesOnOutsideClick?: boolean;
  /** Receives the focus when the focused element is removed, for example between steps of a dialog. */
  readonly heading?: RefObject<HTMLElement | null>;
}

/**
 * Returns the props of a modal `<dialog>`. The platform traps and restores the focus. This hook adds that
 * the page behind does not scroll, that a click closes the dialog only if it began and ended on the
 * backdrop, and that the focus survives changes of the content.
 */
export function useModal({ open, onClose, closesOnOutsideClick = true, heading }: ModalOptions) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Whether the current press began on the backdrop and does not merely close an open popover. */
  const pressStartedOnBackdrop = useRef(false);

  // A layout effect closes the dialog while it is still in the document; only then does the platform
  // restore the focus.
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
    /**
     * Browsers close a dialog on a second Escape without user interaction in between, ignoring `cancel`.
     */
    onClose(event: SyntheticEvent<HTMLDialogElement>) {
      const { target, currentTarget } = event;
      if (target === currentTarget && open && !currentTarget.open) onClose();
    },
    onPointerDown(event: MouseEvent<HTMLDialogElement>) {
      pressStartedOnBackdrop.current =
        closesOnOutsideClick &&
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

/** The backdrop belongs to the element but lies outside its box. */
function isOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return (
    target === currentTarget &&
    (clientX < left || clientX > right || clientY < top || clientY > bottom)
  );
}
