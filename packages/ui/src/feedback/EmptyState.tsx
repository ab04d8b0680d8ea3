import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  /** What the place will contain. */
  readonly title: string;
  readonly children: ReactNode;
  /** The button that resolves the emptiness. */
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
}

/** Placeholder of a list or screen without content. */
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
