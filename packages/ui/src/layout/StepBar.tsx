import { classNames } from '../classNames.ts';
import { CheckIcon } from '../icons/icons.ts';
import styles from './StepBar.module.css';
import stepMark from './stepMark.module.css';
import type { StepState } from './Steps.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface StepBarItem {
  readonly id: string;
  readonly title: string;
  readonly state: StepState;
  /** Link of the step; absent while it cannot be opened. */
  readonly href?: string;
}

export interface StepBarProps {
  readonly label: string;
  /** Id of the visible step. */
  readonly current: string;
  /** Position as text: `Step 2 of 4`. */
  readonly position: string;
  readonly steps: readonly StepBarItem[];
  /** Screen reader text of each state. */
  readonly stateLabels: Readonly<Record<StepState, string>>;
  /** The states are not known yet. */
  readonly busy?: boolean;
}

/** Progress through a few screens, shown above each. Phones show the title of the current step only. */
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
              <span className={stepMark.mark} data-state={step.state} aria-hidden="true">
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
              className={classNames(styles.step, isCurrent && styles.here)}
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
