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
import { onModals, topModal } from '../overlays/modalStack.ts';
import styles from './Toaster.module.css';
import { notices, type NoticeStore, type ShownNotice } from './toasts.ts';

const icons = {
  info: <InfoIcon size={20} />,
  positive: <CheckCircleIcon size={20} />,
  attention: <AlertTriangleIcon size={20} />,
  negative: <AlertCircleIcon size={20} />,
} as const;

export interface NotificationAreaProps {
  /** Name of the area. */
  readonly label: string;
  readonly closeLabel: string;
  readonly store?: NoticeStore;
}

/**
 * Shows what {@link notify} was given, above everything, also a dialog: it stands inside the topmost one
 * then, as all else is inert. All messages wait while the pointer or the focus is on any of them, or
 * while the page is not in sight. F6 leads to them.
 */
export function NotificationArea({ label, closeLabel, store = notices }: NotificationAreaProps) {
  const shown = useSyncExternalStore(store.subscribe, store.current, store.current);
  const [attended, setAttended] = useState(false);
  const [host] = useState(() => document.createElement('div'));
  const area = useRef<HTMLElement>(null);
  /** What had the focus before a message took it. */
  const before = useRef<Element>(null);
  const newest = shown.at(-1)?.id;

  // Moved, not drawn anew: what is shown goes on.
  useLayoutEffect(() => {
    const move = () => {
      (topModal() ?? document.body).append(host);
      raise(area.current);
    };
    move();
    const stop = onModals(move);
    return () => {
      stop();
      host.remove();
    };
  }, [host]);
  useLayoutEffect(() => {
    if (newest !== undefined) raise(area.current);
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
    setAttended(false);
    flushSync(() => store.dismiss(id));
    if (!hadFocus) return;
    const next = host.querySelector('button') ?? before.current;
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
      onPointerEnter={() => setAttended(true)}
      onPointerLeave={() => setAttended(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setAttended(true);
        if (relatedTarget && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setAttended(false);
      }}
    >
      <ul className={styles.list} aria-live="polite" aria-relevant="additions">
        {shown.map((notice) => (
          <NoticeCard
            key={notice.id}
            notice={notice}
            paused={attended}
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
function raise(area: HTMLElement | null): void {
  if (area?.matches(':popover-open')) area.hidePopover();
  area?.showPopover();
}

interface NoticeCardProps {
  readonly notice: ShownNotice;
  readonly paused: boolean;
  readonly closeLabel: string;
  readonly dismiss: () => void;
}

function NoticeCard({ notice, paused, closeLabel, dismiss }: NoticeCardProps) {
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
function useDismissAfter(lasts: number, paused: boolean, dismiss: () => void) {
  const left = useRef(lasts);
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
      left.current -= Date.now() - started;
    };
    const start = () => {
      started = Date.now();
      timer = setTimeout(() => latest.current(), Math.max(0, left.current));
    };
    const follow = () => (document.hidden ? halt() : start());
    if (!document.hidden) start();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      if (!document.hidden) halt();
    };
  }, [paused]);
}
