import { classNames } from '../classNames.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import styles from './Progress.module.css';

export interface ProgressProps {
  /** What is under way. */
  readonly label: string;
  /** 0 to 1; null while the total is unknown. */
  readonly share: number | null;
  /** How far it is, in words: counts, never an invented percentage. */
  readonly valueText: string;
  /** The label is for screen readers only: the place makes clear what is under way. */
  readonly compact?: boolean;
}

/** A bar with its name and its value in words. Screen readers hear it at the start and at quarters. */
export function Progress({ label, share, valueText, compact = false }: ProgressProps) {
  const percent = share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 100);
  const quarter = percent === null ? null : Math.floor(percent / 25) * 25;
  return (
    <div className={styles.progress}>
      <div className={styles.head}>
        {!compact && <span className={styles.label}>{label}</span>}
        <span className={styles.value}>{valueText}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        aria-valuetext={valueText}
        className={classNames(styles.track, percent === null && styles.unknown)}
      >
        <svg
          className={styles.bar}
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect width={percent ?? 35} height="1" />
        </svg>
      </div>
      <VisuallyHidden>
        <span role="status">{quarter === null ? label : `${label}: ${quarter}%`}</span>
      </VisuallyHidden>
    </div>
  );
}
