import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Breadcrumb, Breadcrumbs, useMediaQuery } from '@seller-connect/ui';
import { usePermissionState } from '../../session/index.ts';
import { storage } from '../../storage.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { Header } from './Header.tsx';
import styles from './MainLayout.module.css';
import { useMatchedRoute } from '../routing/matchedRoute.ts';
import { PageBanners } from './PageBanners.tsx';
import { checkAccess } from '../routing/routeAccess.ts';
import { screenName, type MatchedRoute, buildBreadcrumbs } from '../routing/routeTable.ts';
import { SectionLayout } from './SectionLayout.tsx';
import { MenuSheet, SideMenu } from './SideMenu.tsx';
import { NotSignedIn } from '../auth/NotSignedIn.tsx';
import { TabBar } from './TabBar.tsx';
import { texts } from '../texts.ts';
import { useRequireAuth } from '../auth/useRequireAuth.ts';
import { lazyBlock } from '../../loading/lazyBlock.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { routes } from '../routing/routes.ts';

const PermissionsFailed = lazyBlock(() => import('../errors/PermissionsFailed.tsx'), null);

/**
 * Side menu, header, breadcrumbs and the screen. Access is checked for the screen that the outlet would show, so a
 * screen never mounts for users who are not signed in or lack its permission.
 */
export function MainLayout() {
  const returnTo = useRouterState({ select: (state) => state.location.href });
  const match = useMatchedRoute();
  const presence = useRequireAuth(returnTo);
  const permissions = usePermissionState();
  if (presence.state !== 'signed-in')
    return <NotSignedIn presence={presence} returnTo={returnTo} />;

  const known = permissions.status === 'known' ? permissions.permissions : null;
  const access = checkAccess(match?.chain ?? [], known);
  if (access.kind === 'forbidden') {
    const { permission } = access;
    return (
      <Navigate to="/403" search={{ permission }} state={{ wanted: screenName(match) }} replace />
    );
  }
  if (access.kind === 'granted') {
    return (
      <AppFrame match={match}>
        {permissions.status === 'failed' && <PermissionsFailed onRetry={permissions.retry} />}
        <SectionLayout match={match}>
          <Outlet />
        </SectionLayout>
      </AppFrame>
    );
  }
  if (permissions.status !== 'failed') return <LoadingPage text={texts.checkingPermissions} />;
  return (
    <AppFrame match={match}>
      <PermissionsFailed inPlaceOfScreen onRetry={permissions.retry} />
    </AppFrame>
  );
}

interface AppFrameProps {
  readonly match: MatchedRoute | null;
  readonly children: ReactNode;
}

function AppFrame({ match, children }: AppFrameProps) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [chosenMenu, setChosenMenu] = useState(() => storage.sideMenu.read());
  const hasRoom = useMediaQuery('(min-width: 1200px)');
  const menu = chosenMenu ?? (hasRoom ? 'expanded' : 'collapsed');
  const collapsed = menu === 'collapsed';
  // The sheet belongs to the screen on which it was opened; navigation closes it.
  const [sheetAt, setSheetAt] = useState<string | null>(null);
  function toggle() {
    const chosen = collapsed ? 'expanded' : 'collapsed';
    storage.sideMenu.write(chosen);
    setChosenMenu(chosen);
  }
  return (
    <div className={styles.frame} data-menu={menu}>
      <a className={styles.skip} href="#content">
        {texts.skip}
      </a>
      <SideMenu match={match} collapsed={collapsed} />
      <MenuSheet match={match} open={sheetAt === path} onClose={() => setSheetAt(null)} />
      <div className={styles.page}>
        <Header collapsed={collapsed} onToggle={toggle} />
        <PageBanners />
        <main className={styles.main} id="content" tabIndex={-1}>
          {match && <AppBreadcrumbs match={match} />}
          {children}
        </main>
        <footer className={styles.footer}>
          <span>{sharedTexts.product}</span>
          <span>{texts.footer}</span>
        </footer>
      </div>
      <TabBar match={match} onOpenMenu={() => setSheetAt(path)} />
    </div>
  );
}

const home = routes.find((item) => item.path === '/');

/** The breadcrumbs of a screen, from Home to the screen itself. */
function AppBreadcrumbs({ match }: { readonly match: MatchedRoute }) {
  const crumbs = buildBreadcrumbs(match);
  const isUnderHome = match.chain[0] === home;
  const all = isUnderHome || !home ? crumbs : [{ name: home.name, path: '/' }, ...crumbs];
  return (
    <Breadcrumbs label={texts.breadcrumbs}>
      {all.map((crumb, index) => {
        const current = index === all.length - 1;
        return (
          <Breadcrumb
            key={crumb.path ?? crumb.name}
            current={current}
            {...(crumb.path === null ? {} : { href: crumb.path })}
          >
            {crumb.name}
          </Breadcrumb>
        );
      })}
    </Breadcrumbs>
  );
}
