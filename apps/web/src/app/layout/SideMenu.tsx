import { CloseIcon, IconButton, ProductMark, useModal } from '@seller-connect/ui';
import { sharedTexts } from '../../i18n/index.ts';
import { usePermissions } from '../../session/index.ts';
import { visibleItems } from '../routing/routeAccess.ts';
import { routes } from '../routing/routes.ts';
import { menuGroups, menuItems, type MatchedRoute, type RouteItem } from '../routing/routeTable.ts';
import { texts } from '../texts.ts';
import { EnvironmentMark } from './EnvironmentMark.tsx';
import styles from './SideMenu.module.css';

interface MenuProps {
  /** The current screen. */
  readonly match: MatchedRoute | null;
  readonly collapsed: boolean;
}

/** The side menu of wide screens, 200 or 80 pixels wide. */
export function SideMenu({ match, collapsed }: MenuProps) {
  return (
    <div className={styles.column} data-collapsed={collapsed || undefined}>
      <nav className={styles.side} aria-label={texts.menu}>
        <HomeLink />
        <MenuList match={match} collapsed={collapsed} />
      </nav>
    </div>
  );
}

export interface MenuSheetProps {
  readonly match: MatchedRoute | null;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The same menu on a phone: a sheet over the page, closed by selecting an item, by Escape or by a click outside. */
export function MenuSheet({ match, open, onClose }: MenuSheetProps) {
  return (
    <dialog {...useModal({ open, onClose })} className={styles.sheet} aria-label={texts.menu}>
      {open && (
        <nav aria-label={texts.menu} className={styles.sheetContent}>
          <div className={styles.sheetHead}>
            <HomeLink onChoose={onClose} />
            <IconButton
              tone="side"
              label={texts.closeMenu}
              icon={<CloseIcon size={20} />}
              onClick={onClose}
            />
          </div>
          <MenuList match={match} collapsed={false} onChoose={onClose} />
          <div className={styles.environment}>
            <EnvironmentMark />
          </div>
        </nav>
      )}
    </dialog>
  );
}

interface MenuListProps extends MenuProps {
  readonly onChoose?: () => void;
}

function MenuList({ match, collapsed, onChoose }: MenuListProps) {
  const groups = menuGroups(menuItems(visibleItems(routes, usePermissions())));
  return groups.map(({ name, items }) => (
    <div key={items[0]?.name} className={styles.group}>
      {name !== undefined && (
        <p className={styles.groupName} aria-hidden="true">
          {name}
        </p>
      )}
      <ul className={styles.list} aria-label={name}>
        {items.map((item) => (
          <li key={item.name}>
            <a
              className={styles.item}
              href={item.path}
              aria-current={ariaCurrentOf(item, match)}
              aria-label={collapsed ? item.name : undefined}
              title={collapsed ? item.name : undefined}
              onClick={onChoose}
            >
              {item.icon && <item.icon size={20} />}
              <span className={styles.name}>{item.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}

function HomeLink({ onChoose }: { readonly onChoose?: () => void }) {
  return (
    <a className={styles.product} href="/" onClick={onChoose}>
      <ProductMark />
      <span className={styles.name}>{sharedTexts.product}</span>
    </a>
  );
}

/** Returns `page` for the current screen and true for the items above it. */
function ariaCurrentOf(item: RouteItem, match: MatchedRoute | null): 'page' | true | undefined {
  const index = match?.chain.findIndex((each) => each.path === item.path) ?? -1;
  if (index === -1) return undefined;
  return index === (match?.chain.length ?? 0) - 1 ? 'page' : true;
}
