// Nothing is operated by these handlers: they only see whether somebody is reading.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
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
import styles from './NotificationArea.module.css';
import { notices, type NoticeStore, type ShownNotice } from './notices.ts';

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
 * Shows what {@link notify} was given. All messages wait while the pointer or the focus is on any of
 * them, or while the page is not in sight.
 */
export function NotificationArea({ label, closeLabel, store = notices }: NotificationAreaProps) {
  const shown = useSyncExternalStore(store.subscribe, store.current, store.current);
  const [attended, setAttended] = useState(false);
  return (
    <section
      className={styles.area}
      aria-label={label}
      onPointerEnter={() => setAttended(true)}
      onPointerLeave={() => setAttended(false)}
      onFocus={() => setAttended(true)}
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
            dismiss={() => {
              // Whatever was pointed at is gone, and its leaving is never reported.
              setAttended(false);
              store.dismiss(notice.id);
            }}
          />
        ))}
      </ul>
    </section>
  );
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
        if (event.key === 'Escape') dismiss();
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
