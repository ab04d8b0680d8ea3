// The input handles the keys for the options and keeps the focus.
/* oxlint-disable jsx-a11y/click-events-have-key-events */
import { Button, SearchIcon, useModal, VisuallyHidden } from '@seller-connect/ui';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import type { Command, CommandGroup } from './commands.tsx';
import styles from './CommandPalette.module.css';
import { searchItems } from './searchRank.ts';
import { texts } from './texts.ts';
import { useAnswers } from './questions/useAnswers.tsx';
import { useCommands } from './useCommands.ts';
import { useRecordSearch } from './useRecordSearch.tsx';

const order: readonly CommandGroup[] = [
  'answers',
  'pages',
  'views',
  'shops',
  'orders',
  'products',
  'actions',
];

/** Returns the index of the option that a key leads to, or null if the key does not move the selection. */
function nextIndex(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'PageDown') return Math.min(at + 8, count - 1);
  if (key === 'PageUp') return Math.max(at - 8, 0);
  return null;
}

/**
 * Finds pages, shops, orders, products and actions as the user types. The focus stays in the input, a combobox whose
 * list is always open (WAI-ARIA 1.2). `aria-activedescendant` names the selected option.
 */
export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const modal = useModal({ open: true, onClose });
  const [query, setQuery] = useState('');
  /** The option that the user has moved to. Its place changes when answers arrive late. */
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const { commands, shops, goTo } = useCommands();
  const answers = useAnswers(query, shops, goTo);
  const records = useRecordSearch(query, shops.length > 0, goTo);
  const results = [...answers.commands, ...searchItems(commands, query), ...records.commands];
  const isSearching = records.isSearching || answers.isSearching;
  // Best match first within each group; the group of the best match comes first.
  const groups = order
    .map((group) => ({ group, items: results.filter((command) => command.group === group) }))
    .filter(({ items }) => items.length > 0)
    .toSorted((one, other) =>
      query.trim() === '' ? 0 : bestIndexOf(results, one.items) - bestIndexOf(results, other.items),
    );
  const flat = groups.flatMap(({ items }) => items);
  const at = Math.max(
    flat.findIndex((command) => command.id === selectedId),
    0,
  );
  const chosen = flat[at];
  const optionId = (command: Command) => `${id}-${command.id}`;
  const chosenId = chosen && optionId(chosen);

  useEffect(() => {
    if (chosenId !== undefined) {
      document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
    }
  }, [chosenId]);

  function run(command: Command | undefined) {
    if (!command) return;
    // Closes first, so that the command runs with the focus back where it was.
    modal.ref.current?.close();
    onClose();
    command.run();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Enter that ends an IME composition does not select an option.
    if (event.nativeEvent.isComposing) return;
    const next = nextIndex(event.key, at, flat.length);
    if (next !== null) {
      event.preventDefault();
      setSelectedId(flat[next]?.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(chosen);
    }
  }

  return (
    <dialog {...modal} className={styles.palette} aria-label={texts.title}>
      <div className={styles.field}>
        <SearchIcon size={20} />
        <input
          className={styles.input}
          type="text"
          role="combobox"
          aria-label={texts.title}
          aria-expanded={flat.length > 0}
          aria-autocomplete="list"
          aria-controls={flat.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={chosenId}
          placeholder={texts.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="go"
          spellCheck={false}
          maxLength={100}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setSelectedId(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {flat.length === 0 ? (
        <div className={styles.nothing}>
          <p>{isSearching ? texts.searching : texts.nothing(query.trim())}</p>
          {!isSearching && (
            <>
              <p className={styles.quiet}>{texts.nothingHint}</p>
              {shops.length > 0 && <Examples onChoose={setQuery} />}
            </>
          )}
        </div>
      ) : (
        <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={texts.title}>
          {groups.map(({ group, items }) => (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div className={styles.heading} id={`${id}-${group}`} role="presentation">
                {texts.groups[group]}
              </div>
              {items.map((command) => (
                <Option
                  key={command.id}
                  id={optionId(command)}
                  command={command}
                  selected={command === chosen}
                  onPoint={() => setSelectedId(command.id)}
                  onRun={() => run(command)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      <p className={styles.keys} aria-hidden="true">
        {texts.keys}
      </p>
      <VisuallyHidden>
        <span role="status">
          {query.trim() === ''
            ? ''
            : records.isSearching
              ? texts.searching
              : texts.found(flat.length)}
        </span>
      </VisuallyHidden>
    </dialog>
  );
}

/** Position of a group's best match among all results. */
function bestIndexOf(results: readonly Command[], items: readonly Command[]): number {
  return results.findIndex((command) => command === items[0]);
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly selected: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

function Option({ id, command, selected, onPoint, onRun }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      // The focus stays in the input.
      tabIndex={-1}
      aria-selected={selected}
      className={styles.option}
      onPointerMove={selected ? undefined : onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <span className={styles.icon}>{command.icon}</span>
      <span className={command.group === 'answers' ? styles.answer : styles.label}>
        <span className={styles.name} lang={command.lang}>
          {command.name}
        </span>
        {command.detail !== undefined && <span className={styles.detail}>{command.detail}</span>}
      </span>
      {command.value !== undefined && <span className={styles.value}>{command.value}</span>}
    </div>
  );
}

/** Shows what can be asked; choosing an example types it. */
function Examples({ onChoose }: { readonly onChoose: (question: string) => void }) {
  return (
    <div className={styles.examples}>
      <span className={styles.quiet}>{texts.answers.examplesTitle}</span>
      {texts.answers.examples.map((example) => (
        <Button key={example} size="small" onClick={() => onChoose(example)}>
          {example}
        </Button>
      ))}
    </div>
  );
}
