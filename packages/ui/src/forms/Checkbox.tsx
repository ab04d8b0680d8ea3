import { useId, type ReactNode } from 'react';
import { FieldMessage, messageAttributes, type ControlProps } from './Field.tsx';
import styles from './Checkbox.module.css';

export interface CheckboxProps extends Omit<ControlProps<'input'>, 'type'> {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly error?: string | null | undefined;
}

export function Checkbox({ label, help, error, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.line} htmlFor={id}>
        <input
          {...rest}
          {...messageAttributes(id, { help, error })}
          id={id}
          type="checkbox"
          className={styles.box}
        />
        <span>{label}</span>
      </label>
      <FieldMessage id={id} help={help} error={error} />
    </div>
  );
}
