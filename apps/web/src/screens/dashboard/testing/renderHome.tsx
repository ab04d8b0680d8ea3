import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@seller-connect/ui/testing/render.tsx';
import { page } from 'vitest/browser';
import { createApiClient, setClients } from '../../../api/index.ts';
import { plainSearch } from '../../../lists/useUrlState.ts';
import { SessionContext } from '../../../session/index.ts';
import { createSignedInAuth, createTestSession } from '../../../session/testing/testSession.ts';
import DashboardScreen from '../DashboardScreen.tsx';
import { vi as texts } from '../texts.vi.ts';
import {
  byHour,
  byShop,
  noTargets,
  products,
  shop,
  createSummary,
  synced,
  todo,
} from './sampleReport.ts';
import { createHours } from './sampleHours.ts';

type ResponsesByPath = Record<string, (query: URLSearchParams) => unknown>;

/** A member whose profile is not complete. */
export const user = { sub: '1', profileCompletedAt: null, team: { name: 'Hoa', role: 'member' } };

const defaultResponses: ResponsesByPath = {
  '/user': () => ({ ...user, profileCompletedAt: '2026-11-01T00:00:00.000Z' }),
  '/partner/shops': () => ({ items: [shop], total: 1 }),
  '/partner/check_synced_data': () => synced,
  '/reporting/summary': (query) => createSummary(query.get('period')),
  '/reporting/hours': () => createHours(),
  '/reporting/breakdown': (query) => (query.get('by') === 'hour' ? byHour : byShop),
  '/reporting/products': () => products,
  '/reporting/todo': () => todo,
  '/reporting/targets': () => noTargets,
  '/reporting/targets/months': () => ({ items: [] }),
  '/reporting/notes': () => ({ items: [], mayChange: true }),
  '/reporting/listings/changes': () => ({ items: [] }),
};

/** Renders Home at an address with responses by path; `requests` records the path and query of every call. */
export function renderHome(
  responses: ResponsesByPath = {},
  address = '/',
  permissions: readonly string[] = [],
) {
  const requests: string[] = [];
  const all = { ...defaultResponses, ...responses };
  const client = createApiClient({
    base: '',
    token: () => '',
    language: 'vi',
    onFailure: () => undefined,
    fetch: async (input) => {
      const url = new URL(input instanceof Request ? input.url : input, location.origin);
      requests.push(url.pathname + url.search);
      const answer: unknown = await all[url.pathname]?.(url.searchParams);
      if (answer === undefined) return new Response(null, { status: 404 });
      return answer instanceof Response ? answer : Response.json(answer);
    },
  });
  setClients({ core: client, catalogue: client });
  const root = createRootRoute();
  const path = (at: string) => createRoute({ getParentRoute: () => root, path: at });
  const home = createRoute({ getParentRoute: () => root, path: '/', component: DashboardScreen });
  const router = createRouter({
    routeTree: root.addChildren([
      home,
      path('/connect'),
      path('/connect/done'),
      path('/profile/complete'),
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
    ...plainSearch,
  });
  const known = { status: 'known', permissions } as const;
  const session = createTestSession({
    present: createSignedInAuth('1'),
    permissions: () => known,
  });
  const queries = new QueryClient();
  render(
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SessionContext>,
  );
  return {
    requests,
    queries,
    address: () => router.state.location.searchStr,
    pathname: () => router.state.location.pathname,
    back: () => router.history.back(),
  };
}

/** Chooses an entry of a menu in the toolbar. */
export async function chooseInMenu(label: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}:`) }).click();
  await page.getByRole('menuitemradio', { name: entry, exact: true }).click();
}

/** Opens the choice of the period. */
export async function openPeriods(): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${texts.period}:`) }).click();
}
