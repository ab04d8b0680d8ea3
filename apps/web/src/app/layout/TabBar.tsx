import { MenuIcon } from '@seller-connect/ui';
import { menuIcons } from './menuIcons.tsx';
import type { MatchedRoute } from '../routing/routeTable.ts';
import styles from './TabBar.module.css';
import { texts } from '../texts.ts';

const tabs = [
  { path: '/', name: texts.tabs.home, icon: 'home' },
  { path: '/orders', name: texts.tabs.orders, icon: 'orders' },
  { path: '/reports/money', name: texts.tabs.money, icon: 'wallet' },
  { path: '/connect', name: texts.tabs.shops, icon: 'store' },
] as const;

export interface TabBarProps {
  /** The current screen. */
  readonly match: MatchedRoute | null;
  /** Opens the whole menu. */
  readonly onMore: () => void;
}

/** The four screens that sellers open most, within reach of the thumb; only on phones. The rest is in the menu. */
export function TabBar({ match, onMore }: TabBarProps) {
  const current = match?.chain[0]?.path;
  return (
    <nav className={styles.bar} aria-label={texts.tabs.label}>
      {tabs.map(({ path, name, icon }) => (
        <a
          key={path}
          className={styles.tab}
          href={path}
          aria-current={path === current ? 'page' : undefined}
        >
          {menuIcons[icon]}
          <span>{name}</span>
        </a>
      ))}
      <button type="button" className={styles.tab} aria-haspopup="dialog" onClick={onMore}>
        <MenuIcon size={20} />
        <span>{texts.tabs.more}</span>
      </button>
    </nav>
  );
}
