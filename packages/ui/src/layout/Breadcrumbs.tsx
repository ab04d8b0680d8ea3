import type { ComponentProps, ReactNode } from 'react';
import styles from './Breadcrumbs.module.css';

/** Where the page stands in the product. Its children are {@link Breadcrumb}s, the page itself last. */
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
  /** This is the page that is shown: no link. */
  readonly current?: boolean;
}

/** One step of the path. */
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
