import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  /** What will be here. */
  readonly title: string;
  /** Why it is empty. */
  readonly children: ReactNode;
  /** The one button that changes that. */
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
}

/** A place with nothing in it yet. */
export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon !== undefined && <span className={styles.icon}>{icon}</span>}
      <p className={styles.title}>{title}</p>
      <div className={styles.reason}>{children}</div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
