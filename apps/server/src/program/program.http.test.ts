import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@seller-connect/partners/testing';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import {
  authorizationRequest,
  Browser,
  demoPassword,
  exchangeCode,
  locationOf,
  openLoginScreen,
  postLogin,
  refreshTokens,
  readTokens,
  fetchUserInfo,
  type Tokens,
} from '../identity/testing/browser.ts';
import { lazadaSettings } from '../../test/partner-settings.ts';
import { freePort } from '../../../../scripts/testing/free-ports.ts';
import { loadConfiguration } from '../platform/config/configuration.ts';
import { createLog } from '../platform/log.ts';
import { startProgram } from './start-program.ts';
import { connectOwner } from '../../test/open-database.ts';

/** The whole program, with the application and the identity provider on one port. */
const build = await mkdtemp(join(tmpdir(), 'one-origin-'));
await mkdir(join(build, 'assets'));
await mkdir(join(build, 'sign-in'));
await writeFile(join(build, 'assets', 'app-1.js'), '// the application');
await writeFile(join(build, 'index.html'), '<!--page-configuration--><body>application</body>');
await writeFile(join(build, 'service-worker.js'), '');
await writeFile(join(build, 'csp.json'), '{"scriptHashes":[],"styleHashes":[]}');
await writeFile(join(build, 'sign-in', 'login.demo.vi.html'), '<html><body>login</body></html>');
const [server, sandbox] = await Promise.all([
  createTestDatabase(),
  startSandbox({ SANDBOX_SIZE: 'tiny' }),
]);
const owner = await connectOwner(server.url);
const port = String(await freePort());
const origin = `http://localhost:${port}`;
const environment = {
  PORT: port,
  IDENTITY_PORT: port,
  ROLES: 'web,api,identity',
  DEMO: '1',
  DATA_DIR: build,
  DATABASE_URL: server.url,
  SANDBOX_PORT: new URL(sandbox.controlUrl).port,
  ...lazadaSettings(sandbox.lazadaUrl),
};
const program = await startProgram(loadConfiguration(environment), createLog('silent'), {
  buildFolder: build,
});
afterAll(async () => {
  await program?.stop();
  await Promise.all([server.drop(), sandbox.stop()]);
  await rm(build, { recursive: true });
});

const html = { accept: 'text/html' };
const page = async (path: string) => (await fetch(`${origin}${path}`, { headers: html })).text();

/** Signs in from the login screen to the tokens, all at the one origin. */
async function signIn(browser: Browser, username: string): Promise<Tokens> {
  const request = authorizationRequest({ redirect_uri: `${origin}/` });
  const interaction = await openLoginScreen(browser, request.url);
  expect(
    await (await browser.fetch(`/oauth/authorize?interaction=${interaction}`)).text(),
  ).toContain('login');
  const answer = await postLogin(browser, interaction, { username, password: demoPassword });
  const { redirectTo } = Value.Parse(
    Type.Object({ redirectTo: Type.String() }),
    await answer.json(),
  );
  const code = locationOf(await browser.fetch(redirectTo)).searchParams.get('code') ?? '';
  return readTokens(await exchangeCode(origin, code, request.verifier, origin));
}

async function call(method: string, path: string, token: string, body?: object) {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json', origin }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const given: unknown = text === '' ? {} : JSON.parse(text);
  return { status: answer.status, body: given };
}

async function coreCredential(identityToken: string): Promise<string> {
  const { body } = await call('POST', '/auth/identity_login', '', { accessToken: identityToken });
  return Value.Parse(Type.Object({ accessToken: Type.String() }), body).accessToken;
}

