import { expect, type Page } from '@playwright/test';
import {
  waitForSignedIn,
  demoPassword,
  fillLogin,
  openLogin,
  signIn,
  signOut,
  openAccountMenu,
  openSignedIn,
} from '../seller.ts';
import { test } from '../test.ts';
import { followPath } from '../visit.ts';

const record = 'login.user.seller-connect-web';

test.describe('the session', () => {
  test('spec 2: a visitor signs in and returns to the requested address, with its parameters', async ({
    page,
    product,
  }) => {
    const requestedPath = '/connect/unavailable?partner=tiki&note=kept';
    await signIn(page, product, 'seller@demo.test', requestedPath);
    await expect(page).toHaveURL(`${product.origin}${requestedPath}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đối tác chưa khả dụng');
    await expect(page).toHaveTitle('Đối tác chưa khả dụng · Seller Connect');
  });

  test('a reload during the sign-in still leads to the requested address', async ({
    page,
    product,
  }) => {
    await openLogin(page, product, '/profile/complete');
    // The response has arrived and was removed from the URL; its exchange stays pending.
    const exchange = new Promise<void>((begun) => {
      void page.route('**/oauth/token', (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        return begun();
      });
    });
    await fillLogin(page, 'seller@demo.test', demoPassword);
    await exchange;
    await expect(page).toHaveURL(`${product.origin}/`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await expect(page).toHaveURL(`${product.origin}/profile/complete`);
    await expect(page.getByRole('textbox', { name: 'Số điện thoại' })).toBeVisible();
  });

  test('a wrong password shows one message, and keeps the username', async ({ page, product }) => {
    await openLogin(page, product);
    await fillLogin(page, 'seller@demo.test', 'not-the-password');
    await expect(page.getByRole('alert')).toHaveText(
      'Tên đăng nhập hoặc mật khẩu chưa đúng. Hãy thử lại hoặc đặt lại mật khẩu.',
    );
    await expect(page.getByLabel(/Tên đăng nhập/)).toHaveValue('seller@demo.test');
    await expect(page.getByLabel('Mật khẩu', { exact: true })).toBeFocused();
    await page.getByLabel('Mật khẩu', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
    await waitForSignedIn(page, product);
  });

  test('the login works without script, with the same message for a wrong password', async ({
    browser,
    product,
  }) => {
    const context = await browser.newContext({ locale: 'vi-VN', javaScriptEnabled: false });
    const scripted = await browser.newContext({ locale: 'vi-VN' });
    const first = await scripted.newPage();
    await openLogin(first, product);
    // Cookies of the interaction belong to the browser that started it.
    await context.addCookies(await scripted.cookies());
    const page = await context.newPage();
    await page.goto(first.url());
    await fillLogin(page, 'seller@demo.test', 'not-the-password');
    await expect(page.getByText(/mật khẩu chưa đúng/)).toBeVisible();
    await expect(page.getByLabel('Tên đăng nhập hoặc email')).toHaveValue('seller@demo.test');
    await fillLogin(page, 'seller@demo.test', demoPassword);
    await page.waitForURL((url) => url.origin === product.origin && url.searchParams.has('code'));
    await context.close();
    await scripted.close();
  });

  test('spec 3: what the browser stores has exactly the specified fields', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, 'seller@demo.test');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => stored(page, 'sessionStorage', 'credential')).not.toBeNull();
    const credential = await stored(page, 'sessionStorage', 'credential');
    expect(Object.keys(credential ?? {}).toSorted()).toEqual([
      'accessToken',
      'accessTokenExpiresAt',
    ]);
    expect(credential?.['accessTokenExpiresAt']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const user = await stored(page, 'localStorage', record);
    expect(new Set(Object.keys(user ?? {}))).toEqual(
      new Set([
        'idToken',
        'accessToken',
        'refreshToken',
        'tokenType',
        'scopes',
        'profile',
        'expiresIn',
        'expiresAt',
        'sessionState',
      ]),
    );
    expect(user?.['scopes']).toContain('read:permissions');
    const profile = Object.keys(user?.['profile'] ?? {});
    expect(profile).toContain('sub');
    for (const claim of ['at_hash', 'aud', 'exp', 'iat', 'iss', 'sid', 'auth_time']) {
      expect(profile).not.toContain(claim);
    }
    const states = await page.evaluate(() =>
      Object.keys(sessionStorage).filter((key) => key.startsWith('login.state')),
    );
    expect(states).toEqual([]);
  });

  test('spec 4: signing out in one tab signs out the other at once, and at the provider', async ({
    context,
    page,
    product,
  }) => {
    await openSignedIn(page, product, 'seller@demo.test');
    const other = await context.newPage();
    await other.goto(`${product.origin}/settings/appearance`);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Giao diện');
    const leaving = page.waitForRequest((request) => request.url().includes('/oauth/logout'));
    // The other tab's clock is paused, so it learns of the logout without polling.
    await other.clock.pauseAt(Date.now() + 10_000);
    await signOut(page);
    const sent = new URL((await leaving).url());
    expect(sent.origin).toBe(product.identityOrigin);
    expect(sent.searchParams.get('id_token_hint')).toMatch(/^ey/);
    expect(sent.searchParams.get('post_logout_redirect_uri')).toBe(product.origin);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Bạn đã đăng xuất');
    await other.clock.resume();
    // Back at the origin, without a session.
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await expect(page.getByLabel('Mật khẩu', { exact: true })).toBeVisible();
    await other.getByRole('button', { name: 'Đăng nhập' }).click();
    await other.waitForURL((url) => url.origin === product.identityOrigin);
    const { origins } = await context.storageState();
    const kept = origins.flatMap((each) => each.localStorage.map((item) => item.name));
    expect(kept).not.toContain(record);
  });

  test('spec 4: signing out while the provider is down stays here, and its session signs nobody in', async ({
    context,
    page,
    product,
  }) => {
    await openSignedIn(page, product, 'seller@demo.test', '/settings/appearance');
    await context.route(`${product.identityOrigin}/**`, (route) =>
      route.abort('connectionrefused'),
    );
    await signOut(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bạn đã đăng xuất');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bạn đã đăng xuất');
    await context.unrouteAll();
    // The provider's session is alive, and would answer without its login screen.
    const other = await context.newPage();
    await other.goto(product.origin);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Bạn đã đăng xuất');
    await other.getByRole('button', { name: 'Đăng nhập' }).click();
    await other.waitForURL((url) => url.origin === product.identityOrigin);
    await fillLogin(other, 'seller@demo.test', demoPassword);
    await waitForSignedIn(other, product);
    await other.reload();
    await waitForSignedIn(other, product);
  });

  test('spec 5: signing out without an ID token leads to the login screen, and is reported after the return', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, 'seller@demo.test', '/settings/appearance');
    await page.evaluate((key) => {
      const user: object = JSON.parse(localStorage.getItem(key) ?? '{}');
      localStorage.setItem(key, JSON.stringify({ ...user, idToken: null }));
    }, record);
    await page.reload();
    await expect.poll(() => stored(page, 'sessionStorage', 'credential')).not.toBeNull();
    const credential = await stored(page, 'sessionStorage', 'credential');
    const headers = { authorization: `Bearer ${String(credential?.['accessToken'])}` };
    const validate = async () =>
      (await page.request.get(`${product.origin}/auth/validate`, { headers })).status();
    expect(await validate()).toBe(200);
    await signOut(page);
    await expect.poll(validate).toBe(401);
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await fillLogin(page, 'seller@demo.test', demoPassword);
    await waitForSignedIn(page, product);
    const notifications = page.getByRole('region', { name: 'Thông báo' });
    await expect(notifications.getByText('Người dùng đã đăng xuất')).toBeVisible();
    await expect(notifications.getByRole('listitem')).toHaveCount(1);
  });

  test('spec 8: an unknown address leads to /404, and its buttons work', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, 'seller@demo.test', '/settings/appearance');
    await page.goto(`${product.origin}/no/such/page`);
    await expect(page).toHaveURL(`${product.origin}/404`);
    await expect(page.getByText('Trang bạn truy cập không tồn tại')).toBeVisible();
    await page.getByRole('link', { name: 'Về trang chủ' }).click();
    await expect(page).toHaveURL(`${product.origin}/`);
    await page.evaluate(() => localStorage.setItem('localization', 'en'));
    await page.reload();
    await expect(page.locator('html[lang=en] h1')).toBeVisible();
    for (const [path, text] of [
      ['/404', 'The page you visited does not exist'],
      ['/403', "You don't have permission to access this page"],
      ['/500', 'Something went wrong, please try again later'],
    ] as const) {
      await followPath(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(path.slice(1));
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Back to home' })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.origin === product.identityOrigin);
  });

  test('spec 8: 401 signs out, 403 leads to /403, other failures show the server’s message', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, 'seller@demo.test', '/settings/appearance');
    await page.evaluate(() => localStorage.setItem('localization', 'en'));
    const notifications = page.getByRole('region', { name: 'Notifications' });
    const link = async (status: number, body: object) => {
      await answerLinking(page, status, body);
      await page.goto(`${product.origin}/connect`);
      await page.locator('[data-partner=LAZADA]').getByRole('button', { name: 'Connect' }).click();
    };

    await link(418, { message: 'The shops are having tea' });
    await expect(notifications.getByText('Error', { exact: true })).toBeVisible();
    await expect(notifications.getByText('The shops are having tea')).toBeVisible();
    await expect(notifications.getByRole('listitem')).toHaveCount(1);

    await link(403, { message: 'Viewers may only look', requestId: 'ref-403' });
    await expect(page).toHaveURL(`${product.origin}/403`);
    await expect(page.getByText('Viewers may only look')).toBeVisible();
    await expect(page.getByText('Reference: ref-403')).toBeVisible();
    await expect(notifications.getByRole('listitem')).toHaveCount(0);

    await link(401, { message: 'Who are you?' });
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  });

  test('spec 4: a login loop ends after two logins, with a message and an action', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, 'seller@demo.test', '/connect');
    // The screen has all its data, so only the reload calls the API that refuses.
    await expect(page.getByRole('region', { name: 'Lazada' })).toBeVisible();
    const logins: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().includes('/oauth/authorize?'))
        logins.push(new URL(request.url()).searchParams.get('prompt') ?? 'any');
    });
    // The API refuses every token, and the provider's session outlives the logout: each login succeeds at once.
    await page.route('**/partner/shops', (route) =>
      route.fulfill({ status: 401, json: { message: 'Who are you?' } }),
    );
    await page.route(`${product.identityOrigin}/oauth/logout*`, (route) =>
      route.fulfill({ status: 302, headers: { location: `${product.origin}/` } }),
    );
    // A revocation ends the grant, which the next login of a session that outlives the logout shares.
    await page.route(`${product.identityOrigin}/oauth/revoke`, (route) =>
      route.fulfill({ status: 503 }),
    );
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText(
      /^Trong một phút bạn đã được đưa tới trang đăng nhập hai lần/,
    );
    expect(logins).toEqual(['any', 'any']);
    await page.unrouteAll();
    // The way on is the login screen, although the provider's session is alive.
    await page.getByRole('button', { name: 'Đăng nhập lại' }).click();
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await fillLogin(page, 'seller@demo.test', demoPassword);
    await waitForSignedIn(page, product);
    expect(logins.slice(2)).toContain('login');
    await expect(page).toHaveURL(`${product.origin}/connect`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liên kết gian hàng');
  });

  test('spec 4, 9: the language is stored and the page reloads in it, keeping the side menu', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, 'seller@demo.test', '/settings/appearance');
    const menuWidth = async () =>
      (await page.getByRole('navigation', { name: /^(Menu chính|Main menu)$/ }).boundingBox())
        ?.width;
    await expect.poll(menuWidth).toBe(200);
    await page.getByRole('button', { name: 'Thu gọn menu' }).click();
    await expect.poll(menuWidth).toBe(80);
    const reloaded = page.waitForEvent('load');
    await openAccountMenu(page);
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await reloaded;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Appearance');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect(await page.evaluate(() => localStorage.getItem('localization'))).toBe('en');
    await expect.poll(menuWidth).toBe(80);
  });

  test('spec 4: the theme is stored, and restored before the first paint', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, 'seller@demo.test', '/settings/appearance');
    await openAccountMenu(page);
    await page.getByRole('menuitemradio', { name: 'Tối' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(
      await page.evaluate(() => [localStorage['app_theme'], localStorage['color_scheme']]),
    ).toEqual(['dark', 'dark']);
    // A device in light mode shows the dark theme from the first frame, before the application is loaded.
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(() => document.body !== null);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    let background = '';
    // Transparent until the stylesheets have arrived, without which nothing is painted.
    await expect
      .poll(async () => {
        background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        return background;
      })
      .not.toBe('rgba(0, 0, 0, 0)');
    expect(Math.max(...(background.match(/\d+/g) ?? ['255']).slice(0, 3).map(Number))).toBeLessThan(
      64,
    );
  });

  test('spec 4: the token is renewed before it expires, by one exchange', async ({
    page,
    product,
  }) => {
    await page.clock.install();
    await openSignedIn(page, product, 'seller@demo.test', '/settings/appearance');
    const before = await stored(page, 'localStorage', record);
    const exchanges: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (/^\/oauth\/(token|refresh)$/.test(path) && request.method() === 'POST') {
        exchanges.push(path);
      }
    });
    // Lifetime of ten minutes, minus the lead time of five minutes, plus a delay of 2.5 s.
    await page.clock.fastForward('05:10');
    await expect
      .poll(async () => (await stored(page, 'localStorage', record))?.['accessToken'])
      .not.toBe(before?.['accessToken']);
    expect(exchanges).toEqual(['/oauth/refresh']);
    await page.goto(`${product.origin}/connect`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liên kết gian hàng');
  });
});

async function stored(
  page: Page,
  area: 'localStorage' | 'sessionStorage',
  key: string,
): Promise<Record<string, unknown> | null> {
  return page.evaluate(([from, name]) => JSON.parse(window[from].getItem(name) ?? 'null'), [
    area,
    key,
  ] as const);
}

/** Replaces the server's response to a request to link a shop. */
async function answerLinking(page: Page, status: number, body: object): Promise<void> {
  await page.unroute('**/partner/authorize*');
  await page.route('**/partner/authorize*', (route) => route.fulfill({ status, json: body }));
}
