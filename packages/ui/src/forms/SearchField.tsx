import { useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../classNames.ts';
import { IconButton } from '../actions/IconButton.tsx';
import { CloseIcon, SearchIcon } from '../icons/icons.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import control from './control.module.css';
import styles from './SearchField.module.css';

export interface SearchFieldProps {
  /** Accessible name; visually, the icon replaces it. */
  readonly label: string;
  readonly placeholder?: string;
  /** The current search term. */
  readonly value: string;
  /** Called 250 ms after the last keystroke, and immediately on Enter and on clearing. */
  readonly onSearch: (text: string) => void;
  readonly clearLabel: string;
}

const debounceMs = 250;

/** A search field that searches during typing. */
export function SearchField({ label, placeholder, value, onSearch, clearLabel }: SearchFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The typed text and the last reported one; null while the field shows `value`. */
  const [draft, setDraft] = useState<{ text: string; reported: string } | null>(null);
  const [previousValue, setPreviousValue] = useState(value);
  const shownText = draft?.text ?? value;

  if (value !== previousValue) {
    setPreviousValue(value);
    // Drop the draft if the value caught up with it or changed elsewhere. Otherwise the user has typed more
    // than was reported.
    if (value === draft?.text || value !== draft?.reported) setDraft(null);
  }

  useEffect(() => {
    if (draft === null) clearTimeout(timer.current);
  }, [draft]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Other filters may change before the timer ends, and a search must not take them back.
  const latestOnSearch = useRef(onSearch);
  useEffect(() => {
    latestOnSearch.current = onSearch;
  });

  function submit(text: string) {
    setDraft({ text, reported: text });
    latestOnSearch.current(text);
  }

  function change(text: string, delayMs: number) {
    clearTimeout(timer.current);
    if (delayMs === 0) {
      submit(text);
    } else {
      setDraft((now) => ({ text, reported: now?.reported ?? value }));
      timer.current = setTimeout(() => submit(text), delayMs);
    }
  }

  return (
    <div className={styles.box} role="search">
      <label htmlFor={id}>
        <VisuallyHidden>{label}</VisuallyHidden>
      </label>
      <span className={styles.icon}>
        <SearchIcon />
      </span>
      <input
        ref={field}
        id={id}
        type="search"
        className={classNames(control.control, styles.field)}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={shownText}
        onChange={(event) => change(event.currentTarget.value, debounceMs)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) change(shownText, 0);
        }}
      />
      {shownText !== '' && (
        <span className={styles.clear}>
          <IconButton
            label={clearLabel}
            icon={<CloseIcon />}
            onClick={() => {
              change('', 0);
              field.current?.focus();
            }}
          />
        </span>
      )}
    </div>
  );
}
