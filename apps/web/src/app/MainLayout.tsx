import { Banner } from '@seller-connect/ui';
import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { usePermissions } from '../session/index.ts';
import { storage } from '../storage.ts';
import { shared } from '../texts/index.ts';
import { Header } from './Header.tsx';
import styles from './MainLayout.module.css';
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
  const permissions = usePermissions();
  if (presence.state === 'failed') {
    return <SignInFailed error={presence.error} returnTo={location.href} />;
  }
  if (presence.state === 'left') return <SignedOut returnTo={location.href} />;
  if (presence.state === 'waiting') return <Waiting />;

  const match = matchRoute(routes, location.pathname);
  const guarded = match?.chain.filter((item) => item.permissions !== undefined) ?? [];
  if (guarded.length > 0 && permissions === null) return <Waiting />;
  if (!guarded.every((item) => isVisible(item, permissions))) return <Navigate to="/403" replace />;
  return <Frame path={location.pathname} />;
}

function Frame({ path }: { readonly path: string }) {
  const [collapsed, setCollapsed] = useState(() => storage.sideMenu.read() === 'collapsed');
  // The sheet belongs to the screen that it was opened on: going to another one closes it.
  const [sheetAt, setSheetAt] = useState<string | null>(null);
  const online = useOnline();
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
        {!online && <Banner tone="attention" announced title={texts.offline} />}
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

function useOnline(): boolean {
  return useSyncExternalStore(followConnection, () => navigator.onLine);
}

function followConnection(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
