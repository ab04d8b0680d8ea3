import { useEffect, useState } from 'react';

export interface CountdownProps {
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Accessible name. */
  readonly label: string;
}

/** Formats whole seconds as `0:42`, or as `1:05:00` from one hour. */
export function formatClock(seconds: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
    : `${minutes}:${twoDigits(seconds % 60)}`;
}

/**
 * Remaining time, updated every second; stops at zero. `role="timer"` is not a live region, so ticks are
 * not announced.
 */
export function Countdown({ until, label }: CountdownProps) {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <span role="timer" aria-label={label} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {formatClock(left)}
    </span>
  );
}
