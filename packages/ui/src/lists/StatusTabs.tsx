import { useEffect, useRef } from 'react';
import styles from './StatusTabs.module.css';

export interface StatusTab {
  readonly id: string;
  readonly name: string;
  readonly href: string;
  /** The formatted number of rows; undefined while unknown. */
  readonly count?: string | undefined;
}

export interface StatusTabsProps {
  /** Accessible name. */
  readonly label: string;
  readonly tabs: readonly StatusTab[];
  readonly current: string;
}

/** The states of a list with their counts, as links above it. On narrow screens they scroll sideways. */
export function StatusTabs({ label, tabs, current }: StatusTabsProps) {
  const list = useRef<HTMLUListElement>(null);
  // Brings the current tab into view without scrolling the page.
  useEffect(() => {
    const box = list.current;
    const tab = box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !tab) return;
    box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2;
    // `current` decides which tab has the attribute that is read above.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [current]);
  return (
    <nav aria-label={label} className={styles.frame}>
      <ul ref={list} className={styles.list}>
        {tabs.map(({ id, name, href, count }) => (
          <li key={id}>
            <a
              className={styles.tab}
              href={href}
              aria-current={id === current ? 'true' : undefined}
            >
              {name}
              {count !== undefined && <span className={styles.count}>{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
