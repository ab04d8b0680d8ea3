import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  redirect,
  useRouterState,
  type AnyRoute,
} from '@tanstack/react-router';
import { sharedTexts } from '../../i18n/index.ts';
import { plainSearch } from '../../lists/useUrlState.ts';
import { lazyComponent, resetChunkError } from '../../loading/lazyComponent.tsx';
import { ErrorPage } from '../errors/ErrorPage.tsx';
import { MainLayout } from '../layout/MainLayout.tsx';
import { CommandPaletteHost } from '../command-palette/CommandPaletteHost.tsx';
import { matchRoute } from './matchedRoute.ts';
import { routes } from './routes.ts';
import { screenChains, screenName, type LayoutName, type RouteItem } from './routeTable.ts';
import styles from './PageProgress.module.css';

/** Rendered on every page, in every layout. */
function Root() {
  return (
    <>
      <PageProgress />
      <Outlet />
      <CommandPaletteHost />
    </>
  );
}

/** Handles paths that cannot be decoded, which match no route. */
function RedirectToNotFound() {
  return <Navigate to="/404" replace />;
}

/**
 * Creates the router from the route table. Guards, breadcrumbs, menu, titles and callbacks all use the route that it
 * matched.
 */
export function createAppRouter(table: readonly RouteItem[] = routes) {
  const root = createRootRoute({ component: Root });
  const main = createRoute({ getParentRoute: () => root, id: 'main', component: MainLayout });

  const screensIn = (layout: LayoutName, parent: AnyRoute) =>
    screenChains(table).flatMap((chain) => {
      const item = chain.at(-1);
      if (item?.path === undefined || !item.component) return [];
      if ((item.layout ?? 'main') !== layout) return [];
      return createRoute({
        getParentRoute: () => parent,
        // `:name` in the table is `$name` for the router.
        path: item.path.replaceAll(/:(\w+)/g, '$$$1'),
        component: lazyComponent(item.component),
        staticData: { chain },
      });
    });
  // Spec 2: unmatched paths inside the main layout redirect to /404.
  const unmatched = createRoute({
    getParentRoute: () => main,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: '/404' });
    },
  });

  return createRouter({
    routeTree: root.addChildren([
      main.addChildren([...screensIn('main', main), unmatched]),
      ...screensIn('bare', root),
    ]),
    ...plainSearch,
    defaultErrorComponent: ErrorPage,
    defaultOnCatch: resetChunkError,
    defaultNotFoundComponent: RedirectToNotFound,
    defaultPreload: false,
    // Marketplaces and users vary the case of addresses: `/Brands/` is `/brands`.
    caseSensitive: false,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

/**
 * Updates the document title after each navigation and moves the focus to the heading, so that screen readers
 * announce the page and keyboard navigation continues from there.
 */
export function announceRoutes(router: AppRouter): () => void {
  return router.subscribe('onRendered', ({ toLocation, fromLocation, pathChanged }) => {
    const name = screenName(matchRoute(router, toLocation.pathname));
    document.title = name === null ? sharedTexts.product : `${name} · ${sharedTexts.product}`;
    if (!fromLocation || !pathChanged || toLocation.hash !== '') return;
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.focus({ preventScroll: true });
  });
}

/**
 * A thin bar at the top of the window while the next page loads; the old page stays visible until then. Hidden from
 * screen readers: the heading of the new page takes the focus and is announced.
 */
function PageProgress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading ? <div className={styles.bar} data-page-progress aria-hidden="true" /> : null;
}
