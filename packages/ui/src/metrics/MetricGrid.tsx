import type { ReactNode } from 'react';
import styles from './MetricGrid.module.css';

/** A grid of `MetricCard`s with aligned rows. */
export function MetricGrid({
  children,
  columns = 6,
}: {
  readonly children: ReactNode;
  /** Maximum number of columns. */
  readonly columns?: 4 | 6;
}) {
  return (
    <div className={styles.frame}>
      <div className={styles.grid} data-columns={columns}>
        {children}
      </div>
    </div>
  );
}
