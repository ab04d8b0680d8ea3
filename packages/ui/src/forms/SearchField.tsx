import { useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../classNames.ts';
import { IconButton } from '../actions/IconButton.tsx';
import { CloseIcon, SearchIcon } from '../icons/actionIcons.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import control from './control.module.css';
import styles from './SearchField.module.css';

export interface SearchFieldProps {
  /** What is searched; for screen readers, as the place and the icon say it to the eye. */
  readonly label: string;
  readonly placeholder?: string;
  /** What is searched for now. */
  readonly value: string;
  /** Told once typing has paused for a quarter of a second, and at once on Enter and on clearing. */
  readonly onSearch: (text: string) => void;
  readonly clearLabel: string;
}

const debounceMs = 250;

/** A field that searches while one types. */
export function SearchField({ label, placeholder, value, onSearch, clearLabel }: SearchFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What is being typed, and what of it was reported last; null when the value says all. */
  const [draft, setDraft] = useState<{ text: string; reported: string } | null>(null);
  const [previousValue, setPreviousValue] = useState(value);
  const shown = draft?.text ?? value;

  if (value !== previousValue) {
    setPreviousValue(value);
    // The value has caught up, or comes from elsewhere; else more was typed than was reported so far.
    if (value === draft?.text || value !== draft?.reported) setDraft(null);
  }

  useEffect(() => {
    if (draft === null) clearTimeout(timer.current);
  }, [draft]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function submit(text: string) {
    setDraft({ text, reported: text });
    onSearch(text);
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
        value={shown}
        onChange={(event) => change(event.currentTarget.value, debounceMs)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) change(shown, 0);
        }}
      />
      {shown !== '' && (
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
