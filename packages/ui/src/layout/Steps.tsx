import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { CheckIcon } from '../icons/icons.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import stepMark from './stepMark.module.css';
import styles from './Steps.module.css';

export type StepState = 'done' | 'current' | 'later';

export interface Step {
  readonly id: string;
  readonly state: StepState;
  readonly title: string;
  readonly text?: ReactNode;
  /** Controls of the step, such as a button or a progress bar. Shown in the current step only. */
  readonly content?: ReactNode;
}

export interface StepsProps {
  readonly label: string;
  readonly steps: readonly Step[];
  /** Screen reader text of each state. */
  readonly stateLabels: Readonly<Record<StepState, string>>;
}

/** A list of steps with the current one expanded. */
export function Steps({ label, steps, stateLabels }: StepsProps) {
  return (
    <ol aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          className={classNames(styles.step, styles[step.state])}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className={stepMark.mark} data-state={step.state} aria-hidden="true">
            {step.state === 'done' ? <CheckIcon /> : index + 1}
          </span>
          <div className={styles.body}>
            <p className={styles.title}>
              {step.title}
              <VisuallyHidden>{` (${stateLabels[step.state]})`}</VisuallyHidden>
            </p>
            {step.text !== undefined && <div className={styles.text}>{step.text}</div>}
            {step.state === 'current' && step.content !== undefined && (
              <div className={styles.content}>{step.content}</div>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
