import type { ReactNode } from 'react';
import styles from './Page.module.css';

export interface PageProps {
  /** `medium` for text and settings, `narrow` for a form. */
  readonly width?: 'full' | 'medium' | 'narrow';
  /** Centers a screen that is narrower than the window, such as a step of the setup. */
  readonly centered?: boolean;
  readonly children: ReactNode;
}

/** Lays out the parts of a screen, from top to bottom. */
export function Page({ width = 'full', centered = false, children }: PageProps) {
  return (
    <div className={styles.page} data-width={width} data-centered={centered || undefined}>
      {children}
    </div>
  );
}
