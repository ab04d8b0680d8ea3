import type { ReactNode } from 'react';
import { TextLink } from '../actions/TextLink.tsx';
import styles from './BarList.module.css';

export interface BarListItem {
  readonly id: string;
  readonly name: string;
  /** Link of the name, to the breakdown of the value. */
  readonly href?: string | undefined;
  /** Shown before the name, such as a marketplace's mark. */
  readonly mark?: ReactNode;
  /** Secondary text below the name. */
  readonly note?: ReactNode;
  /** Bar length, relative to the total or else to the largest value. */
  readonly value: number;
  /** The formatted value, shown at the right. */
  readonly valueText: ReactNode;
  /** Secondary text below the value. */
  readonly valueNote?: ReactNode;
  /** A color token such as `var(--mark-lazada)`. Defaults to the brand color. */
  readonly color?: string;
}

export interface BarListProps {
  readonly label: string;
  readonly items: readonly BarListItem[];
  /** The value of a full bar, so that the bars show shares of it. */
  readonly total?: number | undefined;
  /** Newer values are loading; the current ones stay visible. */
  readonly busy?: boolean;
}

/** A ranked list with a bar for each item's value. */
export function BarList({ label, items, total, busy = false }: BarListProps) {
  const maxValue = total ?? Math.max(0, ...items.map((item) => item.value));
  return (
    <ol className={styles.list} aria-label={label} data-busy={busy || undefined}>
      {items.map((item) => {
        const share = maxValue > 0 ? Math.max(0, item.value) / maxValue : 0;
        return (
          <li key={item.id} className={styles.item}>
            <div className={styles.head}>
              {item.mark}
              <span className={styles.name} title={item.name}>
                {item.href === undefined ? (
                  item.name
                ) : (
                  <TextLink quiet href={item.href}>
                    {item.name}
                  </TextLink>
                )}
              </span>
              <span className={styles.value}>{item.valueText}</span>
            </div>
            <svg
              className={styles.bar}
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect className={styles.track} width="100" height="1" />
              <rect
                width={share * 100}
                height="1"
                fill={item.color ?? 'var(--series-1)'}
                className={styles.filled}
              />
            </svg>
            {(item.note !== undefined || item.valueNote !== undefined) && (
              <div className={styles.notes}>
                <span>{item.note}</span>
                <span>{item.valueNote}</span>
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
