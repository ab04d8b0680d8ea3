import type { RefObject } from 'react';
import { IconButton } from '../actions/IconButton.tsx';
import { MoreIcon } from '../icons/icons.ts';
import { Menu, type MenuEntries } from './Menu.tsx';

export interface MoreMenuProps {
  /** Names the button and the menu, with what the actions belong to. */
  readonly label: string;
  readonly entries: MenuEntries;
  /** The button, to open the menu. */
  readonly triggerRef?: RefObject<HTMLButtonElement | null>;
}

/** A button with three dots that opens the menu of further actions. */
export function MoreMenu({ label, entries, triggerRef }: MoreMenuProps) {
  return (
    <Menu
      label={label}
      entries={entries}
      renderTrigger={({ ref, ...props }) => (
        <IconButton
          {...props}
          ref={(button) => {
            ref.current = button;
            if (triggerRef) triggerRef.current = button;
          }}
          label={label}
          icon={<MoreIcon />}
        />
      )}
    />
  );
}
