import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router';
import { ErrorPage } from './ErrorPage.tsx';
import { lazyScreen } from './lazyScreen.tsx';
import { MainLayout } from './MainLayout.tsx';
import { PaletteHost } from './PaletteHost.tsx';
import { routes } from './routes.ts';
import { screensOf, type LayoutName } from './routeTable.ts';

/** Search parameters are plain texts: what an address says is neither parsed nor rewritten. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') params.set(name, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** What every page has, whatever its frame. */
function Root() {
  return (
    <>
      <Outlet />
      <PaletteHost />
    </>
  );
}

/** The router, with its tree made from the route table. */
export function createAppRouter() {
  const root = createRootRoute({ component: Root });
  const main = createRoute({ getParentRoute: () => root, id: 'main', component: MainLayout });

  const screensIn = (layout: LayoutName, parent: AnyRoute) =>
    screensOf(routes)
      .filter((item) => (item.layout ?? 'main') === layout)
      .map((item) =>
        createRoute({
          getParentRoute: () => parent,
          // `:name` in the table is `$name` for the router.
          path: (item.path ?? '').replaceAll(/:(\w+)/g, '$$$1'),
          ...(item.component ? { component: lazyScreen(item.component) } : {}),
        }),
      );
  // Spec 2: unmatched paths inside the main layout redirect to /404.
  const unmatched = createRoute({
    getParentRoute: () => main,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: '/404', replace: true });
    },
  });

  return createRouter({
    routeTree: root.addChildren([
      main.addChildren([...screensIn('main', main), unmatched]),
      ...screensIn('bare', root),
    ]),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    defaultPreload: false,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;
