import { useId } from 'react';
import { classNames } from '../classNames.ts';
import { ChevronDownIcon } from '../icons/icons.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import { FieldFrame, messageAttributes, type ControlProps, type FieldProps } from './Field.tsx';
import control from './control.module.css';
import styles from './Select.module.css';

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
  /** Language of the label if it differs from the page's (WCAG 3.1.2). */
  readonly lang?: string;
}

export interface SelectProps<Value extends string>
  extends FieldProps, Omit<ControlProps<'select'>, 'value' | 'onChange'> {
  readonly options: readonly SelectOption<Value>[];
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  /** Hides the label visually, where the context names the choice. */
  readonly compact?: boolean;
}

/** A native select: the system's own list works best on phones. */
export function Select<Value extends string>({
  label,
  help,
  error,
  options,
  value,
  onValueChange,
  compact = false,
  ...rest
}: SelectProps<Value>) {
  const id = useId();
  const box = (
    <span className={styles.box}>
      <select
        {...rest}
        {...messageAttributes(id, { help, error })}
        id={id}
        className={classNames(control.control, styles.select)}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen) onValueChange(chosen.value);
        }}
      >
        {/* A browser shows the first option in place of a value that is none of them. */}
        {!options.some((option) => option.value === value) && (
          <option value={value} hidden>
            –
          </option>
        )}
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            disabled={option.disabled}
            lang={option.lang}
          >
            {option.label}
          </option>
        ))}
      </select>
      <span className={control.trailing}>
        <ChevronDownIcon />
      </span>
    </span>
  );
  if (compact) {
    return (
      <div className={styles.compact}>
        <label htmlFor={id}>
          <VisuallyHidden>{label}</VisuallyHidden>
        </label>
        {box}
      </div>
    );
  }
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      {box}
    </FieldFrame>
  );
}
