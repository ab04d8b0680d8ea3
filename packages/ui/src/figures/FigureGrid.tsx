import type { ReactNode } from 'react';
import styles from './FigureGrid.module.css';

/** {@link FigureTile}s side by side, their parts level with each other. */
export function FigureGrid({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <div className={styles.grid}>{children}</div>
    </div>
  );
}
