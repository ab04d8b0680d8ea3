import { CheckIcon } from '@seller-connect/ui';
import type { ReactNode } from 'react';
import styles from './SetupHero.module.css';

export interface SetupHeroProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly actions: ReactNode;
  /** What was reached: figures or shops. */
  readonly children?: ReactNode;
  /** The moment comes while the screen is open: announce it. */
  readonly announced?: boolean;
}

/** The moment at which a step of the setup has succeeded: a large tick, what was reached, and the way on. */
export function SetupHero({ title, text, actions, children, announced = false }: SetupHeroProps) {
  return (
    <div className={styles.hero} role={announced ? 'status' : undefined}>
      <span className={styles.mark}>
        <CheckIcon size={24} />
      </span>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <div className={styles.text}>{text}</div>
      <div className={styles.more}>{children}</div>
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
