import type { ReactNode } from 'react';
import { AlertCircleIcon } from '../icons/statusIcons.tsx';
import styles from './Field.module.css';

export interface FieldProps {
  readonly label: string;
  /** Stands below; the error takes its place. */
  readonly help?: ReactNode;
  /** What is wrong and what to do; null or undefined when all is well. */
  readonly error?: string | null | undefined;
  /** A quiet word after the label, such as “not required”. */
  readonly optional?: string;
}

export interface FieldFrameProps extends FieldProps {
  readonly id: string;
  readonly children: ReactNode;
  /** At the right end of the label's line, such as a link. */
  readonly aside?: ReactNode;
}

/** Label above, control, and help or error below. */
export function FieldFrame({ id, label, help, error, optional, aside, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
          {optional !== undefined && <span className={styles.optional}> {optional}</span>}
        </label>
        {aside}
      </div>
      {children}
      <FieldMessage id={id} help={help} error={error} />
    </div>
  );
}

/** Help or error of a control, by the id that {@link messageId} gives. */
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

export function messageId(id: string): string {
  return `${id}-note`;
}

/** The attributes that tie a control to its note. */
export function messageAttributes(id: string, { help, error }: Pick<FieldProps, 'help' | 'error'>) {
  const hasMessage = Boolean(error) || (help !== undefined && help !== null);
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': hasMessage ? messageId(id) : undefined,
  } as const;
}
