import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './RowList.module.css';

export interface RowListProps {
  /** Accessible name. */
  readonly label?: string;
  /** `Row` elements. */
  readonly children: ReactNode;
}

/** The entries of a card that has no other content: members, sessions, rules. */
export function RowList({ label, children }: RowListProps) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

export interface RowProps {
  /** Picture or icon at the start. */
  readonly media?: ReactNode;
  readonly title: ReactNode;
  /** Follows the title, such as “You”. */
  readonly badge?: string;
  readonly badgeTone?: 'info' | 'positive';
  /** `RowText` elements. */
  readonly children?: ReactNode;
  /** What can be done with the entry. */
  readonly actions?: ReactNode;
}

export function Row({ media, title, badge, badgeTone = 'info', children, actions }: RowProps) {
  return (
    <li className={styles.row}>
      {media !== undefined && <span className={styles.media}>{media}</span>}
      <div className={styles.what}>
        <p className={styles.title}>
          {title}
          {badge !== undefined && (
            <span className={classNames(styles.badge, styles[badgeTone])}>{badge}</span>
          )}
        </p>
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  );
}

export interface RowTextProps {
  readonly tone?: 'regular' | 'quiet' | 'attention' | 'negative';
  readonly children: ReactNode;
}

/** A line below the title of a row. */
export function RowText({ tone = 'quiet', children }: RowTextProps) {
  return <p className={classNames(styles.text, styles[tone])}>{children}</p>;
}
