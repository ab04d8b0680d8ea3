import type { ReactNode } from 'react';
import styles from './MetricGrid.module.css';

/** {@link FigureTile}s side by side, their parts level with each other. */
export function MetricGrid({
  children,
  columns = 6,
}: {
  readonly children: ReactNode;
  /** Most beside each other, where there is room. */
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
