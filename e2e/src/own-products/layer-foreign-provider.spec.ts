import { expect, type Page } from '@playwright/test';
import { logIn, openPage, startApplication, type Application } from '../layer/application.ts';
import {
  startForeignProvider,
  type ForeignProvider,
  type Quirks,
} from '../layer/foreign-provider.ts';
import type { PageSettings } from '../layer/page.ts';
import { test } from '../test.ts';

let application: Application;
let foreign: ForeignProvider | null = null;

test.beforeAll(async () => {
  application = await startApplication();
});
test.afterEach(async () => {
  await foreign?.stop();
  foreign = null;
});
test.afterAll(() => application?.stop());

/** Starts a provider with these quirks and configures the application for it. */
async function use(
  quirks: Quirks,
  config: Partial<PageSettings['config']> = {},
  monitor?: PageSettings['monitor'],
): Promise<ForeignProvider> {
  foreign = await startForeignProvider(quirks);
  application.configure({
    config: {
      clientId: 'spa',
      issuer: foreign.origin,
      scopes: 'openid profile email offline_access',
      allowInsecure: true,
      ...config,
    },
    ...(monitor && { monitor }),
  });
  return foreign;
}

const renew = (page: Page) => page.evaluate(() => window.layer.renew());
const state = (page: Page) => page.evaluate(() => window.layer.state());
const memory = { storage: { memory: true } };

/** Like Auth0: issuer with a trailing slash, web_message for frames, no end-session endpoint. */
const auth0Like: Quirks = {
  issuerEndsWithSlash: true,
  responseModes: ['query', 'fragment', 'form_post', 'web_message'],
  noEndSession: true,
  refreshWithoutIdToken: true,
  expiresInIsString: true,
};

/** Like Keycloak: no web_message, and a session frame that does not respond. */
const keycloakLike: Quirks = {
  responseModes: [
    'query',
    'fragment',
    'form_post',
    'query.jwt',
    'fragment.jwt',
    'form_post.jwt',
    'jwt',
  ],
  mutedSessionFrame: true,
};

/** Like Google: no refresh token for browsers, no end-session endpoint, scopes with other names. */
const googleLike: Quirks = {
  responseModes: ['query', 'fragment', 'form_post'],
  noEndSession: true,
  noRefreshToken: true,
  grantedScope: 'openid https://provider.test/auth/profile https://provider.test/auth/email',
};

test.describe('a provider like Auth0', () => {
  for (const [name, slash] of [
    ['with its slash', '/'],
    ['without it', ''],
  ] as const) {
    test(`logs in with the issuer configured ${name} at its end`, async ({ page }) => {
      const { origin } = await use(auth0Like);
      application.configure({
        config: { clientId: 'spa', issuer: origin + slash, allowInsecure: true },
      });
      expect(await logIn(page, application)).toMatchObject({ status: 'logged-in', sub: 'johndoe' });
    });
  }

  test('responds to a hidden frame by web_message: a page without a record logs in silently', async ({
    page,
  }) => {
    const { authorizationRequests } = await use(auth0Like, memory);
    expect(await openPage(page, application)).toMatchObject({
      status: 'logged-in',
      sub: 'johndoe',
      frames: 0,
    });
    expect(authorizationRequests.map(({ searchParams }) => searchParams.get('prompt'))).toEqual([
      'none',
    ]);
  });

  test('configured response modes override those of the provider’s metadata', async ({ page }) => {
    const { origin, authorizationRequests } = await use(auth0Like);
    const metadata = { issuer: `${origin}/`, response_modes_supported: ['query'] };
    application.configure({
      config: { clientId: 'spa', issuer: `${origin}/`, metadata, allowInsecure: true, ...memory },
    });
    expect(await openPage(page, application)).toMatchObject({ status: 'logged-in', frames: 0 });
    expect(authorizationRequests[0]?.searchParams.get('redirect_uri')).toBe(
      `${application.origin}/relay`,
    );
  });

  test('a textual expires_in and a renewal without ID token keep the user', async ({ page }) => {
    await use(auth0Like);
    const before = await logIn(page, application);
    const began = Math.floor(Date.now() / 1000);
    expect(await renew(page)).toBeNull();
    const after = await state(page);
    expect(after.accessToken).not.toBe(before.accessToken);
    expect(after).toMatchObject({ idToken: before.idToken, sub: before.sub });
    const expiresAt = await page.evaluate(() => window.layer.login.user()?.expiresAt);
    expect(expiresAt).toBeGreaterThanOrEqual(began + 3_600);
    expect(expiresAt).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 3_600);
  });

  test('without an end-session endpoint a logout ends the login here and revokes the token', async ({
    page,
  }) => {
    const { requests } = await use(auth0Like);
    await logIn(page, application);
    const revoked = page.waitForResponse((answer) => answer.url().endsWith('/revoke'));
    await page.evaluate(() => window.layer.login.logout());
    await revoked;
    expect(await state(page)).toMatchObject({ status: 'logged-out', error: null });
    expect(page.url()).toBe(`${application.origin}/callback`);
    expect(requests.filter((each) => each === 'POST /revoke')).toHaveLength(1);
  });
});

