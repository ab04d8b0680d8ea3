import { expect, test, type Page } from '@playwright/test';
import { freePort } from '../../../scripts/testing/free-ports.ts';
import { introspectionClient, startBareProvider } from '../external-provider/bare-provider.ts';
import { startLemonLdap } from '../external-provider/lemonldap.ts';
import type { ExternalProvider } from '../external-provider/provider.ts';
import { startPreparedProduct } from '../prepared-product.ts';
import { noShopsEnv, type Product } from '../product.ts';
import { signOut } from '../seller.ts';

interface Row {
  readonly name: string;
  readonly userName: string;
  readonly settings: (origin: string) => Record<string, string>;
  readonly start: (port: number, appOrigin: string) => Promise<ExternalProvider>;
  /** Whether its admin host lets the user see brands. */
  readonly seesBrands: boolean;
}

const rows: readonly Row[] = [
  {
    name: 'a bare provider from npm, whose tokens are introspected',
    userName: 'Lê Minh Anh',
    settings: (origin) => ({
      IDENTITY_SCOPES: 'openid profile email offline_access read:permissions',
      IDENTITY_ADMIN_ORIGIN: origin,
      IDENTITY_TOKEN_VALIDATION: 'introspection',
      IDENTITY_INTROSPECTION_CLIENT_ID: introspectionClient.clientId,
      IDENTITY_INTROSPECTION_SECRET: introspectionClient.secret,
    }),
    start: startBareProvider,
    seesBrands: true,
  },
  {
    name: 'LemonLDAP::NG from Debian, whose tokens are checked by signature',
    userName: 'Doctor Who',
    settings: () => ({ IDENTITY_SCOPES: 'openid profile email offline_access' }),
    start: startLemonLdap,
    seesBrands: false,
  },
];

const record = 'login.user.seller-connect';
const tokenIn = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').accessToken, record);

for (const row of rows) {
  test.describe(`an outside identity provider: ${row.name}`, () => {
    let product: Product;
    let site: ExternalProvider;
    test.beforeAll(async () => {
      test.setTimeout(600_000);
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      product = await startPreparedProduct({
        env: {
          ...noShopsEnv,
          IDENTITY_ISSUER: origin,
          IDENTITY_CLIENT_ID: 'seller-connect',
          ...row.settings(origin),
        },
      });
      site = await row.start(port, product.origin);
    });
    test.afterAll(async () => {
      await Promise.all([product?.stop(), site?.stop()]);
    });

    const atLogin = (page: Page) =>
      page
        .waitForURL((url) => url.origin === site.origin)
        .then(() => expect.poll(() => site.isLoginScreen(page)).toBe(true));

    test('decisions 9: a user logs in there, gets a credential and sees Home; logging out ends the session there', async ({
      page,
    }) => {
      await page.clock.install();
      await page.goto(`${product.origin}/`);
      await atLogin(page);
      const credential = page.waitForResponse((answer) =>
        answer.url().endsWith('/auth/identity_login'),
      );
      await site.signIn(page);
      await page.waitForURL(`${product.origin}/`);
      expect((await credential).status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(row.userName).first()).toBeVisible();
      expect(await page.evaluate(() => sessionStorage.getItem('credential'))).toContain(
        'accessToken',
      );

      // Renewal with the provider's refresh token, triggered by the clock.
      const before = await tokenIn(page);
      await page.clock.fastForward('56:00');
      await expect.poll(() => tokenIn(page)).not.toBe(before);

      // With an expired record and a lost refresh token, the provider's session is queried through a hidden frame.
      await page.evaluate((key) => {
        const user = JSON.parse(localStorage.getItem(key) ?? '{}');
        localStorage.setItem(key, JSON.stringify({ ...user, refreshToken: null, expiresAt: 0 }));
        return indexedDB
          .databases()
          .then((all) => all.forEach(({ name }) => indexedDB.deleteDatabase(name ?? '')));
      }, record);
      const relayed = page.waitForRequest((request) => {
        const { pathname, searchParams } = new URL(request.url());
        return pathname === '/oauth/relay' && searchParams.has('code');
      });
      await page.reload();
      await relayed;
      await expect(page.getByText(row.userName).first()).toBeVisible();

      await signOut(page);
      await site.confirmLogout?.(page);
      await atLogin(page);
      // The provider's session has ended, so the next visit requires the password.
      await page.goto(`${product.origin}/`);
      await atLogin(page);
    });

    test(`decisions 9: the catalogue accepts the provider’s tokens and ${row.seesBrands ? 'what its admin host allows' : 'allows nothing without an admin host'}`, async ({
      page,
    }) => {
      await page.goto(`${product.origin}/brands`);
      await atLogin(page);
      await site.signIn(page);
      await page.waitForURL(`${product.origin}/${row.seesBrands ? 'brands' : '403**'}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const ask = (token: string) =>
        page.request.get(`${product.origin}/catalogue/brands`, {
          headers: { authorization: `Bearer ${token}` },
        });
      expect((await ask(await tokenIn(page))).status()).toBe(row.seesBrands ? 200 : 403);
      expect((await ask('somebody-elses')).status()).toBe(401);
    });
  });
}
