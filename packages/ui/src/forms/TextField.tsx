import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { FieldFrame, messageAttributes, type FieldProps } from './Field.tsx';
import control from './control.module.css';

export interface TextFieldProps
  extends FieldProps, Omit<ComponentProps<'input'>, 'children' | 'className' | 'style'> {
  /** At the right end of the label's line, such as a link. */
  readonly aside?: ReactNode;
  /** Figures of equal width, for amounts, dates and codes. */
  readonly tabularNums?: boolean;
}

/** One line of text: label above, help below, the error in place of the help. */
export function TextField({
  label,
  help,
  error,
  optional,
  aside,
  tabularNums = false,
  id: givenId,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <FieldFrame
      id={id}
      label={label}
      help={help}
      error={error}
      aside={aside}
      {...(optional === undefined ? {} : { optional })}
    >
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
