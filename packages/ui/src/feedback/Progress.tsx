import { classNames } from '../classNames.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import styles from './Progress.module.css';

export interface ProgressProps {
  /** Name of the task. */
  readonly label: string;
  /** 0 to 1, or null while the total is unknown. */
  readonly share: number | null;
  /** Progress as text: real counts, not an invented percentage. */
  readonly valueText: string;
}

/** A progress bar with label and value. A live region announces the start and each quarter. */
export function Progress({ label, share, valueText }: ProgressProps) {
  const percent = share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 100);
  const quarter = percent === null ? null : Math.floor(percent / 25) * 25;
  return (
    <div className={styles.progress}>
      <div className={styles.head}>
        <span className={styles.label}>{label}</span>
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
