import type { ReactNode, Ref } from 'react';
import { classNames } from '../classNames.ts';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  /** What the place will contain, or what has happened. */
  readonly title: string;
  readonly children?: ReactNode;
  /** The button that leads on; further ones beside it are secondary. */
  readonly action?: ReactNode;
  readonly icon?: ReactNode;
  readonly tone?: 'brand' | 'quiet' | 'positive' | 'attention' | 'negative';
  /** The message is the whole screen: a centered card, whose title is the screen's heading. */
  readonly screen?: boolean;
  /** Receives the focus when what had it is gone; of a message that is the whole screen. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
}

/** Message in place of content: of an empty list, or of a screen that has nothing else to show. */
export function EmptyState({
  title,
  children,
  action,
  icon,
  tone = 'brand',
  screen = false,
  headingRef,
}: EmptyStateProps) {
  return (
    <div className={classNames(styles.empty, screen && styles.screen)}>
      {icon !== undefined && <span className={classNames(styles.icon, styles[tone])}>{icon}</span>}
      {screen ? (
        <h1 ref={headingRef} className={styles.title} tabIndex={-1}>
          {title}
        </h1>
      ) : (
        <p className={styles.title}>{title}</p>
      )}
      {children !== undefined && <div className={styles.reason}>{children}</div>}
      {action !== undefined && action !== false && <div className={styles.action}>{action}</div>}
    </div>
  );
}
