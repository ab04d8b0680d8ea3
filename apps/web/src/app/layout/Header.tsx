import {
  Avatar,
  ChevronLeftIcon,
  IconButton,
  Menu,
  ProductMark,
  SearchIcon,
  SettingsIcon,
  SidePanelIcon,
  SignOutIcon,
  UserIcon,
} from '@seller-connect/ui';
import { useState, useSyncExternalStore } from 'react';
import { useSession, useAuth } from '../../session/index.ts';
import { language, languages, sharedTexts, setLanguage } from '../../i18n/index.ts';
import { setThemeMode, getThemeMode, onThemeChange } from '../../theme/index.ts';
import { storage } from '../../storage.ts';
import { EnvironmentMark } from './EnvironmentMark.tsx';
import styles from './Header.module.css';
import { NotificationBell } from './NotificationBell.tsx';
import { setCommandPaletteOpen } from '../command-palette/CommandPaletteHost.tsx';
import { texts } from '../texts.ts';

export interface HeaderProps {
  readonly collapsed: boolean;
  readonly onToggle: () => void;
}

/** The bar above every screen: menu and search on the left; notices and account on the right. */
export function Header({ collapsed, onToggle }: HeaderProps) {
  return (
    <header className={styles.header}>
      <div className={styles.onWide}>
        <IconButton
          label={collapsed ? texts.expand : texts.collapse}
          icon={<SidePanelIcon size={20} />}
          aria-expanded={!collapsed}
          onClick={onToggle}
        />
      </div>
      <a className={styles.onPhone} href="/" aria-label={sharedTexts.product}>
        <ProductMark />
      </a>
      <div className={styles.environment}>
        <EnvironmentMark />
      </div>
      <SearchButton />
      <BackToTool />
      <div className={styles.right}>
        <NotificationBell />
        <AccountMenu />
      </div>
    </header>
  );
}

/** The way back to the reporting tool that sent the seller, for the rest of the visit. */
function BackToTool() {
  const [source] = useState(() => storage.referredFrom.read());
  if (source === null) return null;
  const label = texts.backToTool(source.tool.name);
  return (
    <a className={styles.backToTool} href={source.returnAddress} title={label}>
      <ChevronLeftIcon />
      <span className={styles.backToToolWords}>{label}</span>
    </a>
  );
}

const shortcut = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** Opens the command palette and shows its shortcut. */
function SearchButton() {
  return (
    <button
      type="button"
      className={styles.search}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => setCommandPaletteOpen()}
      title={texts.search}
    >
      <SearchIcon size={20} />
      <span className={styles.searchWords}>{texts.search}</span>
      <kbd className={styles.keys} aria-hidden="true">
        {shortcut}
      </kbd>
    </button>
  );
}

const modes = ['light', 'dark', 'system'] as const;

const textClaim = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function AccountMenu() {
  const session = useSession();
  const { user } = useAuth();
  const mode = useSyncExternalStore(onThemeChange, getThemeMode) ?? 'system';
  const email = textClaim(user?.profile['email']);
  const name = textClaim(user?.profile['name']) ?? email ?? texts.account;
  return (
    <Menu
      label={texts.account}
      header={
        <>
          <p className={styles.name}>{name}</p>
          {email !== undefined && email !== name && <p className={styles.email}>{email}</p>}
        </>
      }
      entries={[
        {
          kind: 'link',
          id: 'profile',
          label: texts.routes.profile,
          icon: <UserIcon />,
          href: '/profile/complete',
        },
        {
          kind: 'link',
          id: 'settings',
          label: texts.routes.settings,
          icon: <SettingsIcon />,
          href: '/settings',
        },
        { kind: 'heading', id: 'language', label: texts.language },
        ...languages.map((each) => ({
          kind: 'choice' as const,
          id: each,
          label: sharedTexts.languageNames[each],
          lang: each,
          chosen: each === language,
          onSelect: () => setLanguage(each),
        })),
        { kind: 'heading', id: 'theme', label: texts.theme },
        ...modes.map((each) => ({
          kind: 'choice' as const,
          id: each,
          label: sharedTexts.themeModes[each],
          chosen: each === mode,
          onSelect: () => setThemeMode(each),
        })),
        { kind: 'separator', id: 'line' },
        {
          id: 'sign-out',
          label: sharedTexts.signOut,
          icon: <SignOutIcon />,
          onSelect: () => void session.signOut(),
        },
      ]}
      renderTrigger={(props) => (
        <button {...props} type="button" className={styles.account}>
          <Avatar name={name} picture={textClaim(user?.profile['picture'])} />
          <span className={styles.accountName} aria-hidden="true">
            {name}
          </span>
          <span className={styles.hidden}>{texts.accountOf(name)}</span>
        </button>
      )}
    />
  );
}
