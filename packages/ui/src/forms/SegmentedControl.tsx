import { useId } from 'react';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import styles from './SegmentedControl.module.css';

export interface SegmentedControlProps<Value extends string> {
  /** What is chosen, for screen readers. */
  readonly label: string;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** Of the label, where it is not in the page's language (WCAG 3.1.2). */
    readonly lang?: string;
  }[];
  /** Null when none of them is chosen. */
  readonly value: Value | null;
  readonly onValueChange: (value: Value) => void;
}

/** One of a few that are always in sight, such as a period. Arrow keys move as in any radio group. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onValueChange,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
          />
          <span className={styles.face} lang={option.lang}>
            {option.label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
