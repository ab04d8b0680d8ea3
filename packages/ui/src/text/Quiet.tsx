import type { ReactNode } from 'react';
import styles from './text.module.css';

export interface QuietProps {
  readonly as?: 'span' | 'p';
  readonly children: ReactNode;
}

/** Secondary text, smaller and quieter than the text beside it. */
export function Quiet({ as: Element = 'span', children }: QuietProps) {
  return <Element className={styles.quiet}>{children}</Element>;
}
