import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import styles from './Button.module.css';

/** `danger` is done at once; `dangerous` first opens a dialog that says what is lost. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'dangerous';
export type ButtonSize = 'regular' | 'small';

interface ButtonStyleProps {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Fills the width of its container. */
  readonly wide?: boolean;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

export interface ButtonProps
  extends ButtonStyleProps, Omit<ComponentProps<'button'>, 'children' | 'className' | 'style'> {
  /**
   * Whether the action is running. A busy button keeps its width and focus and is announced as busy. It
   * ignores clicks and keys and opens no popover.
   */
  readonly busy?: boolean;
}

/** A button for an action. For navigation, use `LinkButton`. */
export function Button({
  variant = 'secondary',
  size = 'regular',
  wide = false,
  busy = false,
  icon,
  children,
  onClick,
  onKeyDown,
  popoverTarget,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(!busy && { onKeyDown, popoverTarget })}
      // The type stays: without a submit button, Enter in the only field of a form submits the form.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(variant, size, wide)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
    >
      <ButtonContent icon={icon} busy={busy}>
        {children}
      </ButtonContent>
    </button>
  );
}

export interface LinkButtonProps
  extends ButtonStyleProps, Omit<ComponentProps<'a'>, 'children' | 'className' | 'style'> {}

/** A link that looks like a button, for navigation rather than actions. */
export function LinkButton({
  variant = 'secondary',
  size = 'regular',
  wide = false,
  icon,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClass(variant, size, wide)}>
      <ButtonContent icon={icon} busy={false}>
        {children}
      </ButtonContent>
    </a>
  );
}

function ButtonContent({
  icon,
  busy,
  children,
}: {
  readonly icon: ReactNode;
  readonly busy: boolean;
  readonly children: ReactNode;
}) {
  return (
    <>
      {busy && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
      <span className={styles.content}>
        {icon}
        <span className={styles.label}>{children}</span>
      </span>
    </>
  );
}

function buttonClass(variant: ButtonVariant, size: ButtonSize, wide: boolean): string {
  return classNames(styles.button, styles[variant], styles[size], wide && styles.wide);
}
