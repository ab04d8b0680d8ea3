import { HomeIcon, MenuIcon, OrdersIcon, StoreIcon, WalletIcon } from '@seller-connect/ui';
import type { MatchedRoute } from '../routing/routeTable.ts';
import styles from './TabBar.module.css';
import { texts } from '../texts.ts';

const tabs = [
  { path: '/', label: texts.tabs.home, Icon: HomeIcon },
  { path: '/orders', label: texts.tabs.orders, Icon: OrdersIcon },
  { path: '/reports/money', label: texts.tabs.money, Icon: WalletIcon },
  { path: '/connect', label: texts.tabs.shops, Icon: StoreIcon },
];

export interface TabBarProps {
  readonly match: MatchedRoute | null;
  readonly onOpenMenu: () => void;
}

/** The bar at the bottom of a phone: the four screens that sellers open most, and the menu with all of them. */
export function TabBar({ match, onOpenMenu }: TabBarProps) {
  const [top] = match?.chain ?? [];
  const isLeaf = match?.chain.length === 1;
  return (
    <nav className={styles.bar} aria-label={texts.tabBar}>
      {tabs.map(({ path, label, Icon }) => (
        <a
          key={path}
          className={styles.tab}
          href={path}
          aria-current={top?.path === path ? (isLeaf ? 'page' : true) : undefined}
        >
          <Icon size={20} />
          <span>{label}</span>
        </a>
      ))}
      <button
        type="button"
        className={styles.tab}
        aria-label={texts.openMenu}
        aria-haspopup="dialog"
        onClick={onOpenMenu}
      >
        <MenuIcon size={20} />
        <span aria-hidden="true">{texts.tabs.menu}</span>
      </button>
    </nav>
  );
}
