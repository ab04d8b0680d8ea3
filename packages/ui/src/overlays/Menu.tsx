// The rule does not see the label inside an entry.
/* oxlint-disable jsx-a11y/control-has-associated-label */
import {
  useEffect,
  useRef,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { classNames } from '../classNames.ts';
import { CheckIcon } from '../icons/icons.ts';
import floatingStyles from './floating.module.css';
import styles from './Menu.module.css';
import { findTypeaheadMatch } from './typeahead.ts';
import { usePopover } from './usePopover.ts';

interface MenuItemProps {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

export type MenuEntry =
  | (MenuItemProps & {
      readonly kind?: 'action';
      readonly onSelect: () => void;
      readonly tone?: 'regular' | 'danger';
    })
  /** One of several mutually exclusive choices, such as a language. */
  | (MenuItemProps & {
      readonly kind: 'choice';
      readonly chosen: boolean;
      /** Language of the label if it differs from the page's (WCAG 3.1.2). */
      readonly lang?: string;
      readonly onSelect: () => void;
    })
  /** Switched on and off by itself. */
  | (MenuItemProps & {
      readonly kind: 'switch';
      readonly on: boolean;
      readonly onSelect: () => void;
    })
  | (MenuItemProps & {
      readonly kind: 'link';
      readonly href: string;
      readonly onClick?: ComponentProps<'a'>['onClick'];
    })
  | { readonly kind: 'heading'; readonly id: string; readonly label: string }
  | { readonly kind: 'separator'; readonly id: string };

/** Entries of a menu. Those that are false or null are left out. */
export type MenuEntries = readonly (MenuEntry | false | null | undefined)[];

/** Props of the button that opens the menu. */
export interface MenuTriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly popoverTarget: string;
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string;
  readonly 'aria-haspopup': 'menu';
  readonly onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

export interface MenuProps {
  /** Accessible name. */
  readonly label: string;
  readonly entries: MenuEntries;
  readonly align?: 'start' | 'end';
  /** Renders the button that opens the menu; it must receive these props. */
  readonly renderTrigger: (props: MenuTriggerProps) => ReactNode;
  /** Shown above the entries, such as the signed-in user. */
  readonly header?: ReactNode;
}

/** Keystrokes within this interval form one search term. */
const typeaheadMs = 750;

/** A menu button with arrow keys, Home, End and type-ahead. */
export function Menu({ label, entries, align = 'end', renderTrigger, header }: MenuProps) {
  const { floating, triggerProps, floatingProps, close } = usePopover(
    { side: 'below', align },
    (list) => {
      if (!list.contains(document.activeElement)) itemsOf(list)[0]?.focus();
    },
  );
  const typeahead = useTypeahead();

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    // Leaves shortcuts to the browser and composition to the IME.
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const { key } = event;
    const items = itemsOf(event.currentTarget);
    const currentIndex = items.findIndex((item) => item === document.activeElement);
    if (key === 'Tab') {
      close();
      // `close` has moved the focus to the button, so Tab continues with the element after it.
      if (event.shiftKey) event.preventDefault();
    } else if (key === 'Escape') {
      event.preventDefault();
      close();
    } else if (key.length === 1 && (key !== ' ' || typeahead.isTyping())) {
      event.preventDefault();
      const labels = items.map((item) => item.textContent);
      items[findTypeaheadMatch(labels, currentIndex, typeahead.add(key))]?.focus();
    } else {
      const next = nextItem(key, items, currentIndex);
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
  }

  return (
    <>
      {renderTrigger({
        ...triggerProps,
        'aria-haspopup': 'menu',
        onKeyDown(event) {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          const list = floating.current;
          list?.showPopover();
          if (list && event.key === 'ArrowUp') itemsOf(list).at(-1)?.focus();
        },
      })}
      <div {...floatingProps} className={classNames(floatingStyles.floating, styles.popup)}>
        {header !== undefined && <div className={styles.header}>{header}</div>}
        <div
          role="menu"
          aria-label={label}
          tabIndex={-1}
          className={styles.list}
          onKeyDown={onKeyDown}
          onKeyUp={(event) => {
            // A space within a search term must not activate the entry.
            if (event.key === ' ' && typeahead.isTyping()) event.preventDefault();
          }}
        >
          {entries.map((entry) => entry && <MenuRow key={entry.id} entry={entry} close={close} />)}
        </div>
      </div>
    </>
  );
}

function MenuRow({ entry, close }: { readonly entry: MenuEntry; readonly close: () => void }) {
  if (entry.kind === 'separator') return <div role="separator" className={styles.separator} />;
  if (entry.kind === 'heading') {
    return (
      <div role="presentation" className={styles.heading}>
        {entry.label}
      </div>
    );
  }
  const isChecked =
    entry.kind === 'choice' ? entry.chosen : entry.kind === 'switch' ? entry.on : undefined;
  const content = (
    <>
      {entry.icon !== undefined && <span className={styles.icon}>{entry.icon}</span>}
      <span className={styles.label} lang={entry.kind === 'choice' ? entry.lang : undefined}>
        {entry.label}
      </span>
      {isChecked === true && <CheckIcon />}
    </>
  );
  if (entry.kind === 'link') {
    return (
      <a
        role="menuitem"
        tabIndex={-1}
        className={styles.item}
        href={entry.href}
        onClick={(event) => {
          close();
          entry.onClick?.(event);
        }}
      >
        {content}
      </a>
    );
  }
  const danger = 'tone' in entry && entry.tone === 'danger';
  return (
    <button
      type="button"
      role={roles[entry.kind ?? 'action']}
      aria-checked={isChecked}
      tabIndex={-1}
      className={classNames(styles.item, danger && styles.danger)}
      onClick={() => {
        close();
        entry.onSelect();
      }}
    >
      {content}
    </button>
  );
}

const roles = {
  action: 'menuitem',
  choice: 'menuitemradio',
  switch: 'menuitemcheckbox',
} as const;

function itemsOf(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

/** Returns the item that `key` moves to, or undefined for keys that the menu does not handle. */
function nextItem(key: string, items: readonly HTMLElement[], currentIndex: number) {
  switch (key) {
    case 'ArrowDown':
      return items[(currentIndex + 1) % items.length];
    case 'ArrowUp':
      return items.at(currentIndex <= 0 ? -1 : currentIndex - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return undefined;
  }
}

/** Collects keystrokes into a search term until `typeaheadMs` without input. */
function useTypeahead() {
  const text = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isTyping: () => text.current !== '',
    add(character: string): string {
      text.current += character;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => (text.current = ''), typeaheadMs);
      return text.current;
    },
  };
}
