import { classNames } from '../classNames.ts';
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** The element it stands in for. */
  readonly shape: 'line' | 'figure' | 'spark' | 'chart' | 'row' | 'block';
  /** Number of placeholders, stacked vertically. */
  readonly count?: number;
}

/**
 * Placeholder at the final size of loading content. It appears after 200 ms, so fast responses do not
 * flicker. Hidden from screen readers: mark the loading part with `aria-busy`.
 */
export function Skeleton({ shape, count = 1 }: SkeletonProps) {
  return (
    <span className={styles.stack} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={classNames(styles.skeleton, styles[shape])} />
      ))}
    </span>
  );
}
