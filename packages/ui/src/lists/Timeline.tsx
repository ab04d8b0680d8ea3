import type { ReactNode } from 'react';
import styles from './Timeline.module.css';

export interface TimelineEntry {
  readonly id: string;
  readonly title: ReactNode;
  readonly meta: ReactNode;
}

export interface TimelineProps {
  readonly label: string;
  readonly entries: readonly TimelineEntry[];
  /** A list that is oldest first has each entry on one line where there is room. */
  readonly order?: 'newestFirst' | 'oldestFirst';
}

/** A history of events, of which the newest one is marked. */
export function Timeline({ label, entries, order = 'newestFirst' }: TimelineProps) {
  return (
    <ol className={styles[order]} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <div>{entry.title}</div>
          <div className={styles.meta}>{entry.meta}</div>
        </li>
      ))}
    </ol>
  );
}
