import type { ReactNode } from 'react';
import styles from './Timeline.module.css';

export interface TimelineEntry {
  readonly id: string;
  readonly title: ReactNode;
  readonly meta: ReactNode;
}

/** A history of events, newest first. */
export function Timeline({
  label,
  entries,
}: {
  readonly label: string;
  readonly entries: readonly TimelineEntry[];
}) {
  return (
    <ol className={styles.list} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <div>{entry.title}</div>
          <div className={styles.meta}>{entry.meta}</div>
        </li>
      ))}
    </ol>
  );
}
