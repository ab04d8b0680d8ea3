import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Toaster, toasts } from '@seller-connect/ui';
import { render, violations } from '@seller-connect/ui/testing/render.tsx';
import type { Session } from '@seller-connect/login';
import { onTestFinished, vi } from 'vitest';
import { createApiClient, setClients } from '../../api/index.ts';
import { SessionContext, type AppSession, type PermissionState } from '../../session/index.ts';
import { createSignedInAuth, createTestSession } from '../../session/testing/testSession.ts';
import { storage } from '../../storage.ts';
import { EnvironmentContext, type MarkedEnvironment } from '../layout/EnvironmentMark.tsx';
import { createApiErrorHandler } from '../errors/apiErrorHandler.ts';
import type { RouteItem } from '../routing/routeTable.ts';
import { createAppRouter } from '../routing/router.tsx';
import '../../theme/testing/headTheme.ts';

export { signedOutAuth } from '../../session/testing/testSession.ts';

/** A signed-in user named Lan. */
export const signedInAuth = createSignedInAuth('person');

export interface RenderAppOptions {
  readonly session?: Session;
  /** The user's permissions, or the state of loading them. */
  readonly permissions?: readonly string[] | PermissionState;
  /** Overrides parts of the test session. */
  readonly parts?: Partial<AppSession>;
  /** Replaces the route table. */
  readonly table?: readonly RouteItem[];
  /** The environment; production by default. */
  readonly environment?: MarkedEnvironment;
  /** Responses by `METHOD /path`; an error simulates a network failure. Other calls never get a response. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

/** Renders the whole application at an address. */
export function renderApp(address: string, options: RenderAppOptions = {}) {
  const { session: present = signedInAuth, answers = {} } = options;
  let permissions = stateOf(options.permissions ?? []);
  const listeners = new Set<() => void>();
  toasts.clear();
  onTestFinished(() => storage.formDraft.remove());
  const requests: string[] = [];
  const router = createAppRouter(options.table);
  // The router runs in memory. Its own history would observe the test page's address until the last test.
  router.history.destroy();
  const handleUnauthorized = vi.fn<AppSession['refused']>(() => Promise.resolve());
  const client = createApiClient({
    base: '',
    token: () => '',
    language: 'vi',
    onFailure: createApiErrorHandler(router, handleUnauthorized),
    fetch: (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
      const call = `${init?.method ?? 'GET'} ${pathname}`;
      requests.push(call);
      if (!(call in answers)) return new Promise(() => {});
      const answer = answers[call];
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve(answer).then((value) =>
        value instanceof Response ? value.clone() : Response.json(value),
      );
    },
  });
  setClients({ core: client, catalogue: client });
  const signInByItself = vi.fn<AppSession['signInByItself']>(() => Promise.resolve(null));
  const signIn = vi.fn<AppSession['signIn']>(() => Promise.resolve());
  const signOut = vi.fn<AppSession['signOut']>(() => Promise.resolve());
  const session = createTestSession({
    present,
    clients: { core: client, catalogue: client },
    permissions: () => permissions,
    onPermissions: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    signIn,
    signInByItself,
    signOut,
    refused: handleUnauthorized,
    ...options.parts,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <SessionContext value={session}>
      <QueryClientProvider client={queryClient}>
        <EnvironmentContext value={options.environment ?? null}>
          <RouterProvider router={router} history={history} />
        </EnvironmentContext>
        <Toaster label="Notifications" closeLabel="Close" />
      </QueryClientProvider>
    </SessionContext>,
  );
  return {
    history,
    router,
    queryClient,
    signIn,
    signInByItself,
    signOut,
    refused: handleUnauthorized,
    requests,
    setPermissions(next: readonly string[] | PermissionState) {
      permissions = stateOf(next);
      for (const listener of listeners) listener();
    },
  };
}

function stateOf(permissions: readonly string[] | PermissionState): PermissionState {
  return 'status' in permissions ? permissions : { status: 'known', permissions };
}

/**
 * Returns axe's findings for a page in its layout. Landmark rules are excluded: the element that the test renders
 * into is a `main` as well.
 */
export async function findings(): Promise<string[]> {
  const all = await violations();
  return all.filter((finding) => !/: landmark-(main-is|no-dup|unique)/.test(finding));
}
