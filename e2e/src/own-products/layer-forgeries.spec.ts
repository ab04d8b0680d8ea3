import { expect } from '@playwright/test';
import { forgeriesOf } from '@seller-connect/login/test/forgeries.ts';
import { logIn, openPage, startApplication, type Application } from '../layer/application.ts';
import { startHostileSite, type HostileSite } from '../layer/hostile-site.ts';
import { crossOriginHeaders, startSite } from '../layer/web-server.ts';
import { test } from '../test.ts';

let application: Application;
let hostile: HostileSite;

test.beforeAll(async () => {
  [application, hostile] = await Promise.all([startApplication(), startHostileSite()]);
  application.configure({
    config: {
      clientId: 'test-client',
      issuer: hostile.origin,
      allowInsecure: true,
      silent: 'never',
    },
  });
});
test.afterAll(() => Promise.all([application?.stop(), hostile?.stop()]));

test('spec 5: every forged response of a real provider is refused with a code of its own', async ({
  page,
}) => {
  const printed: string[] = [];
  page.on('console', (message) => void printed.push(message.text()));
  const forgeries = await forgeriesOf(hostile.provider);
  expect(forgeries.length).toBeGreaterThanOrEqual(16);
  for (const [name, forgery, code, message] of forgeries) {
    hostile.provider.setForgery(forgery);
    const state = await logIn(page, application);
    expect(state, name).toMatchObject({
      status: 'logged-out',
      error: { code, message },
      accessToken: null,
    });
    expect(await page.evaluate(() => localStorage.length), name).toBe(0);
    expect(page.url(), name).toBe(`${application.origin}/callback`);
  }
  hostile.provider.setForgery({});
  expect(await logIn(page, application)).toMatchObject({ status: 'logged-in', sub: 'user-1' });
  expect(await openPage(page, application)).toMatchObject({ status: 'logged-in', sub: 'user-1' });
  expect(printed.join('\n')).not.toMatch(/access-\d|refresh-\d|code-\d|eyJ/);
});

test('a redirect of the token endpoint is not followed, so code and verifier do not leak', async ({
  page,
}) => {
  const reached: string[] = [];
  const thief = await startSite(async (request) => {
    reached.push(request.url);
    return new Response('{}', { headers: crossOriginHeaders(request) });
  });
  try {
    for (const status of [302, 307]) {
      hostile.provider.setForgery({
        token: async () =>
          new Response(null, { status, headers: { location: `${thief.origin}/token` } }),
      });
      expect(await logIn(page, application)).toMatchObject({
        status: 'logged-out',
        error: { code: 'http_status' },
      });
    }
    expect(reached).toEqual([]);
  } finally {
    hostile.provider.setForgery({});
    await thief.stop();
  }
});

for (const [name, change, code] of [
  ['of another issuer', { issuer: 'https://evil.test' }, 'metadata_issuer'],
  [
    'with an endpoint on plain http',
    { token_endpoint: 'http://evil.test/token' },
    'invalid_config',
  ],
  ['without an authorization endpoint', { authorization_endpoint: undefined }, 'metadata_invalid'],
] as const) {
  test(`metadata ${name} is refused before any redirect`, async ({ page }) => {
    const before = { ...hostile.provider.metadata };
    Object.assign(hostile.provider.metadata, change);
    hostile.authorizationRequests.length = 0;
    try {
      await openPage(page, application);
      const refused = await page.evaluate(() =>
        window.layer.login.login().then(
          () => 'sent away',
          (error: unknown) => (error instanceof Error && 'code' in error ? error.code : 'no code'),
        ),
      );
      expect(refused).toBe(code);
      expect(hostile.authorizationRequests).toEqual([]);
      expect(page.url()).toBe(`${application.origin}/`);
    } finally {
      Object.assign(hostile.provider.metadata, before);
    }
  });
}
