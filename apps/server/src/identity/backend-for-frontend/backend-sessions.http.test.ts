import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Value } from 'typebox/value';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { createApp } from '../../platform/http/http.ts';
import { rateLimitedProblem } from '../../platform/http/problem.ts';
import { createLog } from '../../platform/log.ts';
import { TokenResponse } from './backend-sessions.ts';
import {
  allScopes,
  authorizationRequest,
  Browser,
  signIn,
  fetchUserInfo,
} from '../testing/browser.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

const app = createApp(createLog('silent'));
/** The wait of the next forms, which are the backend's calls to the provider; 0 accepts them. */
let formRetryAfterSeconds = 0;
app.addHook('onRequest', async ({ headers }) => {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  if (isForm && formRetryAfterSeconds > 0) throw rateLimitedProblem(formRetryAfterSeconds);
});
const running = await startIdentity(
  {},
  {
    watch,
    async listen(identity, port) {
      await identity.mount(app, async (reply) => reply);
      await app.listen({ host: 'localhost', port });
    },
  },
);
afterAll(async () => {
  await app.close();
  await running.stop();
});

/** Runs before each attempt of the provider to lease a backend session. */
let beforeAttempt = async (): Promise<void> => undefined;
/** Runs once before the tokens of an exchange are stored. */
let beforeCommit = async (): Promise<void> => undefined;

function watch(database: Database): Database {
  return {
    ...database,
    async query(statement, values) {
      if (statement.name === 'identity.acquire_backend_session') await beforeAttempt();
      return database.query(statement, values);
    },
    async execute(statement, values) {
      if (statement.name === 'identity.commit_backend_session') {
        const hook = beforeCommit;
        beforeCommit = async () => undefined;
        await hook();
      }
      return database.execute(statement, values);
    },
  };
}

const cookieName = 'seller_connect_backend';
const json = { origin: appOrigin, 'content-type': 'application/json' };

