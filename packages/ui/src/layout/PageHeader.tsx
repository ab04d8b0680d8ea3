import type { ReactNode, Ref } from 'react';
import styles from './PageHeader.module.css';

export interface PageHeaderProps {
  readonly title: string;
  /** One sentence: what the screen is for. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** The heading can take the focus after a change of screen. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
}

/** Title of a screen, what it is for, and its actions at the right. */
export function PageHeader({ title, children, actions, headingRef }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1 ref={headingRef} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {children !== undefined && <div className={styles.text}>{children}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
