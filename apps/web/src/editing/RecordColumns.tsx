import type { ReactNode } from 'react';
import styles from './record.module.css';

/** The form of a record with its history beside it, or below where there is no room. */
export function RecordColumns({ children }: { readonly children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}