test.describe('a provider like Keycloak', () => {
  test('responds by redirect only: the page on our origin relays it, and no frame is left', async ({
    page,
  }) => {
    const { authorizationRequests } = await use(keycloakLike, memory);
    expect(await openPage(page, application)).toMatchObject({
      status: 'logged-in',
      sub: 'johndoe',
      frames: 0,
    });
    expect(Object.fromEntries(authorizationRequests[0]?.searchParams ?? [])).toMatchObject({
      prompt: 'none',
      response_mode: 'query',
      redirect_uri: `${application.origin}/relay`,
    });
    expect(await renew(page)).toBeNull();
    expect(authorizationRequests).toHaveLength(1);
  });

  test('without a session at the provider the visitor is logged out after one request, without error', async ({
    page,
  }) => {
    const site = await use(keycloakLike, memory);
    site.signedIn = false;
    expect(await openPage(page, application)).toMatchObject({
      status: 'logged-out',
      error: null,
      frames: 0,
    });
    expect(site.authorizationRequests).toHaveLength(1);
    expect(page.url()).toBe(`${application.origin}/`);
  });

  test('a session frame that never responds is switched off with one warning, and logs no one out', async ({
    page,
  }) => {
    await page.clock.install();
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await use(keycloakLike, {}, 'iframe');
    await logIn(page, application);
    await expect.poll(async () => (await state(page)).frames).toBe(1);
    for (let second = 0; second < 40; second += 1) await page.clock.runFor(1_000);
    expect(warnings).toEqual([
      'The session monitor "iframe" is off: there was no answer. Try "sessionId" instead.',
    ]);
    expect(await state(page)).toMatchObject({ status: 'logged-in', frames: 0 });
  });
});

test.describe('a provider like Google', () => {
  test('ignores offline_access: the renewal uses the hidden frame', async ({ page }) => {
    const { authorizationRequests, requests } = await use(googleLike);
    const before = await logIn(page, application);
    // The scopes that the provider renames are requested once more when the page is loaded.
    await openPage(page, application);
    const [questions, exchanges] = [authorizationRequests.length, posts(requests)];
    expect(await renew(page)).toBeNull();
    expect((await state(page)).accessToken).not.toBe(before.accessToken);
    expect(authorizationRequests.length - questions).toBe(1);
    expect(posts(requests) - exchanges).toBe(1);
    expect(authorizationRequests.at(-1)?.searchParams.get('id_token_hint')).not.toBeNull();
  });

  test('scopes under other names are requested once, not on every load', async ({ page }) => {
    const { authorizationRequests } = await use(googleLike);
    await logIn(page, application);
    for (let load = 0; load < 3; load += 1) await openPage(page, application);
    expect(
      authorizationRequests.filter(({ searchParams }) => searchParams.get('prompt') === 'none'),
    ).toHaveLength(
      // One for the unknown visitor, one for the scopes.
      2,
    );
  });
});

const posts = (requests: readonly string[]) =>
  requests.filter((each) => each === 'POST /token').length;
