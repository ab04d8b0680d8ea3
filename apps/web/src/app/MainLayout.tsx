import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermissionState } from '../session/index.ts';
import { storage } from '../storage.ts';
import { shared } from '../texts/index.ts';
import { Header } from './Header.tsx';
import styles from './MainLayout.module.css';
import { PageBanners } from './PageBanners.tsx';
import { isVisible } from './permission.ts';
import { routes } from './routes.ts';
import { matchRoute } from './routeTable.ts';
import { Section } from './Section.tsx';
import { MenuSheet, SideMenu } from './SideMenu.tsx';
import { SignedOut, SignInFailed } from './SignInFailed.tsx';
import { texts } from './texts.ts';
import { Trail } from './Trail.tsx';
import { useSignedIn } from './useSignedIn.ts';
import { Waiting } from './Waiting.tsx';

/** Side menu, header, breadcrumbs and the screen; only for who is signed in and may see it. */
export function MainLayout() {
  const location = useRouterState({ select: (state) => state.location });
  const presence = useSignedIn(location.href);
  const permissionState = usePermissionState();
  if (presence.state === 'failed') {
    return <SignInFailed error={presence.error} returnTo={location.href} />;
  }
  if (presence.state === 'left') return <SignedOut returnTo={location.href} />;
  if (presence.state === 'waiting') return <Waiting />;

  const match = matchRoute(routes, location.pathname);
  const guarded = match?.chain.filter((item) => item.permissions !== undefined) ?? [];
  if (guarded.length > 0 && permissionState.status !== 'known') return <Waiting />;
  const permissions = permissionState.status === 'known' ? permissionState.permissions : [];
  const closed = guarded.findLast((item) => !isVisible(item, permissions));
  if (closed) {
    return <Navigate to="/403" search={{ permission: closed.permissions }} replace />;
  }
  return <Frame path={location.pathname} />;
}

function Frame({ path }: { readonly path: string }) {
  const [collapsed, setCollapsed] = useState(() => storage.sideMenu.read() === 'collapsed');
  // The sheet belongs to the screen that it was opened on: going to another one closes it.
  const [sheetAt, setSheetAt] = useState<string | null>(null);
  function toggle() {
    storage.sideMenu.write(collapsed ? 'expanded' : 'collapsed');
    setCollapsed(!collapsed);
  }
  return (
    <div className={styles.frame} data-menu={collapsed ? 'collapsed' : 'expanded'}>
      <a className={styles.skip} href="#content">
        {texts.skip}
      </a>
      <SideMenu path={path} collapsed={collapsed} />
      <MenuSheet path={path} open={sheetAt === path} onClose={() => setSheetAt(null)} />
      <div className={styles.page}>
        <Header collapsed={collapsed} onToggle={toggle} onOpenSheet={() => setSheetAt(path)} />
        <PageBanners />
        <main className={styles.main} id="content" tabIndex={-1}>
          <Trail path={path} />
          <Section path={path}>
            <Outlet />
          </Section>
        </main>
        <footer className={styles.footer}>
          <span>{shared.product}</span>
          <span>{texts.footer}</span>
        </footer>
      </div>
    </div>
  );
}
