import type { ReactNode } from 'react';
import styles from './Page.module.css';

export interface PageProps {
  /** `medium` for text and settings, `narrow` for a form. */
  readonly width?: 'full' | 'medium' | 'narrow';
  readonly children: ReactNode;
}

/** Lays out the parts of a screen, from top to bottom. */
export function Page({ width = 'full', children }: PageProps) {
  return (
    <div className={styles.page} data-width={width}>
      {children}
    </div>
  );
}
