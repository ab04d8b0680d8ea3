import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHostileProvider, issuer, subject } from '../../test/hostileProvider.ts';
import type { HostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';

let provider: HostileProvider;
let page: ReturnType<typeof createPage>;

beforeEach(async () => {
  await clearBrowser();
  provider = await createHostileProvider();
  page = createPage(provider);
});
afterEach(() => page.close());

const decisionPath = '/api/v1.0/users/me/decision/handler';
const admin = 'https://admin.provider.test';
const accessCalls = () =>
  provider.requests.filter(({ path }) => path === '/api/v1.0/users/me/roles_permissions');

describe('full user info', () => {
  test('spec 6: returns claims with the roles and permissions of the user', async () => {
    const login = await page.signIn({ identityAdminBase: admin });
    expect(await login.userInfo()).toEqual({
      sub: subject,
      name: 'An Nguyen',
      email: 'an@example.test',
      roles: ['catalog:admin'],
      permissions: ['catalog:all:all', 'ppm:all:all'],
    });
    const authorization = `Bearer ${login.user()?.accessToken}`;
    const infoCalls = provider.requests.filter(({ path }) => path === '/userinfo');
    expect(infoCalls).toMatchObject([{ method: 'GET', origin: issuer, authorization }]);
    expect(accessCalls()).toMatchObject([{ method: 'GET', origin: admin, authorization }]);
  });

  test('spec 6: permissions come from their endpoint, whatever the claims contain', async () => {
    provider.setUserInfo(200, { sub: subject, permissions: ['claimed:all:all'] });
    const info = await (await page.signIn()).userInfo();
    expect(info.permissions).toEqual(['catalog:all:all', 'ppm:all:all']);
  });

  test('spec 3: passes on every field of the current-user profile', async () => {
    const profile = {
      sub: subject,
      name: 'An Nguyen',
      picture: 'https://pictures.test/an.png',
      email: 'an@example.test',
      phone_number: '+84912345678',
      address: '1 Lê Lợi, Huế',
      birthday: '1990-02-01',
      meta_data: {
        seller_id: '1',
        sso_id: '2',
        addr_code: '3',
        department: 'sales',
        role: 'lead',
        title: 'Ms',
        asia_id: '4',
        asia_username: 'an.asia',
        manager_id: '5',
        manager_asia_id: '6',
        date_created: '2026-01-01T00:00:00.000Z',
        date_modified: '2026-01-02T00:00:00.000Z',
      },
      updated_at: '2026-01-02T00:00:00.000Z',
      tenant_id: 'team-1',
    };
    provider.setUserInfo(200, profile);
    const { roles, permissions, ...rest } = await (await page.signIn()).userInfo();
    expect(rest).toEqual(profile);
    expect([roles, permissions]).toEqual([['catalog:admin'], ['catalog:all:all', 'ppm:all:all']]);
  });

  test('spec 3: formats a permission as app:resource:action without empty parts', async () => {
    const entries = [
      { app: 'catalog', resource: 'all', action: 'all' },
      { app: 'ppm', resource: '', action: 'read' },
      { app: 'x' },
      {},
      7,
      'plain:all:all',
    ];
    provider.setAccess(200, { roles: ['a', 1], permissions: entries });
    expect(await (await page.signIn()).userInfo()).toMatchObject({
      roles: ['a'],
      permissions: ['catalog:all:all', 'ppm:read', 'x', 'plain:all:all'],
    });
  });

  test('spec 5: without scope read:permissions returns no permissions and sends no request', async () => {
    provider.setUserInfo(200, { sub: subject, permissions: ['claimed:all:all'] });
    const login = await page.signIn({ scopes: 'openid profile' });
    expect((await login.userInfo()).permissions).toEqual([]);
    expect(accessCalls()).toEqual([]);
  });

  test('spec 5: a requested scope read:permissions that was not granted loads none', async () => {
    provider.setForgery({ body: (body) => ({ ...body, scope: 'openid profile' }) });
    const login = await page.signIn({ scopes: 'openid profile read:permissions' });
    expect((await login.userInfo()).permissions).toEqual([]);
    expect(accessCalls()).toEqual([]);
  });

  test.each([201, 204, 206, 401, 403, 404, 500, 503])(
    'spec 7: returns no permissions on a %i',
    async (status) => {
      const body = status === 204 ? null : { roles: ['x'], permissions: ['x:y:z'] };
      provider.setAccess(status, body);
      const info = await (await page.signIn()).userInfo();
      expect([info.roles, info.permissions]).toEqual([[], []]);
    },
  );

  test('keeps the known permissions on a network error', async () => {
    let broken = false;
    const fetch = (url: string, init?: RequestInit) =>
      broken && url.includes('roles_permissions')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : provider.fetch(url, init);
    const login = await page.signIn({ environment: { fetch } });
    const before = await login.userInfo();
    broken = true;
    expect(await login.userInfo()).toEqual(before);
  });

  test('rejects on a network error if no permissions are known', async () => {
    const fetch = (url: string, init?: RequestInit) =>
      url.includes('roles_permissions')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : provider.fetch(url, init);
    const login = await page.signIn({ environment: { fetch } });
    await expect(login.userInfo()).rejects.toMatchObject({ code: 'network' });
    expect(login.isLoggedIn()).toBe(true);
  });

  test.each([
    [401, {}],
    [200, { sub: 'somebody-else' }],
  ])('removes the user on a %i with %j', async (status, body) => {
    const login = await page.signIn();
    provider.setUserInfo(status, body);
    await expect(login.userInfo()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(login.session()).toMatchObject({ status: 'logged-out', user: null });
    expect(localStorage.length).toBe(0);
  });

  test.each([
    [403, false],
    [404, false],
    [429, true],
    [503, true],
  ])('spec 4: keeps the user on a %i', async (status, retryable) => {
    const login = await page.signIn();
    provider.setUserInfo(status, {});
    const message = `HTTP status ${status}`;
    await expect(login.userInfo()).rejects.toMatchObject({ message, retryable });
    expect(login.isLoggedIn()).toBe(true);
  });

  test.each([
    [399, {}, 'HTTP status 399'],
    [398, {}, 'The sign-in service reported server_error'],
    [200, 'text', 'The sign-in service reported server_error'],
  ])('spec 8: reports an answer without claims, %i %j, as %s', async (status, body, message) => {
    const login = await page.signIn();
    provider.setUserInfo(status, body);
    await expect(login.userInfo()).rejects.toMatchObject({ message });
    expect(login.isLoggedIn()).toBe(true);
  });

  test.each([
    [
      'spec 4: is not sent with an expired token while its renewal fails',
      503,
      {},
      'http_status',
      'expired',
    ],
    [
      'is not sent with an expired token whose renewal was refused',
      400,
      { error: 'invalid_grant' },
      'login_required',
      'logged-out',
    ],
  ])('%s', async (_, status, body, code, session) => {
    let aheadMs = 0;
    const login = await page.signIn({ environment: { now: () => Date.now() + aheadMs } });
    aheadMs = 3_600_000;
    provider.setForgery({ token: async () => Response.json(body, { status }) });
    provider.setUserInfo(401, {});
    await expect(login.userInfo()).rejects.toMatchObject({ code });
    expect(login.session().status).toBe(session);
    expect(provider.requests.map(({ path }) => path)).not.toContain('/userinfo');
  });

  test('retries a 401 with the new token if it was renewed meanwhile', async () => {
    let login = await page.signIn();
    const fetch = async (url: string, init?: RequestInit) => {
      const old = new Headers(init?.headers).get('authorization')?.includes(first);
      if (!url.endsWith('/userinfo') || !old) return provider.fetch(url, init);
      await login.renew();
      return Response.json({}, { status: 401 });
    };
    login = page.reload({ environment: { fetch } });
    const first = String(login.user()?.accessToken);
    await login.start();
    expect((await login.userInfo()).sub).toBe(subject);
    expect(login.isLoggedIn()).toBe(true);
  });

  test('rejects when logged out', async () => {
    await expect(page.open().userInfo()).rejects.toMatchObject({ code: 'login_required' });
  });
});

describe('role and permission checks', () => {
  test('spec 7: send the specified bodies', async () => {
    const bodies: unknown[] = [];
    const types: (string | null)[] = [];
    const fetch = async (url: string, init?: RequestInit) => {
      if (url.endsWith('/decision/handler')) {
        bodies.push(await new Response(init?.body).json());
        types.push(new Headers(init?.headers).get('content-type'));
      }
      return provider.fetch(url, init);
    };
    const login = await page.signIn({ identityAdminBase: admin, environment: { fetch } });
    expect(await login.check({ roles: ['catalog:admin'] })).toBe(true);
    expect(await login.check({ roles: ['seller'], condition: 'AND' })).toBe(false);
    expect(await login.check({ permissions: ['catalog:all:all'] })).toBe(true);
    expect(bodies).toEqual([
      { has_roles: { roles: ['catalog:admin'], condition: 'OR' } },
      { has_roles: { roles: ['seller'], condition: 'AND' } },
      { has_permissions: { permissions: ['catalog:all:all'] } },
    ]);
    expect(types).toEqual(Array(3).fill('application/json'));
    const authorization = `Bearer ${login.user()?.accessToken}`;
    const sent = { method: 'POST', origin: admin, authorization };
    const checks = provider.requests.filter(({ path }) => path === decisionPath);
    expect(checks).toMatchObject([sent, sent, sent]);
  });

  test.each([
    [true, true],
    [false, false],
    [{ allowed: true }, true],
    [{ allowed: 'yes' }, false],
    [null, false],
  ])('parse the response %j as %j', async (body, expected) => {
    const fetch = async (url: string, init?: RequestInit) =>
      url.endsWith('/decision/handler') ? Response.json(body) : provider.fetch(url, init);
    const login = await page.signIn({ environment: { fetch } });
    expect(await login.check({ permissions: ['a:b:c'] })).toBe(expected);
  });

  test('return false when logged out, and send nothing', async () => {
    expect(await page.open().check({ roles: ['seller'] })).toBe(false);
    expect(provider.requests).toEqual([]);
  });

  test('reject on a failure instead of returning false', async () => {
    const fetch = async (url: string, init?: RequestInit) =>
      url.endsWith('/decision/handler')
        ? new Response('', { status: 500 })
        : provider.fetch(url, init);
    const login = await page.signIn({ environment: { fetch } });
    await expect(login.check({ roles: ['x'] })).rejects.toMatchObject({ code: 'http_status' });
  });
});
