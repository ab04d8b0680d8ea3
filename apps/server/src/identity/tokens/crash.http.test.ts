import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import {
  authorizationRequest,
  Browser,
  exchangeCode,
  locationOf,
  refreshTokens,
  signIn,
  signInForTokens,
  readTokens,
  fetchUserInfo,
} from '../testing/browser.ts';
import { startIdentityChild, type IdentityChild } from '../testing/identity-child.ts';
import { freePort } from '../../../../../scripts/testing/free-ports.ts';
import { appOrigin } from '../testing/origins.ts';

const key = 471_100;
const json = { origin: appOrigin, 'content-type': 'application/json' };

let server: TestDatabase;
let owner: pg.Client;
let provider: IdentityChild;
let codeLogin: CodeLogin;
let refresh: Awaited<ReturnType<typeof signInForTokens>>;
let backend: Browser;
let accountsBefore: Record<string, unknown>[];
let sessionsBefore: unknown[];

interface CodeLogin {
  browser: Browser;
  use: () => Promise<Response>;
}

/** One process is killed in the middle of all three requests. */
beforeAll(async () => {
  server = await createTestDatabase();
  owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  const options = {
    databaseUrl: server.url,
    port: await freePort(),
    vaultKey: randomBytes(32),
  };
  provider = await startIdentityChild(options);
  codeLogin = await signInForCode();
  refresh = await signInForTokens(provider.origin);
  backend = await signInWithBackend();
  [accountsBefore, sessionsBefore] = [await accounts(), await sessions()];
  await killBetween([codeLogin.use, useRefreshToken, refreshWithBackend], {
    AuthorizationCode: 1,
    RefreshToken: 2,
  });
  provider = await startIdentityChild(options);
});
afterAll(async () => {
  await provider.kill();
  await owner.end();
  await server.drop();
});

async function signInForCode(): Promise<CodeLogin> {
  const browser = new Browser(provider.origin);
  const { response, request } = await signIn(browser);
  const value = response.searchParams.get('code') ?? '';
  return { browser, use: () => exchangeCode(provider.origin, value, request.verifier) };
}

async function signInWithBackend(): Promise<Browser> {
  const browser = new Browser(provider.origin);
  const { response, request } = await signIn(browser);
  const opened = await browser.fetch('/oauth/token', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      code: response.searchParams.get('code'),
      code_verifier: request.verifier,
      redirect_uri: `${appOrigin}/`,
      client_id: 'seller-connect-web',
    }),
  });
  expect(opened.status).toBe(200);
  return browser;
}

const useRefreshToken = () => refreshTokens(provider.origin, refresh.tokens.refresh_token);
const refreshWithBackend = () =>
  backend.fetch('/oauth/refresh', { method: 'POST', headers: json, body: '{}' });

async function consumedSecrets(): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ model: string; count: number }>(
    'select model, count(*)::int from identity.artifact where consumed_at is not null group by model',
  );
  return Object.fromEntries(rows.map(({ model, count }) => [model, count]));
}

/**
 * Kills the provider after it has consumed the requests' secrets and before it stores the responses: inserting new
 * tokens waits for a lock of this test.
 */
async function killBetween(
  requests: (() => Promise<unknown>)[],
  consumed: Record<string, number>,
): Promise<void> {
  const before = await consumedSecrets();
  await owner.query(
    `create function identity.held() returns trigger language plpgsql as
       'begin perform pg_advisory_xact_lock(${key}); return new; end';
     create trigger held before insert on identity.artifact for each row
       when (new.model in ('AccessToken', 'RefreshToken')) execute function identity.held();
     select pg_advisory_lock(${key})`,
  );
  const answers = requests.map((request) =>
    request().then(
      () => 'answered',
      () => 'cut off',
    ),
  );
  const waiting = `from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`;
  await vi.waitFor(
    async () => expect((await owner.query(`select 1 ${waiting}`)).rowCount).toBe(requests.length),
    { timeout: 60_000 },
  );
  const after = await consumedSecrets();
  for (const [model, count] of Object.entries(consumed)) {
    expect([model, after[model]]).toEqual([model, (before[model] ?? 0) + count]);
  }
  await provider.kill();
  expect(await Promise.all(answers)).toEqual(requests.map(() => 'cut off'));
  // Ends their statements too, as when the database notices that the client is gone.
  await owner.query(`select pg_terminate_backend(pid) ${waiting}`);
  await owner.query(
    `select pg_advisory_unlock(${key}); drop trigger held on identity.artifact; drop function identity.held()`,
  );
}

const accounts = async () =>
  (await owner.query('select * from identity.account order by id')).rows.map(
    ({ last_sign_in_at: _changes, ...row }: Record<string, unknown>) => row,
  );
const sessions = async () =>
  (
    await owner.query(
      "select session_uid from identity.artifact where model = 'Session' order by session_uid",
    )
  ).rows;

/** Signs in silently with the browser's existing session. */
async function silentLogin(browser: Browser): Promise<string> {
  const request = authorizationRequest({ prompt: 'none' });
  const response = locationOf(await browser.fetch(request.url));
  const code = response.searchParams.get('code') ?? '';
  const tokens = await readTokens(await exchangeCode(provider.origin, code, request.verifier));
  const claims = await fetchUserInfo(provider.origin, tokens.access_token);
  expect(await claims.json()).toMatchObject({ email: 'seller@demo.test', roles: ['seller'] });
  return decodeJwt(tokens.id_token).sub ?? '';
}

/** Returns the user's id. Accounts and sessions are those of the time before the kill. */
async function silentLoginAsBefore(browser: Browser): Promise<string> {
  const sub = await silentLogin(browser);
  expect(await accounts()).toEqual(accountsBefore);
  expect(await sessions()).toEqual(sessionsBefore);
  return sub;
}

describe('a provider that is killed between consuming a secret and storing the result', () => {
  it('leaves an authorization code consumed; the session signs in silently', async () => {
    expect((await codeLogin.use()).status).toBe(400);
    const sub = await silentLoginAsBefore(codeLogin.browser);
    expect(accountsBefore.map(({ id }) => id)).toContain(sub);
  });

  it('leaves a refresh token consumed; the session signs in silently', async () => {
    expect((await useRefreshToken()).status).toBe(400);
    const sub = await silentLoginAsBefore(refresh.browser);
    expect(sub).toBe(decodeJwt(refresh.tokens.id_token).sub);
  });

  it('requires a login in BFF mode, which succeeds silently', async () => {
    // The dead process's claim expires 15 seconds after it was made.
    await owner.query(
      "update identity.backend_session set lease_expires_at = now() - interval '1 s'",
    );
    const refused = await refreshWithBackend();
    expect(refused.status).toBe(401);
    expect(await refused.json()).toEqual({ error: 'login_required' });
    const sub = await silentLoginAsBefore(backend);
    expect(accountsBefore.map(({ id }) => id)).toContain(sub);
  });

  it('does not affect another sign-in with the password', async () => {
    const { tokens } = await signInForTokens(provider.origin);
    expect((await fetchUserInfo(provider.origin, tokens.access_token)).status).toBe(200);
  });
});
