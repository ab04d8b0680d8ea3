import { afterAll, describe, expect, it } from 'vitest';
import { authorizationRequest, Browser, locationOf, signInForTokens } from '../testing/browser.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

const running = await startIdentity();
afterAll(() => running.stop());

const at = (path: string, init?: RequestInit) => fetch(new URL(path, running.origin), init);

describe('the discovery document', () => {
  it('spec 7: lists the endpoints of the specification on the configured origin', async () => {
    const answer = await at('/.well-known/openid-configuration');
    const { origin } = running;
    expect(await answer.json()).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      userinfo_endpoint: `${origin}/userinfo`,
      end_session_endpoint: `${origin}/oauth/logout`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      jwks_uri: `${origin}/oauth/jwks`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'simple_web_message'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: expect.arrayContaining(['ES256', 'RS256']),
    });
  });

  it('ignores forwarded host and scheme headers', async () => {
    const answer = await at('/.well-known/openid-configuration', {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(await answer.text()).not.toContain('evil.example');
    const browser = new Browser(running.origin);
    const started = await browser.fetch(authorizationRequest().url, {
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    expect(locationOf(started).origin).toBe(running.origin);
  });
});

describe('cross-origin requests', () => {
  const addresses = [
    '/oauth/jwks',
    '/.well-known/openid-configuration',
    '/userinfo',
    '/api/v1.0/users/me/roles_permissions',
  ];

  it('are readable by the application only, and never with credentials', async () => {
    for (const path of addresses) {
      for (const origin of ['https://evil.example', 'null', `${appOrigin}.evil.example`]) {
        const foreign = await at(path, { headers: { origin } });
        expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
      }
      const own = await at(path, { headers: { origin: appOrigin } });
      expect(own.headers.get('access-control-allow-origin')).toBe(appOrigin);
      expect(own.headers.get('access-control-allow-credentials')).toBeNull();
      expect(own.headers.get('vary')).toContain('Origin');
      expect(own.headers.get('access-control-expose-headers')).toContain('Date');
      const nobody = await at(path);
      expect(nobody.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('are refused tokens even before the client is authenticated', async () => {
    const answer = await at('/oauth/token', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({ client_id: 'seller-connect-web', grant_type: 'refresh_token' }),
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('are refused in the preflight', async () => {
    const preflight = (path: string, origin: string) =>
      at(path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      });
    const decision = '/api/v1.0/users/me/decision/handler';
    for (const path of [...addresses, '/oauth/token', '/oauth/revoke', decision]) {
      const own = await preflight(path, appOrigin);
      expect(own.status).toBe(204);
      expect(own.headers.get('access-control-allow-origin')).toBe(appOrigin);
      expect(own.headers.get('access-control-allow-headers')).toContain('authorization');
      const foreign = await preflight(path, 'https://evil.example');
      expect(foreign.status).toBe(403);
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('pages of the provider', () => {
  it('render no part of the URL and explain the error in both languages', async () => {
    const marker = 'm4rker';
    const path = `/oauth/authorize?client_id=${marker}&redirect_uri=https://${marker}.example&state=${marker}&response_type=${marker}`;
    const vi = await at(path, { headers: { accept: 'text/html' } });
    expect(vi.status).toBe(400);
    const html = await vi.text();
    expect(html).not.toContain(marker);
    expect(html).toContain('Không thể thực hiện yêu cầu này');
    const en = await at(`${path}&ui_locales=en`, { headers: { accept: 'text/html' } });
    expect(await en.text()).toContain('We can’t complete this request');
    const policy = vi.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
  });

  it('carry security headers', async () => {
    const browser = new Browser(running.origin);
    for (const path of [
      authorizationRequest().url,
      '/oauth/logout',
      '/oauth/nowhere',
      '/nowhere',
    ]) {
      const { headers } = await browser.fetch(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-request-id')).toBeTruthy();
    }
  });

  it('are served beside the health checks', async () => {
    expect((await at('/healthz')).status).toBe(200);
    expect((await at('/readyz')).status).toBe(200);
  });
});

describe('roles and permissions', () => {
  async function call(token: string | null, path: string, body?: unknown): Promise<Response> {
    return at(`/api/v1.0/users/me/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  it('spec 6: are those of the sample user for staff, and none for a seller', async () => {
    const staff = await signInForTokens(running.origin, { username: 'staff' });
    const answer = await call(staff.tokens.access_token, 'roles_permissions');
    expect(await answer.json()).toEqual({
      roles: ['catalog:admin'],
      permissions: ['catalog:all:all', 'ppm:all:all'],
    });
    const seller = await signInForTokens(running.origin, { username: 'seller' });
    const none = await call(seller.tokens.access_token, 'roles_permissions');
    expect(await none.json()).toEqual({ roles: ['seller'], permissions: [] });
  });

  it('require a token with the scope read:permissions', async () => {
    for (const token of [null, 'anything']) {
      const answer = await call(token, 'roles_permissions');
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toContain('invalid_token');
    }
    const { tokens } = await signInForTokens(running.origin, {
      request: authorizationRequest({ scope: 'openid profile' }),
    });
    expect((await call(tokens.access_token, 'roles_permissions')).status).toBe(403);
  });

  it('spec 7: are decided with OR for roles by default, and with all permissions', async () => {
    const { tokens } = await signInForTokens(running.origin, { username: 'staff' });
    const roles = ['catalog:admin', 'ppm:admin'];
    const cases: [unknown, boolean][] = [
      [{ has_roles: { roles } }, true],
      [{ has_roles: { roles, condition: 'OR' } }, true],
      [{ has_roles: { roles, condition: 'AND' } }, false],
      [{ has_roles: { roles: ['catalog:admin'], condition: 'AND' } }, true],
      [{ has_roles: { roles: ['nobody'] } }, false],
      [{ has_roles: { roles: [] } }, false],
      [{ has_permissions: { permissions: ['catalog:all:all'] } }, true],
      [{ has_permissions: { permissions: ['catalog:all:all', 'other:all:all'] } }, false],
      [{ has_roles: { roles }, has_permissions: { permissions: ['other:all:all'] } }, false],
    ];
    for (const [body, allowed] of cases) {
      const answer = await call(tokens.access_token, 'decision/handler', body);
      expect(await answer.json()).toEqual({ allowed });
    }
    for (const body of [{}, { has_roles: { roles: 'x' } }, []]) {
      expect((await call(tokens.access_token, 'decision/handler', body)).status).toBe(400);
    }
  });

  it('change with the next request', async () => {
    const { tokens } = await signInForTokens(running.origin, { username: 'shop' });
    await running.admin(
      `insert into identity.account_role (account_id, role, granted_at)
       select id, 'ppm:admin', now() from identity.account where username = 'shop'`,
    );
    const answer = await call(tokens.access_token, 'roles_permissions');
    expect(await answer.json()).toMatchObject({ permissions: ['ppm:all:all'] });
  });
});