function post(
  browser: Browser,
  path: string,
  body: unknown,
  headers: Record<string, string> = json,
): Promise<Response> {
  const init = { method: 'POST', headers };
  return browser.fetch(path, {
    ...init,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Sends all calls in one write on one connection, so that the server reads the last before it answers the first. */
async function postTogether(browser: Browser, path: string, calls: number): Promise<string> {
  const { hostname, port } = new URL(running.origin);
  const [cookie = ''] = (browser.cookie(cookieName) ?? '').split(';');
  const requests = Array.from({ length: calls }, (_, call) =>
    [
      `POST ${path} HTTP/1.1`,
      `host: ${hostname}:${port}`,
      `origin: ${appOrigin}`,
      'content-type: application/json',
      'content-length: 2',
      `cookie: ${cookie}`,
      `connection: ${call === calls - 1 ? 'close' : 'keep-alive'}`,
      '',
      '{}',
    ].join('\r\n'),
  );
  const socket = connect(Number(port), hostname);
  socket.write(requests.join(''));
  return text(socket);
}

async function codeFor(browser: Browser, remember = false) {
  // A browser may sign in again.
  const request = authorizationRequest({ prompt: 'login' });
  const { response } = await signIn(browser, { remember, request });
  return {
    code: response.searchParams.get('code') ?? '',
    code_verifier: request.verifier,
    redirect_uri: `${appOrigin}/`,
    client_id: 'seller-connect-web',
  };
}

async function openSession(remember = false) {
  const browser = new Browser(running.origin);
  const answer = await post(browser, '/oauth/token', await codeFor(browser, remember));
  expect(answer.status).toBe(200);
  const body: unknown = await answer.json();
  return { browser, answer, tokens: Value.Parse(TokenResponse, body), body };
}

async function isAuthenticated(browser: Browser): Promise<unknown> {
  const answer = await browser.fetch('/session/info', { headers: { origin: appOrigin } });
  expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return answer.json();
}

const exchanges = async () => {
  const rows = await running.admin(
    'select coalesce(sum(generation), 0)::int as count from identity.backend_session',
  );
  return Number(rows[0]?.['count']);
};

describe('spec 7: POST /oauth/token as JSON with credentials', () => {
  it('returns tokens without the refresh token, which stays behind an HttpOnly Strict cookie', async () => {
    const { browser, answer, body, tokens } = await openSession();
    expect(body).not.toHaveProperty('refresh_token');
    expect((await fetchUserInfo(running.origin, tokens.access_token)).status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(appOrigin);
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    const cookie = browser.cookie(cookieName) ?? '';
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(await isAuthenticated(browser)).toEqual({ is_authenticated: true });
  });

  it('sets a persistent cookie only for a persistent session', async () => {
    const began = Date.now();
    const { browser } = await openSession(true);
    const expires = /Expires=([^;]+)/.exec(browser.cookie(cookieName) ?? '')?.[1] ?? '';
    const begins = Date.parse(expires) - 14 * 86_400_000;
    // Cookies and sessions have a resolution of one second.
    expect(begins).toBeGreaterThan(began - 2000);
    expect(begins).toBeLessThanOrEqual(Date.now());
  });

  it('stores a row that opens nothing without the cookie', async () => {
    const { browser } = await openSession();
    const secret = /=([^;]+)/.exec(browser.cookie(cookieName) ?? '')?.[1] ?? '';
    const rows = await running.admin(
      'select b::text as row, sealed from identity.backend_session b',
    );
    for (const { row, sealed } of rows) {
      expect(String(row)).not.toContain(secret);
      expect(Buffer.isBuffer(sealed) && sealed.toString('latin1')).not.toContain('refreshToken');
    }
  });

  it('refuses a wrong verifier and opens no session', async () => {
    const browser = new Browser(running.origin);
    const wrong = { ...(await codeFor(browser)), code_verifier: authorizationRequest().verifier };
    const answer = await post(browser, '/oauth/token', wrong);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: 'invalid_grant' });
    expect(browser.cookie(cookieName)).toBeUndefined();
  });
});

describe('spec 7: POST /oauth/refresh', () => {
  it('returns a new access token and never the refresh token', async () => {
    const { browser, tokens } = await openSession();
    const answer = await post(browser, '/oauth/refresh', { scopes: allScopes });
    expect(answer.status).toBe(200);
    const body: unknown = await answer.json();
    expect(body).not.toHaveProperty('refresh_token');
    expect(Value.Parse(TokenResponse, body).access_token).not.toBe(tokens.access_token);
  });

  it('narrows the scopes and widens them again, up to the grant', async () => {
    const { browser } = await openSession();
    const narrow = await post(browser, '/oauth/refresh', { scopes: 'openid email' });
    expect(Value.Parse(TokenResponse, await narrow.json()).scope).toBe('openid email');
    const wide = await post(browser, '/oauth/refresh', { scopes: '' });
    expect(
      Value.Parse(TokenResponse, await wide.json())
        .scope.split(' ')
        .toSorted(),
    ).toEqual(allScopes.split(' ').toSorted());
    const more = await post(browser, '/oauth/refresh', { scopes: 'openid offline_access' });
    expect([more.status, await more.json()]).toEqual([400, { error: 'invalid_scope' }]);
    expect((await post(browser, '/oauth/refresh', {})).status).toBe(200);
  });

  it('makes one exchange for 8 parallel calls', async () => {
    const { browser } = await openSession();
    const before = await exchanges();
    const answers = await postTogether(browser, '/oauth/refresh', 8);
    expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(8);
    const tokens = answers.match(/"access_token":"[^"]+"/g) ?? [];
    expect(tokens).toHaveLength(8);
    expect(new Set(tokens).size).toBe(1);
    expect(await exchanges()).toBe(before + 1);
  });

  it('waits for the exchange of another process and returns its result', async () => {
    const { browser } = await openSession();
    const claimed = `update identity.backend_session set lease_expires_at = now() + interval '1 h'
      where id_hash = (select id_hash from identity.backend_session order by created_at desc limit 1)
      returning id_hash`;
    const [row] = await running.admin(claimed);
    const before = await exchanges();
    const done =
      'update identity.backend_session set generation = generation + 1, lease_expires_at = null where id_hash = $1';
    // The other process is done when the call has found the session leased and tries again.
    let attempts = 0;
    beforeAttempt = async () => {
      attempts += 1;
      if (attempts === 2) await running.admin(done, [row?.['id_hash']]);
    };
    expect((await post(browser, '/oauth/refresh', {})).status).toBe(200);
    beforeAttempt = async () => undefined;
    expect(attempts).toBe(2);
    expect(await exchanges()).toBe(before + 1);
    // The waiting call leaves no claim behind, and the claim of a crashed process expires.
    const free =
      'select from identity.backend_session where id_hash = $1 and lease_expires_at is null';
    await expect.poll(() => running.admin(free, [row?.['id_hash']])).toHaveLength(1);
    const dead = 'update identity.backend_session set lease_expires_at = now() where id_hash = $1';
    await running.admin(dead, [row?.['id_hash']]);
    expect((await post(browser, '/oauth/refresh', {})).status).toBe(200);
  });
});

describe('backend calls', () => {
  it.each(['/oauth/token', '/oauth/refresh', '/oauth/revoke'])(
    '%s responds 403 to another origin or none',
    async (path) => {
      const { browser } = await openSession();
      for (const origin of ['https://evil.test', 'null', `${appOrigin}.evil.test`, '']) {
        const headers = { 'content-type': 'application/json', ...(origin !== '' && { origin }) };
        const answer = await post(browser, path, {}, headers);
        expect([path, origin, answer.status]).toEqual([path, origin, 403]);
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
      expect(await isAuthenticated(browser)).toEqual({ is_authenticated: true });
    },
  );

  it('respond 401 to a missing or unknown cookie', async () => {
    const nobody = await post(new Browser(running.origin), '/oauth/refresh', {});
    expect([nobody.status, await nobody.json()]).toEqual([401, { error: 'login_required' }]);
    const unknown = await fetch(`${running.origin}/oauth/refresh`, {
      method: 'POST',
      headers: { ...json, cookie: `${cookieName}=${'x'.repeat(43)}` },
      body: '{}',
    });
    expect(unknown.status).toBe(401);
  });

  it('respond 415 to forms and other content types', async () => {
    const { browser } = await openSession();
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data',
      'application/jsonp',
    ]) {
      const answer = await post(browser, '/oauth/refresh', '{}', {
        origin: appOrigin,
        'content-type': type,
      });
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });

  it.each(['/oauth/token', '/oauth/refresh'])(
    '%s passes on when a rate-limited call may be repeated',
    async (path) => {
      const { browser } = await openSession();
      const body = path === '/oauth/token' ? await codeFor(browser) : {};
      formRetryAfterSeconds = 7;
      const limited = await post(browser, path, body);
      formRetryAfterSeconds = 0;
      expect(await limited.json()).toEqual({ error: 'rate_limited' });
      expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
      expect((await post(browser, path, body)).status).toBe(200);
    },
  );

  it.each(['not json', '[]', '{"scopes":7}', '"text"', '{"__proto__":{"scopes":"x"}}'])(
    'respond 400 to a body that is not a request: %s',
    async (body) => {
      const { browser } = await openSession();
      expect((await post(browser, '/oauth/refresh', body)).status).toBe(400);
    },
  );
});

describe('the end of a backend session', () => {
  it('spec 4: a logout at the provider ends it', async () => {
    const { browser, tokens } = await openSession();
    const query = new URLSearchParams({
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: appOrigin,
    });
    expect((await browser.fetch(`/oauth/logout?${query.toString()}`)).status).toBe(303);
    expect(await isAuthenticated(browser)).toEqual({ is_authenticated: false });
    expect((await post(browser, '/oauth/refresh', {})).status).toBe(401);
    expect((await fetchUserInfo(running.origin, tokens.access_token)).status).toBe(401);
  });

  it('JSON to /oauth/revoke ends it without leaving the page', async () => {
    const { browser, tokens } = await openSession();
    expect((await post(browser, '/oauth/revoke', {})).status).toBe(200);
    expect(browser.cookie(cookieName)).toBeUndefined();
    expect((await post(browser, '/oauth/refresh', {})).status).toBe(401);
    expect((await fetchUserInfo(running.origin, tokens.access_token)).status).toBe(401);
  });

  it.each(['logout', 'login'] as const)(
    'a refresh during which a %s ends it returns no tokens, and keeps a new cookie',
    async (change) => {
      const { browser } = await openSession();
      beforeCommit = async () => {
        const isLogout = change === 'logout';
        const answer = isLogout
          ? await post(browser, '/oauth/revoke', {})
          : await post(browser, '/oauth/token', await codeFor(browser));
        expect(answer.status).toBe(200);
      };
      const answer = await post(browser, '/oauth/refresh', {});
      expect([answer.status, await answer.json()]).toEqual([401, { error: 'login_required' }]);
      const next = await post(browser, '/oauth/refresh', {});
      expect(next.status).toBe(change === 'logout' ? 401 : 200);
    },
  );

  it('a session that ended elsewhere responds 401 and clears its cookie', async () => {
    const { browser, tokens } = await openSession();
    const payload = Buffer.from(tokens.id_token?.split('.')[1] ?? '', 'base64url').toString();
    const { sub } = JSON.parse(payload);
    await running.admin('delete from identity.artifact where account_id = $1', [sub]);
    expect(await isAuthenticated(browser)).toEqual({ is_authenticated: false });
    expect((await post(browser, '/oauth/refresh', {})).status).toBe(401);
    expect(browser.cookie(cookieName)).toBeUndefined();
  });

  it('GET /session/info extends nothing', async () => {
    const { browser } = await openSession(true);
    const look = () =>
      running.admin(
        `select max(expires_at) as latest from identity.artifact where model = 'Session'`,
      );
    const before = await look();
    await isAuthenticated(browser);
    expect(await look()).toEqual(before);
  });

  it('maintenance deletes expired sessions', async () => {
    await openSession();
    await running.identity.maintain(new Date(Date.now() + 16 * 24 * 3_600_000));
    expect(await running.admin('select 1 from identity.backend_session')).toEqual([]);
  });
});
