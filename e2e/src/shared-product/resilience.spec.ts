import { expect, type Page } from '@playwright/test';
import { createSeller } from '../accounts.ts';
import { metricCard } from '../report.ts';
import { openSignedIn, signOut, openAccountMenu } from '../seller.ts';
import { test } from '../test.ts';

const notifications = (page: Page) => page.getByRole('region', { name: 'Thông báo' });

test.describe('faults around the application', () => {
  let seller: string;

  test.beforeAll(async ({ product }) => {
    seller = await createSeller(product);
  });

  test('spec 8: a screen whose chunk is gone after a deployment reloads once, and never in a loop', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, seller, '/settings/appearance');
    await page.getByRole('heading', { level: 1, name: 'Giao diện' }).waitFor();
    let loads = 0;
    page.on('load', () => (loads += 1));
    // Only the chunk of this screen is missing; the entry and the app shell are loaded.
    const lost = await chunkOf(page, '/connect');
    await page.route(`**/${lost}`, (route) => route.fulfill({ status: 404, body: 'gone' }));
    const reported = page.waitForResponse((response) => response.url().endsWith('/client-errors'));
    await page.getByRole('link', { name: 'Liên kết gian hàng' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chưa tải được trang này');
    expect(loads).toBe(1);
    // The operator learns of it, and of nothing else.
    expect((await reported).ok()).toBe(true);
    expect((await reported).request().postDataJSON()).toMatchObject({
      kind: 'chunk',
      name: 'ChunkLoadError',
      route: '/connect',
    });
    await expect(page).toHaveURL(`${product.origin}/connect`);

    // The new build contains the chunk.
    await page.unroute(`**/${lost}`);
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liên kết gian hàng');
  });

  test('an unloaded screen waits while offline, and nothing else is lost', async ({
    page,
    context,
    product,
  }) => {
    await openSignedIn(page, product, seller, '/settings/appearance');
    await page.getByRole('heading', { level: 1, name: 'Giao diện' }).waitFor();
    await context.setOffline(true);
    await expect(page.getByText(/^Bạn đang ngoại tuyến/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Giao diện');
    await page.getByRole('link', { name: 'Liên kết gian hàng' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chưa tải được trang này');
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liên kết gian hàng');
    await expect(page.getByText(/^Bạn đang ngoại tuyến/)).toBeHidden();
  });

  test.describe('installed on a phone', () => {
    test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

    test('the last metrics open offline, marked with their age, until the session ends', async ({
      page,
      context,
      product,
    }) => {
      await openSignedIn(page, product, 'shop@demo.test');
      const gmv = metricCard(page, 'gmv');
      await expect(gmv).toHaveAttribute('data-value', /\d/);
      const devtools = await context.newCDPSession(page);
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
      expect(installabilityErrors).toEqual([]);
      await expect.poll(() => storedForOffline(page)).toBe(true);

      await context.setOffline(true);
      // The first calls of a page can be sent before the browser has taken the network from it.
      await page.route('**/reporting/**', (route) => route.abort('internetdisconnected'));
      await page.reload();
      // The demo's shops may have synced since, so the amount is any.
      await expect(gmv).toHaveAttribute('data-value', /\d/);
      const age = page.getByText(/^Bản lưu/);
      await expect(age).toBeVisible();
      await page.unroute('**/reporting/**');
      await context.setOffline(false);
      await expect(age).toBeHidden();

      // The worker leaves the redirects of logout and login to the browser.
      await signOut(page);
      await page.waitForURL((url) => url.origin === product.identityOrigin);
      await openSignedIn(page, product, seller, '/settings/appearance');
      expect(await page.evaluate(() => localStorage.getItem('report_copy'))).toBeNull();
    });
  });

  test('a change saved offline is queued with the reason, and sent once online', async ({
    page,
    context,
    product,
  }) => {
    await openSignedIn(page, product, seller, '/settings/profile');
    await page.getByRole('textbox', { name: 'Email' }).fill('mai@example.com');
    await page.getByRole('textbox', { name: /^Số điện thoại/ }).fill('0901 234 567');
    for (const name of [/^Ngành nghề/, /^Mục đích/]) {
      await page.getByRole('combobox', { name }).selectOption({ index: 1 });
    }
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Lưu hồ sơ' }).click();
    await expect(page.getByText(/^1 thay đổi đang được giữ lại/)).toBeVisible();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await context.setOffline(false);
    expect(new URL((await sent).url()).pathname).toBe('/user');
    await expect(notifications(page).getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText(/thay đổi đang được giữ lại/)).toBeHidden();
  });

  test('a new version is offered, and does not discard unsaved input', async ({
    page,
    product,
  }) => {
    await page.clock.install();
    await openSignedIn(page, product, seller, '/settings/profile');
    const phone = page.getByRole('textbox', { name: /^Số điện thoại/ });
    await phone.fill('0901');
    await page.route(`${product.origin}/`, async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace(/("entry":\["app-)[^"]+/, '$1newer.js');
      await route.fulfill({ response, body: html });
    });
    await page.clock.fastForward('11:00');
    const offer = page.getByText('Đã có phiên bản mới của Seller Connect.');
    await expect(offer).toBeVisible();
    await expect(page.getByText('Hãy lưu phần bạn đang nhập trước khi tải lại.')).toBeVisible();
    await expect(phone).toHaveValue('0901');
    await page.getByRole('button', { name: 'Để sau' }).click();
    await expect(offer).toBeHidden();
    await expect(phone).toHaveValue('0901');
  });

  test('a page whose scripts take long shows that it is loading', async ({ page, product }) => {
    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/app-*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(product.origin, { waitUntil: 'commit' });
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            getComputedStyle(document.querySelector('#root') ?? document.body, '::after').content,
        ),
      )
      .toBe('""');
    scripts.resolve();
    await page.waitForURL((url) => url.origin === product.identityOrigin);
  });

  test('a page whose application cannot be loaded says so, and reloads on request or once online', async ({
    page,
    product,
  }) => {
    const applications = '**/assets/app-*.js';
    const heading = page.getByRole('heading');
    await page.route(applications, (route) => route.abort());
    await page.goto(product.origin);
    await expect(heading).toHaveText('Chưa tải được Seller Connect');
    await page.evaluate(() => localStorage.setItem('localization', 'en'));
    await page.getByRole('button', { name: 'Tải lại' }).click();
    await expect(heading).toHaveText('Couldn’t load Seller Connect');
    await page.unroute(applications);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.waitForURL((url) => url.origin === product.identityOrigin);
  });

  test('an older browser is shown what the application needs', async ({ page, product }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Set.prototype, 'union'));
    await page.goto(product.origin);
    await expect(page.getByRole('heading')).toHaveText('Trình duyệt này quá cũ');
    await page.evaluate(() => localStorage.setItem('localization', 'en'));
    await page.reload();
    await expect(page.getByRole('heading')).toHaveText('This browser is too old');
    await expect(page).toHaveURL(`${product.origin}/`);
  });

  test('spec 2: /500 shows its reference, and nothing else of its address', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.origin}/500?reference=ref-1234-abcd`);
    await expect(page.getByText('Mã tra cứu: ref-1234-abcd')).toBeVisible();
    // Text from the URL is not displayed.
    await page.goto(`${product.origin}/500?reference=Call%20me`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('500');
    await expect(page.getByText(/Call me|Mã tra cứu/)).toHaveCount(0);
  });

  test('a screen that cannot do without its data shows the server’s failure at its own address', async ({
    page,
    product,
  }) => {
    const address = '/connect/shops/00000000-0000-4000-8000-000000000001';
    const shops = '**/partner/shops';
    await page.route(shops, (route) =>
      route.fulfill({ status: 500, json: { message: 'Hỏng', requestId: 'ref-500' } }),
    );
    await openSignedIn(page, product, seller, address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('500');
    await expect(page.getByText('Đã có lỗi xảy ra, vui lòng thử lại sau')).toBeVisible();
    await expect(page.getByText('Mã tra cứu: ref-500')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Về trang chủ' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Đăng xuất' })).toBeVisible();
    // Only the page reports the failure, not an additional toast.
    await expect(notifications(page).getByRole('listitem')).toHaveCount(0);
    await expect(page).toHaveURL(`${product.origin}${address}`);
    await page.unroute(shops);
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await expect(page.getByText('Không tìm thấy gian hàng này')).toBeVisible();
  });

  test('theme, color, language and data changed in one tab change in the other', async ({
    page,
    context,
    product,
  }) => {
    await openSignedIn(page, product, 'shop@demo.test', '/settings/appearance');
    const other = await context.newPage();
    await other.goto(`${product.origin}/connect`);
    await other.locator('[data-shop]').first().waitFor();

    await openAccountMenu(page);
    await page.getByRole('menuitemradio', { name: 'Tối' }).click();
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
    const brandColors = () => other.evaluate(() => document.documentElement.style.cssText);
    const before = await brandColors();
    await page.getByRole('radio', { name: 'Xanh ngọc' }).check();
    await expect.poll(brandColors).not.toBe(before);

    const third = await context.newPage();
    await third.goto(`${product.origin}/connect`);
    await third
      .getByRole('button', { name: /^Thao tác với/ })
      .first()
      .click();
    await third.getByRole('menuitem', { name: 'Ngắt liên kết' }).click();
    await third
      .getByRole('dialog')
      .getByRole('button', { name: 'Ngắt liên kết', exact: true })
      .click();
    await expect(other.locator('[data-state=paused]').first()).toBeVisible();

    await openAccountMenu(page);
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect(other.locator('html')).toHaveAttribute('lang', 'en');
  });

  test('another account that signs in in one tab leaves no data of the first in the other', async ({
    page,
    context,
    product,
  }) => {
    await openSignedIn(page, product, seller, '/settings/appearance');
    const other = await context.newPage();
    await other.goto(`${product.origin}/connect`);
    const account = other.getByRole('button', { name: /^Tài khoản của/ });
    const first = await account.innerText();
    await signOut(page);
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Bạn đã đăng xuất');
    await openSignedIn(page, product, 'shop@demo.test');
    await expect(account).toBeVisible();
    await expect.poll(() => account.innerText()).not.toBe(first);
  });
});

/** Returns the file of a screen's own chunk, from the table in the page, which is in Vietnamese. */
async function chunkOf(page: Page, path: string): Promise<string> {
  const table = await page.locator('#page-files').evaluate((element) => element.textContent);
  const files: { vi?: Record<string, string[]> } = JSON.parse(table ?? '{}');
  const file = files.vi?.[path]?.find((each) => each.endsWith('.js'));
  if (file === undefined) throw new Error(`The build names no code for ${path}`);
  return file;
}

/** Returns whether the page with its files and the metrics of Home are stored for a start without a network. */
function storedForOffline(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const copy = localStorage.getItem('report_copy') ?? '';
    const loaded = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.startsWith('/assets/'));
    const stored = await Promise.all(
      ['/', ...loaded.map(({ name }) => name)].map((address) => caches.match(address)),
    );
    return copy.includes('reportSummary') && stored.every((response) => response !== undefined);
  });
}
