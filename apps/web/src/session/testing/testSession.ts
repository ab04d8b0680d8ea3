import type { Login, Session } from '@seller-connect/login';
import { createApiClient } from '../../api/index.ts';
import { createIdentityClient } from '../../api/client/identityClient.ts';
import type { AppSession } from '../index.ts';

export const signedOutAuth: Session = { status: 'logged-out', user: null, error: null };

/** A signed-in user named Lan. */
export const createSignedInAuth = (sub: string): Session => ({
  status: 'logged-in',
  user: {
    idToken: null,
    accessToken: 'token',
    expiresAt: 4_000_000_000,
    scopes: [],
    profile: { sub, name: 'Lan Nguyễn' },
    expired: false,
  },
  error: null,
});

const never = () => Promise.reject(new Error('not asked for here'));

/** Creates a signed-out session for tests. Everything not given rejects. */
export function createTestSession(
  given: Partial<AppSession> & { readonly present?: Session },
): AppSession {
  const { present = signedOutAuth, ...parts } = given;
  const login: Login = {
    start: never,
    session: () => present,
    user: () => present.user,
    isLoggedIn: () => present.user !== null,
    accessToken: () => Promise.resolve(present.user?.accessToken ?? ''),
    login: never,
    logout: never,
    renew: never,
    renewalEnd: () => Promise.resolve(),
    userInfo: never,
    check: never,
    on: () => () => undefined,
    stop: () => undefined,
  };
  const client = createApiClient({
    base: 'https://api.test',
    token: () => '',
    language: 'vi',
    onFailure: () => undefined,
    fetch: never,
  });
  const identity = createIdentityClient({
    origin: 'https://id.example.test',
    language: 'vi',
    token: () => '',
    onRefused: () => undefined,
    fetch: never,
  });
  return {
    login,
    clients: { core: client, catalogue: client },
    identity,
    permissions: () => ({ status: 'known', permissions: [] }),
    onPermissions: () => () => undefined,
    changeTeam: never,
    enterWithGoogle: never,
    signIn: never,
    signInByItself: never,
    signInAgain: never,
    isTokenRefused: () => false,
    signOut: never,
    refused: never,
    ...parts,
  };
}
