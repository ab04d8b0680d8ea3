import { classNames } from '../classNames.ts';
import { CheckIcon } from '../icons/statusIcons.tsx';
import type { StepState } from './Steps.tsx';
import styles from './StepBar.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface StepBarItem {
  readonly id: string;
  readonly title: string;
  readonly state: StepState;
  /** Where the step is; left out for one that cannot be opened yet. */
  readonly href?: string;
}

export interface StepBarProps {
  readonly label: string;
  /** Which of them is on the screen. */
  readonly current: string;
  /** `Step 2 of 4`, for the eye. */
  readonly position: string;
  readonly steps: readonly StepBarItem[];
  /** Word of each state, for screen readers. */
  readonly stateLabels: Readonly<Record<StepState, string>>;
  /** The states are not known yet; the bar keeps its place meanwhile. */
  readonly busy?: boolean;
}

/** The way of a few steps above each of their screens; on a phone only the current one is named. */
export function StepBar({
  label,
  current,
  position,
  steps,
  stateLabels,
  busy = false,
}: StepBarProps) {
  return (
    <nav className={styles.bar} aria-label={label} aria-busy={busy || undefined}>
      <p className={styles.position}>{position}</p>
      <ol className={styles.list}>
        {steps.map((step, index) => {
          const isCurrent = step.id === current;
          const content = (
            <>
              <span className={styles.mark} aria-hidden="true">
                {step.state === 'done' ? <CheckIcon /> : index + 1}
              </span>
              <span className={styles.title}>
                {step.title}
                <VisuallyHidden>{` (${stateLabels[step.state]})`}</VisuallyHidden>
              </span>
            </>
          );
          return (
            <li
              key={step.id}
              className={classNames(styles.step, styles[step.state], isCurrent && styles.here)}
              aria-current={isCurrent ? 'step' : undefined}
            >
              {step.href === undefined || isCurrent ? (
                <span className={styles.body}>{content}</span>
              ) : (
                <a className={styles.body} href={step.href}>
                  {content}
                </a>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
