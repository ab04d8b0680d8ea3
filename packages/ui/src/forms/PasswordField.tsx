import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { EyeIcon, EyeOffIcon } from '../icons/icons.ts';
import { classNames } from '../classNames.ts';
import { FieldFrame, messageAttributes, type FieldProps } from './Field.tsx';
import control from './control.module.css';
import styles from './PasswordField.module.css';

export interface PasswordFieldProps
  extends FieldProps, Omit<ComponentProps<'input'>, 'children' | 'className' | 'style' | 'type'> {
  /** Shown at the right of the label, such as a link. */
  readonly aside?: ReactNode;
  /** Accessible names of the visibility toggle. */
  readonly showLabel: string;
  readonly hideLabel: string;
}

/** A password field with a visibility toggle. */
export function PasswordField({
  label,
  help,
  error,
  optional,
  aside,
  showLabel,
  hideLabel,
  id: givenId,
  ...rest
}: PasswordFieldProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const [isVisible, setVisible] = useState(false);
  return (
    <FieldFrame
      id={id}
      label={label}
      help={help}
      error={error}
      aside={aside}
      {...(optional === undefined ? {} : { optional })}
    >
      <div className={styles.box}>
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          {...messageAttributes(id, { help, error })}
          id={id}
          type={isVisible ? 'text' : 'password'}
          className={classNames(control.control, styles.input)}
        />
        <button
          type="button"
          className={styles.toggle}
          aria-label={isVisible ? hideLabel : showLabel}
          aria-controls={id}
          title={isVisible ? hideLabel : showLabel}
          onClick={() => setVisible(!isVisible)}
        >
          {isVisible ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
        </button>
      </div>
    </FieldFrame>
  );
}
