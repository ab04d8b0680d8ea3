import { useId } from 'react';
import { classNames } from '../classNames.ts';
import { FieldFrame, messageAttributes, type ControlProps, type FieldProps } from './Field.tsx';
import control from './control.module.css';

export interface TextFieldProps extends FieldProps, ControlProps<'input'> {
  /** Digits of equal width, for amounts, dates and codes. */
  readonly tabularNums?: boolean;
}

/** A single-line text field with label, help and error. */
export function TextField({
  label,
  help,
  error,
  tabularNums = false,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <input
        {...rest}
        {...messageAttributes(id, { help, error })}
        id={id}
        type={type}
        className={classNames(control.control, tabularNums && control.tabularNums)}
      />
    </FieldFrame>
  );
}
