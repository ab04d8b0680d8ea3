// The elements with handlers are not controls: the handlers only detect hover, focus and Escape.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Button } from '../actions/Button.tsx';
import { IconButton } from '../actions/IconButton.tsx';
import { classNames } from '../classNames.ts';
import {
  AlertCircleIcon,
  AlertTriangleIcon,
  CheckCircleIcon,
  CloseIcon,
  InfoIcon,
} from '../icons/icons.ts';
import { subscribeToModals, topModal } from '../overlays/modalStack.ts';
import styles from './Toaster.module.css';
import { toasts, type ToastStore, type ActiveToast } from './toasts.ts';

const icons = {
  info: <InfoIcon size={20} />,
  positive: <CheckCircleIcon size={20} />,
  attention: <AlertTriangleIcon size={20} />,
  negative: <AlertCircleIcon size={20} />,
} as const;

export interface ToasterProps {
  /** Accessible name of the region. */
  readonly label: string;
  readonly closeLabel: string;
  readonly store?: ToastStore;
}

/**
 * Renders the toasts of `showToast` above everything else. While a dialog is open, the region moves
 * into the topmost one, because everything outside is inert. All timers pause while the pointer or the
 * focus is on a toast, or while the page is hidden. F6 moves the focus to the region.
 */
export function Toaster({ label, closeLabel, store = toasts }: ToasterProps) {
  const activeToasts = useSyncExternalStore(store.subscribe, store.current, store.current);
  const [isPaused, setPaused] = useState(false);
  const [host] = useState(() => document.createElement('div'));
  const region = useRef<HTMLElement>(null);
  /** The element that had the focus before a toast. */
  const returnFocusTo = useRef<Element>(null);
  const newest = activeToasts.at(-1)?.id;

  // Moves the host element instead of rendering again, so that visible toasts keep their state.
  useLayoutEffect(() => {
    const move = () => {
      (topModal() ?? document.body).append(host);
      moveToTopLayer(region.current);
    };
    move();
    const stop = subscribeToModals(move);
    return () => {
      stop();
      host.remove();
    };
  }, [host]);
  useLayoutEffect(() => {
    if (newest !== undefined) moveToTopLayer(region.current);
  }, [newest]);

  useEffect(() => {
    if (newest === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6') return;
      event.preventDefault();
      region.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [newest]);

  function dismiss(id: number) {
    const hadFocus = host.contains(document.activeElement);
    // The element under the pointer is removed, so no pointerleave or blur event will resume the timers.
    setPaused(false);
    flushSync(() => store.dismiss(id));
    if (!hadFocus) return;
    const next = host.querySelector('button') ?? returnFocusTo.current;
    if (next instanceof HTMLElement) next.focus();
  }

  return createPortal(
    <section
      ref={region}
      className={styles.area}
      aria-label={label}
      aria-keyshortcuts="F6"
      popover="manual"
      tabIndex={-1}
      onPointerEnter={() => setPaused(true)}
      // The focus that a click leaves on a toast is not visible, and must not keep the toast.
      onPointerLeave={({ currentTarget }) =>
        setPaused(currentTarget.matches(':focus-visible, :has(:focus-visible)'))
      }
      onFocus={({ relatedTarget, currentTarget }) => {
        setPaused(true);
        if (relatedTarget && !currentTarget.contains(relatedTarget))
          returnFocusTo.current = relatedTarget;
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setPaused(currentTarget.matches(':hover'));
      }}
    >
      <ul className={styles.list} aria-live="polite" aria-relevant="additions">
        {activeToasts.map((toast) => (
          <ToastCard
            key={toast.id}
            toast={toast}
            paused={isPaused}
            closeLabel={closeLabel}
            dismiss={() => dismiss(toast.id)}
          />
        ))}
      </ul>
    </section>,
    host,
  );
}

/**
 * Reopens the popover in one task to raise it in the top layer, without a visible change or an
 * announcement.
 */
function moveToTopLayer(region: HTMLElement | null): void {
  if (region?.matches(':popover-open')) region.hidePopover();
  region?.showPopover();
}

interface ToastCardProps {
  readonly toast: ActiveToast;
  readonly paused: boolean;
  readonly closeLabel: string;
  readonly dismiss: () => void;
}

function ToastCard({ toast, paused, closeLabel, dismiss }: ToastCardProps) {
  useDismissAfter(toast.durationMs, paused, dismiss);
  const { action } = toast;
  return (
    <li
      className={classNames(styles.notice, styles[toast.tone])}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Dismisses the toast only, not the dialog around it.
        event.preventDefault();
        dismiss();
      }}
    >
      <span className={styles.icon}>{icons[toast.tone]}</span>
      <div className={styles.text} role={toast.tone === 'negative' ? 'alert' : undefined}>
        <p className={styles.title}>{toast.title}</p>
        {toast.text !== undefined && <p>{toast.text}</p>}
        {action && (
          <div className={styles.action}>
            <Button
              size="small"
              onClick={() => {
                action.onPress();
                dismiss();
              }}
            >
              {action.label}
            </Button>
          </div>
        )}
      </div>
      <IconButton label={closeLabel} icon={<CloseIcon />} size="small" onClick={dismiss} />
    </li>
  );
}

/** Calls `dismiss` after `durationMs`. The timer stops while `paused` and while the page is hidden. */
function useDismissAfter(durationMs: number, paused: boolean, dismiss: () => void) {
  const remainingMs = useRef(durationMs);
  const latest = useRef(dismiss);
  useEffect(() => {
    latest.current = dismiss;
  });
  useEffect(() => {
    if (paused) return;
    let startedAt = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const pause = () => {
      clearTimeout(timer);
      remainingMs.current -= Date.now() - startedAt;
    };
    const start = () => {
      startedAt = Date.now();
      timer = setTimeout(() => latest.current(), Math.max(0, remainingMs.current));
    };
    const onVisibilityChange = () => (document.hidden ? pause() : start());
    if (!document.hidden) start();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      if (!document.hidden) pause();
    };
  }, [paused]);
}
