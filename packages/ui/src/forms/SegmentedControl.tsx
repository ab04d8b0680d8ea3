import { useId } from 'react';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import styles from './SegmentedControl.module.css';

export interface SegmentedControlProps<Value extends string> {
  /** Accessible name. */
  readonly label: string;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** Language of the label if it differs from the page's (WCAG 3.1.2). */
    readonly lang?: string;
  }[];
  /** Null if no option is selected. */
  readonly value: Value | null;
  readonly onValueChange: (value: Value) => void;
}

/** A radio group whose options are all visible, such as periods. Arrow keys work as in any radio group. */
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
