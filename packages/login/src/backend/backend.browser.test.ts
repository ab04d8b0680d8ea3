import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clientId, createHostileProvider, issuer } from '../../test/hostileProvider.ts';
import type { HostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';
import type { LoginConfig } from '../index.ts';
import { withBackend } from './index.ts';

interface Call {
  readonly method: string | undefined;
  readonly path: string;
  readonly type: string | null;
  readonly credentials: string | undefined;
  readonly body: unknown;
}

let provider: HostileProvider;
let page: ReturnType<typeof createPage>;
let calls: Call[] = [];
/** The refresh token behind the backend's cookie; null without a session. */
let refreshToken: string | null = null;
let outage: (() => Response) | null = null;

beforeEach(async () => {
  await clearBrowser();
  provider = await createHostileProvider();
  page = createPage(provider);
  calls = [];
  refreshToken = null;
  outage = null;
});
afterEach(() => page.close());

/** A backend in front of the provider: accepts JSON and returns no refresh token. */
async function backendFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const { origin, pathname: path } = new URL(url);
  if (!['/oauth/token', '/oauth/refresh', '/oauth/revoke'].includes(path)) {
    return provider.fetch(url, init);
  }
  const body = JSON.parse(typeof init.body === 'string' ? init.body : 'null');
  const type = new Headers(init.headers).get('content-type');
  calls.push({ method: init.method, path, type, credentials: init.credentials, body });
  if (outage) return outage();
  if (path === '/oauth/revoke') {
    refreshToken = null;
    return Response.json({});
  }
  if (path === '/oauth/refresh' && refreshToken === null) {
    return Response.json({ error: 'login_required' }, { status: 401 });
  }
  const grant: Record<string, string> =
    path === '/oauth/token'
      ? { grant_type: 'authorization_code', ...body }
      : { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' };
  const answer = await provider.fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(grant),
  });
  if (answer.status !== 200) return answer;
  const { refresh_token, ...rest } = await answer.json();
  refreshToken = String(refresh_token);
  return Response.json(rest);
}

const config = (): LoginConfig =>
  withBackend({ ...provider.config, environment: { fetch: backendFetch } });
const record = () => localStorage.getItem(`login.user.${clientId}`) ?? '';

