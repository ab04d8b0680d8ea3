import type { ReactNode } from 'react';
import styles from './Icon.module.css';

export interface IconProps {
  /** Edge length in pixels. */
  readonly size?: 16 | 20 | 24;
}

/** Frame of every icon: a 24-unit grid and strokes of 1.5 px at any size. Hidden from screen readers. */
export function Icon({ size = 16, children }: IconProps & { readonly children: ReactNode }) {
  return (
    <svg
      className={styles.icon}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      strokeWidth={(1.5 * 24) / size}
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}
