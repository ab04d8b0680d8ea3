import type { ReactNode } from 'react';
import styles from './text.module.css';

/** Texts below each other in a cell or a row, such as a name above its number. */
export function Lines({ children }: { readonly children: ReactNode }) {
  return <span className={styles.lines}>{children}</span>;
}
