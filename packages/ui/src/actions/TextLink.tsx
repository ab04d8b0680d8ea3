import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { ExternalIcon } from '../icons/icons.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import styles from './TextLink.module.css';

export interface TextLinkProps extends Omit<ComponentProps<'a'>, 'className' | 'style'> {
  readonly children: ReactNode;
  /** Takes the color of the surrounding text; the underline marks it as a link. */
  readonly quiet?: boolean;
  /** Opens a new tab and shows an icon; this text announces it to screen readers. */
  readonly newTab?: string;
}

/** A link inside or beside text. */
export function TextLink({ quiet = false, newTab, children, ...rest }: TextLinkProps) {
  const target = newTab === undefined ? {} : { target: '_blank', rel: 'noreferrer' };
  return (
    <a {...rest} {...target} className={classNames(styles.link, quiet && styles.quiet)}>
      {children}
      {newTab !== undefined && (
        <>
          {' '}
          <ExternalIcon />
          <VisuallyHidden>{newTab}</VisuallyHidden>
        </>
      )}
    </a>
  );
}
