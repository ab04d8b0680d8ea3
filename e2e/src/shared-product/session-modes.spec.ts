import { expect, type BrowserContext, type Page } from '@playwright/test';
import { startPreparedProduct } from '../prepared-product.ts';
import { noShopsEnv, type Product } from '../product.ts';
import { renewInAllTabs } from '../renew-in-all-tabs.ts';
import {
  waitForSignedIn,
  demoPassword,
  fillLogin,
  signIn,
  signOut,
  openSignedIn,
} from '../seller.ts';
import { test } from '../test.ts';
import { followPath } from '../visit.ts';

const record = 'login.user.seller-connect-web';
const backendCookie = 'seller_connect_backend';

const refreshTokenIn = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').refreshToken, record);

/** Returns the stored result of the session monitor: its name once it has detected the session. */
const monitorIn = (page: Page) =>
  page.evaluate((key) => sessionStorage.getItem(`${key}.monitor`), record);

/** Triggers a renewal by the clock. Returns the paths of the POST requests to the provider. */
async function renewByClock(page: Page): Promise<string[]> {
  const token = () => page.evaluate((key) => localStorage.getItem(key), record);
  const before = await token();
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
  });
  await page.clock.fastForward('05:10');
  await expect.poll(token).not.toBe(before);
  return posted.filter((path) => path.startsWith('/oauth/'));
}

/**
 * Changes `SESSION_MODE` and `SESSION_MONITOR` in the configuration of the application's pages, which alone use them,
 * before their scripts read it.
 */
function configurePages(
  context: BrowserContext,
  { origin }: Product,
  settings: { session: 'bff' | 'browser'; monitor: 'sessionId' | 'bff' },
): Promise<unknown> {
  return context.addInitScript(
    ([appOrigin, changes]) => {
      if (location.origin !== appOrigin) return;
      const observer = new MutationObserver(() => {
        const json = document.querySelector('#page-configuration')?.firstChild;
        if (!(json instanceof Text) || !json.data.endsWith('}')) return;
        observer.disconnect();
        json.data = Object.entries(changes).reduce(
          (text, [name, value]) => text.replace(new RegExp(`("${name}":)"[^"]*"`), `$1"${value}"`),
          json.data,
        );
      });
      observer.observe(document, { childList: true, subtree: true });
    },
    [origin, settings] as const,
  );
}

test.describe('sessions as shipped', () => {
  test('decisions 3: the refresh token is in an HttpOnly Strict cookie, not in the page', async ({
    context,
    page,
    product,
  }) => {
    await page.clock.install();
    await signIn(page, product, 'seller@demo.test', '/settings/appearance');
    const cookies = await context.cookies(product.identityOrigin);
    expect(cookies.find(({ name }) => name === backendCookie)).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
    });
    expect(await refreshTokenIn(page)).toBe('held-by-backend');
    expect(await renewByClock(page)).toEqual(['/oauth/refresh']);
    await signOut(page);
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    const left = await context.cookies(product.identityOrigin);
    const ask = await page.request.get(`${product.identityOrigin}/session/info`);
    expect(await ask.json()).toEqual({ is_authenticated: false });
    expect(left.map(({ name }) => name)).not.toContain('seller_connect_browser_state');
  });

  test('three tabs that renew at the same moment make one exchange, twice in a row', async ({
    context,
    page,
    product,
  }) => {
    await context.clock.install();
    await openSignedIn(page, product, 'seller@demo.test', '/settings/appearance');
    expect(await renewInAllTabs(context, page, product, 2)).toEqual({
      rounds: 2,
      posted: Array(2).fill('/oauth/refresh'),
      problem: null,
    });
  });

  test('spec 4: a session ended at the provider ends in the open page within the monitor’s ten seconds', async ({
    context,
    page,
    product,
  }) => {
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await page.clock.install();
    await openSignedIn(page, product, 'seller@demo.test', '/settings/appearance');
    // The real frame on the provider's origin has compared its cookie and found the session unchanged.
    await expect.poll(() => monitorIn(page)).toBe('iframe');
    await context.clearCookies({ name: /^seller_connect_(identity|browser_state|backend)$/ });
    await page.clock.fastForward('00:10');
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await expect(page.getByLabel('Mật khẩu', { exact: true })).toBeVisible();
    expect(warnings.filter((text) => text.includes('session monitor'))).toEqual([]);
  });
});

