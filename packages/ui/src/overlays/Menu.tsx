// The rule cannot see the label that an entry brings with it.
/* oxlint-disable jsx-a11y/control-has-associated-label */
import type { ComponentProps, KeyboardEvent, ReactNode, RefObject } from 'react';
import { classNames } from '../classNames.ts';
import { CheckIcon } from '../icons/statusIcons.tsx';
import floatingStyles from './floating.module.css';
import styles from './Menu.module.css';
import { usePopover } from './usePopover.ts';

interface MenuItemBase {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

export type MenuEntry =
  | (MenuItemBase & {
      readonly kind: 'action';
      readonly onSelect: () => void;
      readonly tone?: 'regular' | 'danger';
    })
  /** One of several that exclude each other, such as a language. */
  | (MenuItemBase & {
      readonly kind: 'choice';
      readonly chosen: boolean;
      readonly onSelect: () => void;
    })
  | (MenuItemBase & {
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

/** A list of actions behind a button, with the arrow keys, Home, End and first letters. */
export function Menu({ label, entries, align = 'end', renderTrigger, header }: MenuProps) {
  const { floating, triggerProps, floatingProps, close } = usePopover(
    { side: 'below', align },
    (list) => itemsOf(list)[0]?.focus(),
  );

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const items = itemsOf(event.currentTarget);
    const at = items.findIndex((item) => item === document.activeElement);
    const next = nextItem(event.key, items, at);
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (event.key === 'Tab' || event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  }

  return (
    <>
      {renderTrigger({
        ...triggerProps,
        'aria-haspopup': 'menu',
        onKeyDown(event) {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          floating.current?.showPopover();
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
      <span className={styles.label}>{entry.label}</span>
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
function nextItem(key: string, items: readonly HTMLElement[], at: number) {
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
      return items.at(at <= 0 ? -1 : at - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
  }
  if (key.length !== 1 || key === ' ') return undefined;
  const letter = key.toLocaleLowerCase();
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    item.textContent.trim().toLocaleLowerCase().startsWith(letter),
  );
}
