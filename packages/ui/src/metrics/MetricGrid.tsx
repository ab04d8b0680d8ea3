import type { ReactNode } from 'react';
import styles from './MetricGrid.module.css';

/** A grid of four `MetricCard`s with aligned rows. */
export function MetricGrid({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <div className={styles.grid}>{children}</div>
    </div>
  );
}
