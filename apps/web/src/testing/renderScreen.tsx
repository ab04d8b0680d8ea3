import { Toaster, toasts } from '@seller-connect/ui';
import { render } from '@seller-connect/ui/testing/render.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { createApiClient, setClients, type ApiError } from '../api/index.ts';
import { plainSearch } from '../lists/useUrlState.ts';
import { SessionContext } from '../session/index.ts';
import { createSignedInAuth, createTestSession } from '../session/testing/testSession.ts';
import { storage } from '../storage.ts';

export interface RenderedScreen {
  /** Requests so far: method, path with query, body. */
  readonly requests: { method: string; url: string; body: unknown }[];
  /** Failures that the application would report in a message so far. */
  readonly reported: ApiError[];
  /** The current URL. */
  address(): string;
  go(address: string): void;
  back(): void;
}

export interface RenderScreenOptions {
  readonly screen: () => ReactNode;
  /** Path pattern as in the route table: `/brands/:code`. */
  readonly path: string;
  readonly at: string;
  /** Stubs the server; returns the response of each request. */
  readonly answer: (request: {
    method: string;
    url: URL;
    body: unknown;
  }) => Response | Promise<Response>;
  /** Parts of the session beside those of a signed-in user. */
  readonly session?: Parameters<typeof createTestSession>[0];
}

/** Renders a screen at a URL with its own router, query client and server stub. */
export function renderScreen({
  screen,
  path,
  at,
  answer: respond,
  session,
}: RenderScreenOptions): RenderedScreen {
  // Test files share the page, and so the messages of the test before.
  toasts.clear();
  const requests: RenderedScreen['requests'] = [];
  const reported: ApiError[] = [];
  const client = createApiClient({
    base: 'https://api.test',
    token: () => 'token',
    language: 'vi',
    onFailure: (error) => reported.push(error),
    async fetch(input, init) {
      const { method, url } = new Request(input, { method: init?.method ?? 'GET' });
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      const parsed = new URL(url);
      requests.push({ method, url: `${parsed.pathname}${parsed.search}`, body });
      const response = await respond({ method, url: parsed, body });
      init?.signal?.throwIfAborted();
      return response;
    },
  });
  setClients({ core: client, catalogue: client });

  const root = createRootRoute({ component: Outlet });
  const history = createMemoryHistory({ initialEntries: [at] });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path: path.replaceAll(/:(\w+)/g, '$$$1'),
        component: screen,
      }),
      createRoute({ getParentRoute: () => root, path: '$', component: () => <p>elsewhere</p> }),
    ]),
    history,
    ...plainSearch,
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <SessionContext
      value={createTestSession({ present: createSignedInAuth('person'), ...session })}
    >
      <QueryClientProvider client={queries}>
        {/* The test router has other routes than the registered type of the product's router. */}
        <RouterProvider router={router} />
        <Toaster label="Notices" closeLabel="Close" />
      </QueryClientProvider>
    </SessionContext>,
  );
  onTestFinished(() => storage.formDraft.remove());
  return {
    requests,
    reported,
    address: () => history.location.href,
    go: (address) => history.push(address),
    back: () => history.back(),
  };
}
