import { useEffect, useId, useRef, useState } from 'react';
import { EyeIcon, EyeOffIcon } from '../icons/passwordIcons.ts';
import { classNames } from '../classNames.ts';
import { FieldFrame, messageAttributes, type ControlProps, type FieldProps } from './Field.tsx';
import control from './control.module.css';
import styles from './PasswordField.module.css';

export interface PasswordFieldProps
  extends FieldProps, Omit<ControlProps<'input'>, 'type' | 'ref'> {
  /** Accessible names of the visibility toggle. */
  readonly showLabel: string;
  readonly hideLabel: string;
  /** Shows how much of the required length is typed. The help has to say it too, for screen readers. */
  readonly lengthMeter?: { readonly min: number; readonly text: (typed: number) => string };
}

/** A password field with a visibility toggle. */
export function PasswordField({
  label,
  help,
  error,
  showLabel,
  hideLabel,
  lengthMeter,
  onInput,
  ...rest
}: PasswordFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isVisible, setVisible] = useState(false);
  const [typed, setTyped] = useState(0);
  useEffect(() => {
    if (!input.current) return;
    // It may have been filled before the script ran.
    setTyped(lengthOf(input.current));
    const { form } = input.current;
    const onReset = () => setTyped(0);
    form?.addEventListener('reset', onReset);
    return () => form?.removeEventListener('reset', onReset);
  }, []);
  return (
    <FieldFrame id={id} label={label} help={help} error={error}>
      <div className={styles.box}>
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          ref={input}
          {...messageAttributes(id, { help, error })}
          onInput={(event) => {
            setTyped(lengthOf(event.currentTarget));
            onInput?.(event);
          }}
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
      {lengthMeter && (
        <div
          className={classNames(styles.meter, typed >= lengthMeter.min && styles.enough)}
          aria-hidden="true"
        >
          <svg viewBox={`0 0 ${lengthMeter.min} 1`} preserveAspectRatio="none">
            <rect width={Math.min(typed, lengthMeter.min)} height="1" />
          </svg>
          <span>{lengthMeter.text(typed)}</span>
        </div>
      )}
    </FieldFrame>
  );
}

const lengthOf = ({ value }: HTMLInputElement) => Array.from(value.normalize('NFC')).length;
