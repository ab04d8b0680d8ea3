import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NotificationArea } from '@seller-connect/ui';
import { render, violations } from '@seller-connect/ui/testing/render.tsx';
import type { Login, Session } from '@seller-connect/login';
import { vi } from 'vitest';
import { createClient, provideClients, type ApiFailure } from '../../api/index.ts';
import { createOwnAccount } from '../../api/ownAccount.ts';
import { SessionContext, type AppSession, type PermissionState } from '../../session/index.ts';
import { createAppRouter } from '../router.tsx';

/** Lan, who is signed in. */
export const here: Session = {
  status: 'logged-in',
  user: {
    idToken: null,
    accessToken: 'token',
    expiresAt: 4_000_000_000,
    scopes: [],
    profile: { sub: 'person', name: 'Lan Nguyễn' },
    expired: false,
  },
  error: null,
};
export const nobody: Session = { status: 'logged-out', user: null, error: null };

export interface Shown {
  readonly session?: Session;
  /** What the person may do, or what is known of it. */
  readonly permissions?: readonly string[] | PermissionState;
  /** What the server answers, by `METHOD /path`; everything else is not asked for here. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

/** Shows the whole frame at an address to somebody. */
export function showAt(address: string, shown: Shown = {}) {
  const { session = here, answers = {} } = shown;
  let permissions = stateOf(shown.permissions ?? []);
  const listeners = new Set<() => void>();
  const never = () => Promise.reject(new Error('not asked for here'));
  const asked: string[] = [];
  const failures: ApiFailure[] = [];
  const login: Login = {
    start: never,
    session: () => session,
    user: () => session.user,
    isLoggedIn: () => session.user !== null,
    login: never,
    logout: never,
    renew: never,
    userInfo: never,
    check: never,
    on: () => () => undefined,
    stop: () => undefined,
  };
  const client = createClient({
    base: '',
    token: () => '',
    language: 'vi',
    onFailure: (failure) => failures.push(failure),
    fetch: (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
      const call = `${init?.method ?? 'GET'} ${pathname}`;
      asked.push(call);
      if (!(call in answers)) return never();
      const answer = answers[call];
      return Promise.resolve(answer instanceof Response ? answer.clone() : Response.json(answer));
    },
  });
  provideClients({ core: client, catalogue: client });
  const signIn = vi.fn<AppSession['signIn']>(() => Promise.resolve());
  const signOut = vi.fn<AppSession['signOut']>(() => Promise.resolve());
  const app: AppSession = {
    login,
    clients: { core: client, catalogue: client },
    account: createOwnAccount({
      origin: 'https://id.example.test',
      language: 'vi',
      token: () => '',
      onRefused: () => undefined,
      fetch: never,
    }),
    permissions: () => permissions,
    onPermissions: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    changeTeam: never,
    signIn,
    signInAgain: never,
    signOut,
    refused: signOut,
  };
  const router = createAppRouter();
  const history = createMemoryHistory({ initialEntries: [address] });
  render(
    <SessionContext value={app}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <RouterProvider router={router} history={history} />
        <NotificationArea label="Notifications" closeLabel="Close" />
      </QueryClientProvider>
    </SessionContext>,
  );
  return {
    history,
    router,
    signIn,
    signOut,
    asked,
    failures,
    setPermissions(next: readonly string[] | PermissionState) {
      permissions = stateOf(next);
      for (const listener of listeners) listener();
    },
  };
}

function stateOf(permissions: readonly string[] | PermissionState): PermissionState {
  return 'status' in permissions ? permissions : { status: 'known', permissions };
}

/** What axe finds on a page in its frame. The element that the test draws into is a `main` as well. */
export async function findings(): Promise<string[]> {
  const all = await violations();
  return all.filter((finding) => !/: landmark-(main-is|no-dup|unique)/.test(finding));
}
