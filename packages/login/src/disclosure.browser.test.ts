import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientId, createHostileProvider, issuer } from '../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../test/page.ts';
import type { Login, LoginConfig } from './index.ts';

interface Sent {
  readonly address: string;
  readonly authorization: string | null;
  readonly body: string;
  readonly referrerPolicy: string | undefined;
}

const admin = 'https://admin.provider.test';
const provider = await createHostileProvider();
const page = createPage(provider);
let sent: Sent[] = [];

const config: Partial<LoginConfig> = {
  identityAdminBase: admin,
  revokeCheck: true,
  environment: {
    fetch(url, init) {
      sent.push({
        address: url,
        authorization: new Headers(init?.headers).get('authorization'),
        body: init?.body instanceof URLSearchParams ? init.body.toString() : '',
        referrerPolicy: init?.referrerPolicy,
      });
      return provider.fetch(url, init);
    },
  },
};

beforeEach(async () => {
  await clearBrowser();
  sent = [];
});
afterEach(() => {
  page.close();
  page.address = `${location.origin}/`;
});

/** Triggers every kind of request. */
async function doEverything(): Promise<Login> {
  await page.signIn(config);
  const login = page.reload(config);
  await login.start();
  await login.userInfo();
  await login.check({ roles: ['seller'] });
  await login.renew();
  return login;
}

test('only the requested scopes are sent, and only in the authorization request', async () => {
  await page.open({ ...config, scopes: 'openid email' }).login();
  expect(new URL(page.left[0] ?? '').searchParams.get('scope')).toBe('openid email');
  const login = await doEverything();
  expect(login.user()?.scopes).toEqual(['openid', 'profile', 'email', 'read:permissions']);
  for (const { body } of sent) expect(new URLSearchParams(body).has('scope')).toBe(false);
});

test('tokens are sent only to the endpoints that need them', async () => {
  const login = await doEverything();
  const record = JSON.parse(localStorage.getItem(`login.user.${clientId}`) ?? '{}');
  await login.logout();
  const bearers = sent.filter(({ authorization }) => authorization !== null);
  expect(new Set(bearers.map(({ address }) => address))).toEqual(
    new Set([
      `${issuer}/userinfo`,
      `${admin}/api/v1.0/users/me/roles_permissions`,
      `${admin}/api/v1.0/users/me/decision/handler`,
    ]),
  );
  for (const { authorization } of bearers) expect(authorization).toMatch(/^Bearer access-\d+$/);
  const withRefreshToken = sent.filter(({ body }) => body.includes('refresh-'));
  expect(new Set(withRefreshToken.map(({ address }) => address))).toEqual(
    new Set([`${issuer}/oauth/token`, `${issuer}/oauth/revoke`]),
  );
  for (const { body, address } of sent) {
    expect(body + address).not.toContain('access-');
    // The ID token is only sent as the hint of the logout.
    expect(body + address).not.toContain(record.idToken);
  }
  expect(page.left[0]).toContain(`id_token_hint=${record.idToken}`);
});

test('no request has the page’s URL as referrer', async () => {
  const login = await doEverything();
  await login.logout();
  expect(new Set(sent.map(({ referrerPolicy }) => referrerPolicy))).toEqual(new Set(['origin']));
});
