import { IconButton } from '../actions/IconButton.tsx';
import { MoreIcon } from '../icons/icons.ts';
import { Menu, type MenuEntries } from './Menu.tsx';

export interface MoreMenuProps {
  /** Names the button and the menu, with what the actions belong to. */
  readonly label: string;
  readonly entries: MenuEntries;
}

/** A button with three dots that opens the menu of further actions. */
export function MoreMenu({ label, entries }: MoreMenuProps) {
  return (
    <Menu
      label={label}
      entries={entries}
      renderTrigger={(props) => <IconButton {...props} label={label} icon={<MoreIcon />} />}
    />
  );
}
