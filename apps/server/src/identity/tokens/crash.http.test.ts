import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
import { appOrigin, freePort } from '../testing/origins.ts';

const key = 471_100;
const json = { origin: appOrigin, 'content-type': 'application/json' };

let server: TestDatabase;
let owner: pg.Client;
let provider: IdentityChild;
let start: () => Promise<IdentityChild>;
beforeEach(async () => {
  server = await createTestDatabase();
  owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  const options = {
    databaseUrl: server.url,
    port: await freePort(),
    vaultKey: randomBytes(32),
  };
  start = () => startIdentityChild(options);
  provider = await start();
});
afterEach(async () => {
  await provider.kill();
  await owner.end();
  await server.drop();
});

/**
 * Kills the provider after it has consumed a request's secret and before it stores the response: inserting new
 * tokens waits for a lock of this test. Then starts a new process.
 */
async function killBetween(request: () => Promise<unknown>, consumed: string): Promise<void> {
  await owner.query(
    `create function identity.held() returns trigger language plpgsql as
       'begin perform pg_advisory_xact_lock(${key}); return new; end';
     create trigger held before insert on identity.artifact for each row
       when (new.model in ('AccessToken', 'RefreshToken')) execute function identity.held();
     select pg_advisory_lock(${key})`,
  );
  const answer = request().then(
    () => 'answered',
    () => 'cut off',
  );
  const waiting = `from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`;
  await expect
    .poll(async () => (await owner.query(`select 1 ${waiting}`)).rowCount, { timeout: 60_000 })
    .toBe(1);
  const rows = await owner.query(
    'select 1 from identity.artifact where model = $1 and consumed_at is not null',
    [consumed],
  );
  expect(rows.rowCount).toBe(1);
  await provider.kill();
  expect(await answer).toBe('cut off');
  // Ends its statement too, as when the database notices that the client is gone.
  await owner.query(`select pg_terminate_backend(pid) ${waiting}`);
  await owner.query(
    `select pg_advisory_unlock(${key}); drop trigger held on identity.artifact; drop function identity.held()`,
  );
  provider = await start();
}

const accounts = async () =>
  (await owner.query('select * from identity.account order by id')).rows.map(
    ({ last_sign_in_at: _changes, ...row }: Record<string, unknown>) => row,
  );
const sessions = async () =>
  (await owner.query("select session_uid from identity.artifact where model = 'Session'")).rows;

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

describe('a provider that is killed between taking a secret and storing what it gives for it', () => {
  it('an authorization code is spent, and the session lets the person in without a page', async () => {
    const browser = new Browser(provider.origin);
    const { response, request } = await signIn(browser);
    const code = response.searchParams.get('code') ?? '';
    const [accountsBefore, before] = [await accounts(), await sessions()];
    const use = () => exchangeCode(provider.origin, code, request.verifier);
    await killBetween(use, 'AuthorizationCode');
    expect((await use()).status).toBe(400);
    expect(accountsBefore.map(({ id }) => id)).toContain(await silentLogin(browser));
    expect(await accounts()).toEqual(accountsBefore);
    expect(await sessions()).toEqual(before);
  });

  it('a refresh token is spent, and the session lets the person in without a page', async () => {
    const { browser, tokens } = await signInForTokens(provider.origin);
    const [accountsBefore, before] = [await accounts(), await sessions()];
    const use = () => refreshTokens(provider.origin, tokens.refresh_token);
    await killBetween(use, 'RefreshToken');
    expect((await use()).status).toBe(400);
    expect(await silentLogin(browser)).toBe(decodeJwt(tokens.id_token).sub);
    expect(await accounts()).toEqual(accountsBefore);
    expect(await sessions()).toEqual(before);
    await signInForTokens(provider.origin);
  });

  it('in the backend mode the page is told to log in, and does so without a page', async () => {
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
    const [accountsBefore, before] = [await accounts(), await sessions()];
    const refresh = () =>
      browser.fetch('/oauth/refresh', { method: 'POST', headers: json, body: '{}' });
    await killBetween(refresh, 'RefreshToken');
    // The dead process's claim expires 15 seconds after it was made.
    await owner.query(
      "update identity.backend_session set lease_expires_at = now() - interval '1 s'",
    );
    const refused = await refresh();
    expect(refused.status).toBe(401);
    expect(await refused.json()).toEqual({ error: 'login_required' });
    expect(accountsBefore.map(({ id }) => id)).toContain(await silentLogin(browser));
    expect(await accounts()).toEqual(accountsBefore);
    expect(await sessions()).toEqual(before);
  });
});
