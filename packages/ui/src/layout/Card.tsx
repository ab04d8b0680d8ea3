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
  /** Heading level; 3 inside another card. */
  readonly level?: 2 | 3;
  /** `hero` for the one thing that a screen is about, `quiet` for what is read last. */
  readonly emphasis?: 'hero' | 'regular' | 'quiet';
}

/** A section of a screen. A hero and a regular card have a raised surface, a quiet one a hairline above. */
export function Card({
  title,
  summary,
  actions,
  children,
  flush = false,
  busy = false,
  level = 2,
  emphasis = 'regular',
}: CardProps) {
  const id = useId();
  const Title = level === 2 ? 'h2' : 'h3';
  const hasHead = title !== undefined || summary !== undefined || actions !== undefined;
  return (
    <section
      className={classNames(styles.block, flush && styles.flush)}
      data-emphasis={emphasis}
      aria-labelledby={title === undefined ? undefined : id}
      aria-busy={busy || undefined}
    >
      {hasHead && (
        <div className={styles.head}>
          <div className={styles.words}>
            {title !== undefined && (
              <Title id={id} className={styles.title}>
                {title}
              </Title>
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
