import { CloseIcon, IconButton, ProductMark } from '@seller-connect/ui';
import { useEffect, useRef } from 'react';
import { usePermissions } from '../session/index.ts';
import { shared } from '../texts/index.ts';
import { menuIcons } from './menuIcons.tsx';
import { visibleItems } from './permission.ts';
import { routes } from './routes.ts';
import { menuItems, type RouteItem } from './routeTable.ts';
import styles from './SideMenu.module.css';
import { texts } from './texts.ts';

/** The item that a path stands under. */
function isCurrent(item: RouteItem, path: string): boolean {
  if (item.path === undefined || item.path === '/') return item.path === path;
  return path === item.path || path.startsWith(`${item.path}/`);
}

function MenuList({ path, collapsed }: { readonly path: string; readonly collapsed: boolean }) {
  const items = menuItems(visibleItems(routes, usePermissions()));
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.name}>
          <a
            className={styles.item}
            href={item.path}
            aria-current={isCurrent(item, path) ? (item.path === path ? 'page' : true) : undefined}
            aria-label={collapsed ? item.name : undefined}
            title={collapsed ? item.name : undefined}
          >
            {item.icon && menuIcons[item.icon]}
            <span className={styles.name}>{item.name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Product() {
  return (
    <a className={styles.product} href="/">
      <ProductMark />
      <span className={styles.name}>{shared.product}</span>
    </a>
  );
}

/** The side menu of wide screens, 200 or 80 pixels wide. */
export function SideMenu({
  path,
  collapsed,
}: {
  readonly path: string;
  readonly collapsed: boolean;
}) {
  return (
    <div className={styles.column} data-collapsed={collapsed || undefined}>
      <nav className={styles.side} aria-label={texts.menu}>
        <Product />
        <MenuList path={path} collapsed={collapsed} />
      </nav>
    </div>
  );
}

export interface MenuSheetProps {
  readonly path: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The same menu on a phone: a sheet over the page, closed by choosing, Escape or a press beside it. */
export function MenuSheet({ path, open, onClose }: MenuSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = sheet.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
    // The backdrop is part of the element; a press on what is inside has another target.
    const pressed = (event: MouseEvent) => {
      if (event.target === element) element.close();
    };
    element.addEventListener('click', pressed);
    return () => element.removeEventListener('click', pressed);
  }, [open]);
  return (
    <dialog ref={sheet} className={styles.sheet} aria-label={texts.menu} onClose={onClose}>
      {open && (
        <nav aria-label={texts.menu} className={styles.sheetContent}>
          <div className={styles.sheetHead}>
            <Product />
            <IconButton
              tone="side"
              label={texts.closeMenu}
              icon={<CloseIcon size={20} />}
              onClick={onClose}
            />
          </div>
          <MenuList path={path} collapsed={false} />
        </nav>
      )}
    </dialog>
  );
}
