import type { ReactNode } from 'react';
import { ChevronDownIcon } from '../icons/icons.ts';
import { Menu, type MenuEntry } from './Menu.tsx';
import styles from './MenuButton.module.css';

export interface MenuButtonProps {
  /** Names the choice, such as “Period”. Part of the accessible name; not displayed. */
  readonly label: string;
  /** The current choice, displayed on the button. */
  readonly value: string;
  readonly icon?: ReactNode;
  readonly entries: readonly MenuEntry[];
  readonly disabled?: boolean;
}

/** A compact button that shows the current choice and opens a menu to change it. */
export function MenuButton({ label, value, icon, entries, disabled = false }: MenuButtonProps) {
  return (
    <Menu
      label={label}
      align="start"
      entries={entries}
      renderTrigger={(props) => (
        <button
          {...props}
          type="button"
          className={styles.button}
          aria-label={`${label}: ${value}`}
          disabled={disabled}
        >
          {icon}
          <span className={styles.value}>{value}</span>
          <ChevronDownIcon />
        </button>
      )}
    />
  );
}
