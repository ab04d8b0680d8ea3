import type { ReactNode, Ref } from 'react';
import styles from './PageHeader.module.css';

export interface PageHeaderProps {
  readonly title: string;
  /** One sentence about the purpose of the screen. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Lets the router focus the heading after navigation. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
}

/** Title, description and actions of a screen. */
export function PageHeader({ title, children, actions, headingRef }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.texts}>
        <h1 ref={headingRef} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {children !== undefined && <div className={styles.text}>{children}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
