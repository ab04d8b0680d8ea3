import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { ExternalIcon } from '../icons/arrowIcons.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import styles from './TextLink.module.css';

export interface TextLinkProps extends Omit<ComponentProps<'a'>, 'className' | 'style'> {
  readonly children: ReactNode;
  /** Quiet links take the colour of the text around them and underline themselves. */
  readonly quiet?: boolean;
  /** Opens another tab: says so to screen readers in these words, and shows an icon. */
  readonly newTab?: string;
}

/** A link inside text or beside it. */
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
