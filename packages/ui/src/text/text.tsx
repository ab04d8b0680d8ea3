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

/** Texts below each other in a cell or a row, such as a name above its number. */
export function Lines({ children }: { readonly children: ReactNode }) {
  return <span className={styles.lines}>{children}</span>;
}
