import type { ComponentProps, ReactNode, Ref } from 'react';
import { classNames } from '../classNames.ts';
import { ChevronDownIcon } from '../icons/icons.ts';
import { Menu, type MenuEntries } from './Menu.tsx';
import styles from './MenuButton.module.css';

interface ChoiceProps {
  /** Names the choice, such as “Period”. Part of the accessible name; not displayed. */
  readonly label: string;
  /** The current choice, displayed on the button. */
  readonly value: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean | undefined;
  /** Displays the icon alone. */
  readonly compact?: boolean;
  /** Marks a choice that was changed since it was made. */
  readonly marked?: boolean;
}

export interface MenuButtonProps extends ChoiceProps {
  readonly entries: MenuEntries;
  /** The button, to open the menu. */
  readonly triggerRef?: Ref<HTMLButtonElement>;
}

/** A compact button that shows the current choice and opens a menu to change it. */
export function MenuButton({ entries, triggerRef, ...choice }: MenuButtonProps) {
  return (
    <Menu
      label={choice.label}
      align="start"
      entries={entries}
      renderTrigger={({ ref, ...props }) => (
        <ChoiceButton
          {...props}
          {...choice}
          ref={(button) => {
            ref.current = button;
            if (typeof triggerRef === 'function') triggerRef(button);
            else if (triggerRef) triggerRef.current = button;
          }}
        />
      )}
    />
  );
}

export type ChoiceButtonProps = ChoiceProps &
  Omit<ComponentProps<'button'>, keyof ChoiceProps | 'children' | 'type' | 'aria-label'>;

/** The button of a menu alone, for a menu that is loaded when it is opened. */
export function ChoiceButton({
  label,
  value,
  icon,
  compact = false,
  marked = false,
  ...rest
}: ChoiceButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={classNames(styles.button, compact && styles.compact)}
      aria-label={value === label ? label : `${label}: ${value}`}
      title={compact ? value : undefined}
    >
      {icon}
      {!compact && <span className={styles.value}>{value}</span>}
      {marked && <span className={styles.mark} />}
      {!compact && <ChevronDownIcon />}
    </button>
  );
}