describe('spec 7: the backend-for-frontend', () => {
  test('sends the code as JSON with credentials: code, verifier, redirect URI, client ID', async () => {
    const login = await page.signIn(config());
    expect(login.isLoggedIn()).toBe(true);
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/oauth/token',
        type: 'application/json',
        credentials: 'include',
        body: {
          code: expect.any(String),
          code_verifier: expect.stringMatching(/^[\w-]{48}$/),
          redirect_uri: `${location.origin}/`,
          client_id: clientId,
        },
      },
    ]);
  });

  test('renews by /oauth/refresh, and never has a refresh token in the browser', async () => {
    const login = await page.signIn(config());
    const before = login.user()?.accessToken;
    const user = await login.renew();
    expect(user.accessToken).not.toBe(before);
    expect(calls[1]).toEqual({
      method: 'POST',
      path: '/oauth/refresh',
      type: 'application/json',
      credentials: 'include',
      body: { scopes: 'openid profile email read:permissions' },
    });
    expect(refreshToken).toMatch(/^refresh-/);
    expect(record()).not.toContain('refresh-');
    expect(JSON.stringify(sessionStorage)).not.toContain('refresh-');
  });

  test('retries once after a lost response, as the backend has the new refresh token', async () => {
    const login = await page.signIn(config());
    outage = () => {
      outage = null;
      throw new DOMException('timed out', 'TimeoutError');
    };
    await login.renew();
    expect(calls.map(({ path }) => path)).toEqual([
      '/oauth/token',
      '/oauth/refresh',
      '/oauth/refresh',
    ]);
    expect(login.isLoggedIn()).toBe(true);
  });

  test.each([
    ['another user', { sub: 'user-2' }, 'id_token_changed'],
    ['another issuer', { iss: 'https://evil.test' }, 'id_token_issuer'],
  ])('refuses an ID token of %s, also when it retries', async (_, change, code) => {
    const login = await page.signIn(config());
    const before = record();
    provider.setForgery({ claims: (claims) => ({ ...claims, ...change }) });
    await expect(login.renew()).rejects.toMatchObject({ code });
    expect(record()).toBe(before);
    expect(calls.filter(({ path }) => path === '/oauth/refresh')).toHaveLength(2);
    provider.setForgery({});
    expect((await login.renew()).accessToken).not.toBe(JSON.parse(before).accessToken);
  });

  test('spec 7: asks for the default scopes if none are configured', async () => {
    await page.signIn(config());
    await page.reload(config()).renew();
    expect(calls.at(-1)).toMatchObject({
      path: '/oauth/refresh',
      body: { scopes: 'openid profile email read:permissions' },
    });
  });

  test('keeps the session over a reload', async () => {
    await page.signIn(config());
    const login = page.reload(config());
    await login.start();
    await login.renew();
    expect(login.isLoggedIn()).toBe(true);
  });

  describe('with the record in memory', () => {
    const memoryConfig = (): LoginConfig =>
      withBackend({
        ...provider.config,
        storage: { memory: true },
        silent: 'always',
        environment: { fetch: backendFetch },
      });

    test('a reload continues by the cookie, without a frame, and stores no token', async () => {
      const before = (await page.signIn(memoryConfig())).user();
      const login = page.reload(memoryConfig());
      const { ready } = await login.start();
      expect(await ready).toMatchObject({ status: 'logged-in', error: null });
      expect(calls.map(({ path }) => path)).toEqual(['/oauth/token', '/oauth/refresh']);
      // A renewed ID token has no nonce; everything else is unchanged.
      expect({ ...before?.profile, ...login.user()?.profile }).toEqual(before?.profile);
      expect(login.user()?.accessToken).not.toBe(before?.accessToken);
      expect(document.querySelectorAll('iframe')).toHaveLength(0);
      expect(localStorage).toHaveLength(0);
      expect(await indexedDB.databases()).toEqual([]);
      await login.renew();
      expect(calls.at(-1)?.path).toBe('/oauth/refresh');
    });

    test('accessToken waits for the silent login of a page that starts', async () => {
      await page.signIn(memoryConfig());
      const login = page.reload(memoryConfig());
      void login.start();
      const token = await login.accessToken();
      expect(token).not.toBe('');
      expect(token).toBe(login.user()?.accessToken);
    });

    test('without a backend session the visitor is logged out after one request', async () => {
      const login = page.open(memoryConfig());
      const { ready } = await login.start();
      expect(await ready).toEqual({ status: 'logged-out', user: null, error: null });
      expect(calls.map(({ path }) => path)).toEqual(['/oauth/refresh']);
    });
  });

  test('spec 4: logging out ends the backend session, and redirects to the provider', async () => {
    const login = await page.signIn(config());
    await login.logout();
    await expect.poll(() => calls.at(-1)?.path).toBe('/oauth/revoke');
    expect(calls.at(-1)).toMatchObject({
      type: 'application/json',
      credentials: 'include',
      body: {},
    });
    expect([refreshToken, record()]).toEqual([null, '']);
    expect(page.left[0]).toContain('/oauth/logout');
  });

  test('without a backend session the login lives until it expires', async () => {
    const login = await page.signIn(config());
    refreshToken = null;
    await expect(login.renew()).rejects.toMatchObject({ code: 'invalid_grant' });
    expect(login.isLoggedIn()).toBe(true);
  });

  test.each([
    [
      'a refusal',
      () => Response.json({ error: 'access_denied' }, { status: 400 }),
      'access_denied',
    ],
    ['a foreign origin', () => new Response('', { status: 403 }), 'http_status'],
    [
      'a response that is not JSON',
      () => new Response('<p>', { status: 200 }),
      'invalid_token_response',
    ],
  ])('%s is reported under its own code', async (_, answer, code) => {
    outage = answer;
    await page.open(config()).login();
    page.address = provider.authorize(page.left[0] ?? '');
    const { error } = await page.reload(config()).start();
    expect(error).toMatchObject({ code });
  });

  test('spec 8: login_required is removed from the address, and is neither an error nor retried', async () => {
    await page.open(config()).login();
    const state = new URL(page.left[0] ?? '').searchParams.get('state') ?? '';
    const back = new URLSearchParams({
      error: 'login_required',
      error_description: 'x',
      iss: issuer,
      state,
    });
    page.address = `${location.origin}/?kept=1&${back.toString()}`;
    const result = await page.reload(config()).start();
    expect(page.address).toBe(`${location.origin}/?kept=1`);
    expect(result).toMatchObject({ status: 'logged-out', error: null });
    expect(calls).toEqual([]);
  });

  test('userInfo still sends the access token', async () => {
    const login = await page.signIn(config());
    expect((await login.userInfo()).sub).toBe('user-1');
    const userInfoRequests = provider.requests.filter(({ path }) => path === '/userinfo');
    expect(userInfoRequests[0]?.authorization).toMatch(/^Bearer access-/);
  });
});