test.describe('application and identity provider on one origin', () => {
  let product: Product;
  test.beforeAll(async () => {
    product = await startPreparedProduct({ oneOrigin: true, env: noShopsEnv });
  });
  test.afterAll(() => product?.stop());

  test('signs in, renews, sees the session and signs out', async ({ page }) => {
    await page.clock.install();
    expect(product.identityOrigin).toBe(product.origin);
    await page.goto(`${product.origin}/settings/appearance`);
    await page.waitForURL((url) => url.searchParams.has('interaction'));
    await fillLogin(page, 'seller@demo.test', demoPassword);
    await waitForSignedIn(page, product);
    await expect(page).toHaveURL(`${product.origin}/settings/appearance`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => monitorIn(page)).toBe('iframe');
    expect(await renewByClock(page)).toEqual(['/oauth/refresh']);
    await signOut(page);
    await page.waitForURL((url) => url.searchParams.has('interaction'));
    await expect(page.getByLabel('Mật khẩu', { exact: true })).toBeVisible();
    const ask = await page.request.get(`${product.origin}/session/info`);
    expect(await ask.json()).toEqual({ is_authenticated: false });
  });
});

for (const monitor of ['sessionId', 'bff'] as const) {
  test.describe(`the monitor ${monitor}`, () => {
    test.beforeEach(({ context, product }) =>
      configurePages(context, product, {
        session: monitor === 'bff' ? 'bff' : 'browser',
        monitor,
      }),
    );

    test('sees the session, and its end at the provider', async ({ context, page, product }) => {
      await page.clock.install();
      await signIn(page, product, 'seller@demo.test', '/settings/appearance');
      await expect.poll(() => monitorIn(page)).toBe(monitor);
      // Signs out at the provider only, like another application would.
      const elsewhere = await context.newPage();
      await elsewhere.goto(`${product.identityOrigin}/oauth/logout`);
      await elsewhere.getByRole('button', { name: /^(Đăng xuất|Sign out)$/ }).click();
      await elsewhere.waitForURL(/\/oauth\/logout\/success/);
      await page.clock.fastForward('00:10');
      await page.waitForURL((url) => url.origin === product.identityOrigin);
      await expect(page.getByLabel('Mật khẩu', { exact: true })).toBeVisible();
    });

    if (monitor === 'sessionId') {
      test('browser mode stores a rotating refresh token in the page and renews with it', async ({
        context,
        page,
        product,
      }) => {
        await page.clock.install();
        await signIn(page, product, 'seller@demo.test', '/settings/appearance');
        const before = await refreshTokenIn(page);
        expect(before).toMatch(/^[\w-]{20,}$/);
        expect(await renewByClock(page)).toEqual(['/oauth/token']);
        expect(await refreshTokenIn(page)).not.toBe(before);
        const cookies = await context.cookies(product.identityOrigin);
        expect(cookies.map(({ name }) => name)).not.toContain(backendCookie);
      });

      test('a lost response to a renewal is recovered by a silent login, also for the core service', async ({
        page,
        product,
      }) => {
        await page.clock.install();
        await signIn(page, product, 'seller@demo.test', '/settings/appearance');
        const before = await refreshTokenIn(page);
        // The provider renews, and the answer is lost.
        await page.route(
          (url) => url.pathname === '/oauth/token',
          async (route) => {
            await route.fetch();
            await route.abort();
          },
          { times: 1 },
        );
        await page.clock.fastForward('05:10');
        await expect.poll(() => refreshTokenIn(page)).not.toBe(before);
        const isAccepted = page.waitForResponse(
          (response) => response.url().endsWith('/partner/shops') && response.ok(),
        );
        await followPath(page, '/connect');
        await isAccepted;
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liên kết gian hàng');
      });
    }
  });
}
