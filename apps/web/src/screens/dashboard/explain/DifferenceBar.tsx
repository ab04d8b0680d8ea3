import styles from './SplitList.module.css';

export interface DifferenceBarProps {
  /** Length and direction relative to the longest bar: from −1 to 1. */
  readonly share: number;
  readonly isGood: boolean;
}

/** A bar to the left or right of a zero line. The amount beside it says the same in text. */
export function DifferenceBar({ share, isGood }: DifferenceBarProps) {
  return (
    <svg className={styles.bar} viewBox="-1 0 2 1" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.track} x="-1" width="2" height="1" />
      <rect
        className={isGood ? styles.good : styles.bad}
        x={Math.min(0, share)}
        width={Math.abs(share)}
        height="1"
      />
      <line className={styles.zero} x1="0" x2="0" y1="0" y2="1" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
