import { useId, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Card.module.css';

export interface CardProps {
  readonly title?: string;
  /** Secondary text below the title. */
  readonly summary?: ReactNode;
  /** Shown at the right of the title. */
  readonly actions?: ReactNode;
  /** None for a card whose summary says all. */
  readonly children?: ReactNode;
  /** Removes the padding around the content, as for a table. */
  readonly flush?: boolean;
  /** The content is being reloaded. */
  readonly busy?: boolean;
}

/** A section of a screen. */
export function Card({
  title,
  summary,
  actions,
  children,
  flush = false,
  busy = false,
}: CardProps) {
  const id = useId();
  const hasHead = title !== undefined || summary !== undefined || actions !== undefined;
  return (
    <section
      className={classNames(styles.block, flush && styles.flush)}
      aria-labelledby={title === undefined ? undefined : id}
      aria-busy={busy || undefined}
    >
      {hasHead && (
        <div className={styles.head}>
          <div className={styles.texts}>
            {title !== undefined && (
              <h2 id={id} className={styles.title}>
                {title}
              </h2>
            )}
            {summary !== undefined && <div className={styles.summary}>{summary}</div>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children !== undefined && <div className={styles.content}>{children}</div>}
    </section>
  );
}
