import type { ReactNode } from 'react';
import styles from '../orders.module.css';

export interface DescriptionItem {
  readonly name: string;
  readonly value: ReactNode;
  /** The result of the preceding rows. */
  readonly strong?: boolean;
}

/** A two-column list of names and values. */
export function DescriptionList({ facts }: { readonly facts: readonly DescriptionItem[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, strong = false }) => (
        <div key={name} className={strong ? styles.result : styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
