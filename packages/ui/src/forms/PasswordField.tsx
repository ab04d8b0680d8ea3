import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { EyeIcon, EyeOffIcon } from '../icons/icons.ts';
import { classNames } from '../classNames.ts';
import { FieldFrame, messageAttributes, type FieldProps } from './Field.tsx';
import control from './control.module.css';
import styles from './PasswordField.module.css';

export interface PasswordFieldProps
  extends FieldProps, Omit<ComponentProps<'input'>, 'children' | 'className' | 'style' | 'type'> {
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
  const ownId = useId();
  const id = givenId ?? ownId;
  const [shown, setShown] = useState(false);
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
          type={shown ? 'text' : 'password'}
          className={classNames(control.control, styles.input)}
        />
        <button
          type="button"
          className={styles.toggle}
          aria-label={shown ? hideLabel : showLabel}
          aria-controls={id}
          title={shown ? hideLabel : showLabel}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
        </button>
      </div>
    </FieldFrame>
  );
}
