import type { ComponentProps, ReactNode } from 'react';
import { AlertCircleIcon } from '../icons/icons.ts';
import styles from './Field.module.css';

export interface FieldProps {
  readonly label: string;
  /** Shown below the control; an error replaces it. */
  readonly help?: ReactNode;
  /** The problem and how to fix it; null or undefined if there is none. */
  readonly error?: string | null | undefined;
}

/** Props of a control, except those that its field sets. */
export type ControlProps<Tag extends 'input' | 'select'> = Omit<
  ComponentProps<Tag>,
  'children' | 'className' | 'id' | 'style'
>;

export interface FieldFrameProps extends FieldProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** Lays out the label, the control, and the help or error below. */
export function FieldFrame({ id, label, help, error, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      </div>
      {children}
      <FieldMessage id={id} help={help} error={error} />
    </div>
  );
}

/** Renders the help or error with the id of {@link messageId}. */
export function FieldMessage({
  id,
  help,
  error,
}: {
  readonly id: string;
  readonly help: ReactNode;
  readonly error: string | null | undefined;
}) {
  if (error) {
    return (
      <p id={messageId(id)} className={styles.error}>
        <AlertCircleIcon />
        <span>{error}</span>
      </p>
    );
  }
  if (help === undefined || help === null) return null;
  return (
    <p id={messageId(id)} className={styles.help}>
      {help}
    </p>
  );
}

function messageId(id: string): string {
  return `${id}-note`;
}

/** Returns the ARIA attributes that associate a control with its message. */
export function messageAttributes(id: string, { help, error }: Pick<FieldProps, 'help' | 'error'>) {
  const hasMessage = Boolean(error) || (help !== undefined && help !== null);
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': hasMessage ? messageId(id) : undefined,
  } as const;
}
