import { CloseIcon } from '../icons/icons.ts';
import styles from './FilterChips.module.css';

export interface FilterChip {
  readonly id: string;
  readonly text: string;
  readonly onRemove: () => void;
}

export interface FilterChipsProps {
  /** Accessible name of the list. */
  readonly label: string;
  readonly chips: readonly FilterChip[];
  /** Returns the accessible name of the button that removes a filter. It contains `text`. */
  readonly removeLabel: (text: string) => string;
}

/** The active filters of a list. Each is a button that removes it. */
export function FilterChips({ label, chips, removeLabel }: FilterChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={label}>
      {chips.map(({ id, text, onRemove }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.chip}
            aria-label={removeLabel(text)}
            onClick={onRemove}
          >
            <span>{text}</span>
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  );
}
