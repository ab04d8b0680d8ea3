import type { ComponentProps, ReactNode } from 'react';
import styles from './Breadcrumbs.module.css';

/** Breadcrumb navigation. Its children are {@link Breadcrumb}s, the current page last. */
export function Breadcrumbs({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <nav aria-label={label}>
      <ol className={styles.list}>{children}</ol>
    </nav>
  );
}

export interface BreadcrumbProps extends Omit<ComponentProps<'a'>, 'className' | 'style'> {
  /** The current page; rendered without a link. */
  readonly current?: boolean;
}

export function Breadcrumb({ current = false, children, ...rest }: BreadcrumbProps) {
  return (
    <li className={styles.item}>
      {current ? (
        <span aria-current="page" className={styles.current}>
          {children}
        </span>
      ) : (
        <a {...rest} className={styles.link}>
          {children}
        </a>
      )}
    </li>
  );
}
