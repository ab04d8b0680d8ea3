import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Omit<
  ComponentProps<'button'>,
  'aria-label' | 'children' | 'className' | 'style' | 'title'
> {
  /** The accessible name and the native tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** `side` for the dark side menu. */
  readonly tone?: 'regular' | 'side';
  readonly size?: 'medium' | 'small';
}

export function IconButton({
  label,
  icon,
  tone = 'regular',
  size = 'medium',
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.button, styles[tone], styles[size])}
      aria-label={label}
      title={label}
    >
      {icon}
    </button>
  );
}
