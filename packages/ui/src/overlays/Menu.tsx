// The rule cannot see the label that an entry brings with it.
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
import { CheckIcon } from '../icons/statusIcons.tsx';
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
      readonly kind: 'action';
      readonly onSelect: () => void;
      readonly tone?: 'regular' | 'danger';
    })
  /** One of several that exclude each other, such as a language. */
  | (MenuItemProps & {
      readonly kind: 'choice';
      readonly chosen: boolean;
      /** Of the label, where it is not in the page's language (WCAG 3.1.2). */
      readonly lang?: string;
      readonly onSelect: () => void;
    })
  | (MenuItemProps & {
      readonly kind: 'link';
      readonly href: string;
      readonly onClick?: ComponentProps<'a'>['onClick'];
    })
  | { readonly kind: 'heading'; readonly id: string; readonly label: string }
  | { readonly kind: 'separator'; readonly id: string };

/** What the button that opens the menu must carry. */
export interface MenuTriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly popoverTarget: string;
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string;
  readonly 'aria-haspopup': 'menu';
  readonly onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

export interface MenuProps {
  /** Name of the list for screen readers. */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'end';
  /** Draws the button that opens it, with these properties on it. */
  readonly renderTrigger: (props: MenuTriggerProps) => ReactNode;
  /** Stands above the entries, such as who is signed in. */
  readonly header?: ReactNode;
}

/** Letters that follow within so many milliseconds are one beginning. */
const typeaheadMs = 750;

/** A list of actions behind a button, with the arrow keys, Home, End and typed beginnings. */
export function Menu({ label, entries, align = 'end', renderTrigger, header }: MenuProps) {
  const { floating, triggerProps, floatingProps, close } = usePopover(
    { side: 'below', align },
    (list) => {
      if (!list.contains(document.activeElement)) itemsOf(list)[0]?.focus();
    },
  );
  const typeahead = useTypeahead();

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    // With another key they are the browser's, and letters under way are the keyboard's.
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const { key } = event;
    const items = itemsOf(event.currentTarget);
    const currentIndex = items.findIndex((item) => item === document.activeElement);
    if (key === 'Tab') {
      close();
      // From the button, which has the focus again, the browser goes on to what follows it.
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
            // A space between letters presses nothing.
            if (event.key === ' ' && typeahead.isTyping()) event.preventDefault();
          }}
        >
          {entries.map((entry) => (
            <MenuRow key={entry.id} entry={entry} close={close} />
          ))}
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
  const content = (
    <>
      {entry.icon !== undefined && <span className={styles.icon}>{entry.icon}</span>}
      <span className={styles.label} lang={entry.kind === 'choice' ? entry.lang : undefined}>
        {entry.label}
      </span>
      {entry.kind === 'choice' && entry.chosen && <CheckIcon />}
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
  const danger = entry.kind === 'action' && entry.tone === 'danger';
  return (
    <button
      type="button"
      role={entry.kind === 'choice' ? 'menuitemradio' : 'menuitem'}
      aria-checked={entry.kind === 'choice' ? entry.chosen : undefined}
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

function itemsOf(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

/** The item that a key leads to; undefined when the key is not one of the menu's. */
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

/** Letters that are typed one soon after the other. */
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
