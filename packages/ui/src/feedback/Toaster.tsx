// Nothing is operated by these handlers: they only see whether somebody is reading.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Button } from '../actions/Button.tsx';
import { IconButton } from '../actions/IconButton.tsx';
import { classNames } from '../classNames.ts';
import { CloseIcon } from '../icons/actionIcons.tsx';
import {
  AlertCircleIcon,
  AlertTriangleIcon,
  CheckCircleIcon,
  InfoIcon,
} from '../icons/statusIcons.tsx';
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
  /** Name of the area. */
  readonly label: string;
  readonly closeLabel: string;
  readonly store?: ToastStore;
}

/**
 * Shows what {@link notify} was given, above everything, also a dialog: it stands inside the topmost one
 * then, as all else is inert. All messages wait while the pointer or the focus is on any of them, or
 * while the page is not in sight. F6 leads to them.
 */
export function Toaster({ label, closeLabel, store = toasts }: ToasterProps) {
  const activeToasts = useSyncExternalStore(store.subscribe, store.current, store.current);
  const [isPaused, setPaused] = useState(false);
  const [host] = useState(() => document.createElement('div'));
  const area = useRef<HTMLElement>(null);
  /** What had the focus before a message took it. */
  const returnFocusTo = useRef<Element>(null);
  const newest = activeToasts.at(-1)?.id;

  // Moved, not drawn anew: what is shown goes on.
  useLayoutEffect(() => {
    const move = () => {
      (topModal() ?? document.body).append(host);
      moveToTopLayer(area.current);
    };
    move();
    const stop = subscribeToModals(move);
    return () => {
      stop();
      host.remove();
    };
  }, [host]);
  useLayoutEffect(() => {
    if (newest !== undefined) moveToTopLayer(area.current);
  }, [newest]);

  useEffect(() => {
    if (newest === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6') return;
      event.preventDefault();
      area.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [newest]);

  function dismiss(id: number) {
    const hadFocus = host.contains(document.activeElement);
    // Whatever was pointed at is gone, and its leaving is never reported.
    setPaused(false);
    flushSync(() => store.dismiss(id));
    if (!hadFocus) return;
    const next = host.querySelector('button') ?? returnFocusTo.current;
    if (next instanceof HTMLElement) next.focus();
  }

  return createPortal(
    <section
      ref={area}
      className={styles.area}
      aria-label={label}
      aria-keyshortcuts="F6"
      popover="manual"
      tabIndex={-1}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setPaused(true);
        if (relatedTarget && !currentTarget.contains(relatedTarget))
          returnFocusTo.current = relatedTarget;
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setPaused(false);
      }}
    >
      <ul className={styles.list} aria-live="polite" aria-relevant="additions">
        {activeToasts.map((notice) => (
          <ToastCard
            key={notice.id}
            notice={notice}
            paused={isPaused}
            closeLabel={closeLabel}
            dismiss={() => dismiss(notice.id)}
          />
        ))}
      </ul>
    </section>,
    host,
  );
}

/** Puts it above what was opened since, in one step: nothing is seen or heard of it. */
function moveToTopLayer(area: HTMLElement | null): void {
  if (area?.matches(':popover-open')) area.hidePopover();
  area?.showPopover();
}

interface ToastCardProps {
  readonly notice: ActiveToast;
  readonly paused: boolean;
  readonly closeLabel: string;
  readonly dismiss: () => void;
}

function ToastCard({ notice, paused, closeLabel, dismiss }: ToastCardProps) {
  useDismissAfter(notice.lasts, paused, dismiss);
  const { action } = notice;
  return (
    <li
      className={classNames(styles.notice, styles[notice.tone])}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The message alone, not the dialog that it stands in.
        event.preventDefault();
        dismiss();
      }}
    >
      <span className={styles.icon}>{icons[notice.tone]}</span>
      <div className={styles.text} role={notice.tone === 'negative' ? 'alert' : undefined}>
        <p className={styles.title}>{notice.title}</p>
        {notice.text !== undefined && <p>{notice.text}</p>}
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

/** Counts down `lasts` milliseconds while it is not paused and the page is in sight. */
function useDismissAfter(durationMs: number, paused: boolean, dismiss: () => void) {
  const remainingMs = useRef(durationMs);
  const latest = useRef(dismiss);
  useEffect(() => {
    latest.current = dismiss;
  });
  useEffect(() => {
    if (paused) return;
    let started = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const halt = () => {
      clearTimeout(timer);
      remainingMs.current -= Date.now() - started;
    };
    const start = () => {
      started = Date.now();
      timer = setTimeout(() => latest.current(), Math.max(0, remainingMs.current));
    };
    const onVisibilityChange = () => (document.hidden ? halt() : start());
    if (!document.hidden) start();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      if (!document.hidden) halt();
    };
  }, [paused]);
}