describe('application and identity provider on one origin', () => {
  it('spec 2: bare paths belong to the application, those with a client or interaction to the provider', async () => {
    for (const path of ['/', '/settings', '/oauth/authorize', '/oauth/callback/google?code=x']) {
      expect(await page(path)).toContain('application</body>');
    }
    expect(await page('/oauth/callback/lazada?code=x&state=y')).toContain('application</body>');
    const request = authorizationRequest({ redirect_uri: `${origin}/`, prompt: 'none' });
    const silent = await fetch(`${origin}${request.url}`, { redirect: 'manual' });
    expect(locationOf(silent).searchParams.get('error')).toBe('login_required');
    expect(locationOf(silent).origin).toBe(origin);
    expect((await fetch(`${origin}/assets/app-1.js`)).status).toBe(200);
    const metadata = await (await fetch(`${origin}/.well-known/openid-configuration`)).json();
    expect(metadata).toMatchObject({ issuer: origin, token_endpoint: `${origin}/oauth/token` });
  });

  it('signs in, reads the user, refreshes and signs out', async () => {
    const browser = new Browser(origin);
    const tokens = await signIn(browser, 'seller');
    expect((await fetchUserInfo(origin, tokens.access_token)).status).toBe(200);
    const renewed = await readTokens(await refreshTokens(origin, tokens.refresh_token, origin));
    const credential = await coreCredential(renewed.access_token);
    expect((await call('GET', '/user', credential)).body).toMatchObject({
      email: 'seller@demo.test',
    });
    const parameters = new URLSearchParams({
      id_token_hint: renewed.id_token,
      post_logout_redirect_uri: `${origin}/`,
    });
    const out = await browser.fetch(`/oauth/logout?${parameters.toString()}`);
    expect(locationOf(out).href).toBe(`${origin}/`);
    expect((await fetchUserInfo(origin, renewed.access_token)).status).toBe(401);
  });

  it('completes the profile of the second demo seller before it listens', async () => {
    const tokens = await signIn(new Browser(origin), 'shop');
    const credential = await coreCredential(tokens.access_token);
    expect((await call('GET', '/user', credential)).body).toMatchObject({
      profile: { business: 'fashion' },
      team: { name: 'Gian hàng mẫu' },
    });
  });

  it('revokes the core credentials of all tabs of a signed-out session, and no others', async () => {
    const browser = new Browser(origin);
    const tokens = await signIn(browser, 'seller');
    const request = authorizationRequest({ redirect_uri: `${origin}/`, prompt: 'none' });
    const code = locationOf(await browser.fetch(request.url)).searchParams.get('code') ?? '';
    const tokensOfTab = await readTokens(
      await exchangeCode(origin, code, request.verifier, origin),
    );
    const elsewhere = await signIn(new Browser(origin), 'seller');
    const credentials = await Promise.all(
      [tokens, tokensOfTab, elsewhere].map((each) => coreCredential(each.access_token)),
    );
    const statuses = async () =>
      Promise.all(
        credentials.map(async (credential) => (await call('GET', '/user', credential)).status),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    const hint = new URLSearchParams({ id_token_hint: tokens.id_token });
    await browser.fetch(`/oauth/logout?${hint.toString()}`);
    expect(await statuses()).toEqual([401, 401, 200]);
  });

  it('documents the endpoints of the product, and none of the provider', async () => {
    const { body } = await call('GET', '/openapi.json', '');
    const { paths } = Value.Parse(Type.Object({ paths: Type.Object({}) }), body);
    const known = Object.keys(paths);
    expect(known).toContain('/auth/identity_login');
    expect(known.filter((path) => /oauth|api\/v1|register|userinfo/.test(path))).toEqual([]);
  });

  it('protects cookies and pages of the provider from other origins', async () => {
    const foreign = await fetch(`${origin}/oauth/token`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(foreign.status).toBe(403);
    const login = await fetch(`${origin}/oauth/authorize?interaction=abc`, { headers: html });
    expect(login.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

it('sends HSTS when the application is served over https', async () => {
  const webPort = String(await freePort());
  const origins = {
    APP_ORIGIN: 'https://app.example.com',
    IDENTITY_ORIGIN: 'https://id.example.com',
  };
  const behindProxy = await startProgram(
    loadConfiguration({ ...environment, ...origins, PORT: webPort, ROLES: 'web' }),
    createLog('silent'),
    { buildFolder: build },
  );
  try {
    const { headers } = await fetch(`http://localhost:${webPort}/`, { headers: html });
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  } finally {
    await behindProxy.stop();
  }
  const plain = await fetch(origin, { headers: html });
  expect(plain.headers.get('strict-transport-security')).toBeNull();
});

describe('an account that is removed', () => {
  it('as the last of its team: its shops are disconnected, tokens destroyed, core sessions revoked', async () => {
    const tokens = await signIn(new Browser(origin), 'shop');
    const credential = await coreCredential(tokens.access_token);
    const authorization = await call('GET', '/partner/authorize?platform=LAZADA', credential);
    const { state } = Value.Parse(Type.Object({ state: Type.String() }), authorization.body);
    const accessToken = await sandbox.authorize('200164501');
    const linked = await call('POST', '/partner/credential', credential, {
      platform: 'LAZADA',
      accessToken,
      state,
    });
    expect(linked.status).toBe(200);
    const sealed = async () =>
      (await owner.query('select 1 from partners.connection where sealed is not null')).rowCount;
    expect(await sealed()).toBe(1);

    const removal = { currentPassword: demoPassword };
    const gone = await call('POST', '/api/v1.0/users/me/removal', tokens.access_token, removal);
    expect(gone.status).toBe(204);
    expect(await sealed()).toBe(0);
    expect((await call('GET', '/partner/shops', credential)).status).toBe(401);
    expect((await owner.query('select 1 from identity.removed_account')).rowCount).toBe(0);
  });
});
