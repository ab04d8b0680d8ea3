import { classNames } from '../classNames.ts';
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** The part whose place it keeps. */
  readonly shape: 'line' | 'title' | 'figure' | 'spark' | 'chart' | 'row' | 'block';
  /** How many of them, one below the other. */
  readonly count?: number;
}

/**
 * Keeps the place of something that is loading, at its final size. It becomes visible after 200 ms
 * only; what comes sooner never flickers. Silent to screen readers: mark the part that loads with
 * `aria-busy`.
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
