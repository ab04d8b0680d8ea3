import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './TextLink.module.css';

export interface TextLinkProps extends Omit<ComponentProps<'a'>, 'className' | 'style'> {
  readonly children: ReactNode;
  /** Takes the color of the surrounding text; the underline marks it as a link. */
  readonly quiet?: boolean;
}

/** A link inside or beside text. */
export function TextLink({ quiet = false, children, ...rest }: TextLinkProps) {
  return (
    <a {...rest} className={classNames(styles.link, quiet && styles.quiet)}>
      {children}
    </a>
  );
}
