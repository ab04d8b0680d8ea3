import { expect, type Page } from '@playwright/test';
import {
  confirmEmail,
  createNewAccount,
  createSeller,
  newestEmail,
  registerFromLogin,
} from '../accounts.ts';
import { makeReferLink, referTool } from '../refer.ts';
import { pickShop, addLatency } from '../sandbox.ts';
import {
  approveConsent,
  waitForFirstSync,
  waitForSignedIn,
  passwordOf,
  fillLogin,
  openSignedIn,
  signOut,
  waitForDemoSync,
} from '../seller.ts';
import { test } from '../test.ts';

const steps = (page: Page) => page.getByRole('navigation', { name: 'Các bước bắt đầu' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Fills the remaining fields of the profile. */
async function fillProfile(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Số điện thoại' }).fill('0912 345 678');
  await page.getByRole('combobox', { name: 'Ngành nghề' }).selectOption('Mỹ phẩm, làm đẹp');
  await page.getByRole('combobox', { name: 'Mục đích sử dụng' }).selectOption('Theo dõi doanh số');
}

test.describe('a refer link', () => {
  test('leads a new seller from the reporting tool through all four steps and back, on a phone', async ({
    page,
    product,
  }) => {
    const seller = await createSeller(product);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${product.sandboxOrigin}/reporting-tool`);
    await page.getByRole('button', { name: 'Liên kết gian hàng' }).click();
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await fillLogin(page, seller, passwordOf(seller));
    await waitForSignedIn(page, product);

    // The reference is removed from the URL, and the first unfinished step is open.
    await expect(page).toHaveURL(`${product.origin}/profile/complete`);
    await expect(steps(page)).toContainText('Bước 1 trên 4');
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(seller);
    await fillProfile(page);
    await page.getByRole('button', { name: 'Lưu hồ sơ' }).click();

    await expect(page).toHaveURL(`${product.origin}/connect`);
    await expect(steps(page)).toContainText('Bước 2 trên 4');
    const shop = await pickShop(product, (name) => name === 'Bếp Nhà Mộc', 'SHOPEE');
    const orders = '/api/v2/order/get_order_list';
    // Without latency, the few orders would be synced before the third step could be checked.
    await addLatency(product, orders, 1000, shop);
    await page.locator('[data-partner=SHOPEE]').getByRole('button').click();
    await page.waitForURL((url) => url.origin !== product.origin);
    await approveConsent(page, product, shop.name);
    await expect(steps(page)).toContainText('Bước 3 trên 4');
    await addLatency(product, orders, 0, shop);
    await waitForFirstSync(page);
    // No steps remain.
    await expect(steps(page)).not.toContainText('Bước');
    await expect(
      page.getByText('Bạn có thể đóng cửa sổ này và tiếp tục với Sổ Bán Hàng.'),
    ).toBeVisible();

    await page.getByRole('link', { name: 'Tiếp tục trong Sổ Bán Hàng' }).first().click();
    await expect(page).toHaveURL(`${product.sandboxOrigin}/reporting-tool/return`);
    await expect(heading(page)).toHaveText('Bạn đã quay lại');
  });

  test('starts at the sandbox’s front page, which links every platform and fits a phone', async ({
    page,
    product,
  }) => {
    await page.goto(product.sandboxOrigin);
    for (const name of ['Lazada', 'Shopee', 'Tiki', 'TikTok Shop', 'Facebook', 'Google']) {
      const address = page.getByText(`Địa chỉ ${name}:`).getByRole('link');
      await expect(address).toHaveAttribute('href', (await address.textContent()) ?? '');
    }
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const sidewaysScroll = page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(await sidewaysScroll).toBe(0);
      for (const table of await page.locator('table').all()) {
        const cells = table.locator('td, th');
        const cut = cells.evaluateAll(
          (all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).length,
        );
        expect(await cut).toBe(0);
        const last = table.locator('tr').last().locator('td').last();
        await last.scrollIntoViewIfNeeded();
        await expect(last).toBeInViewport({ ratio: 0.9 });
      }
    }
    // The longest cells wrap: the table of shops is no wider than it has to be.
    const names = page.locator('table').first().locator('td:nth-child(3)');
    const lineHeights = await names.evaluateAll((all) => all.map((cell) => cell.clientHeight));
    expect(Math.max(...lineHeights)).toBeGreaterThan(Math.min(...lineHeights));
    await page.getByRole('link', { name: 'Công cụ báo cáo thử nghiệm' }).click();
    await expect(page).toHaveURL(`${product.sandboxOrigin}/reporting-tool`);
  });

  test('leads a new user through registration to the first step, and keeps the tool', async ({
    page,
    product,
  }) => {
    const account = createNewAccount();
    await page.goto((await makeReferLink(product)).url);
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await registerFromLogin(page, account);
    const receivedEmail = await newestEmail(page, product, account.email);
    await receivedEmail.getByRole('link').click();
    await confirmEmail(page);
    await waitForSignedIn(page, product);
    await expect(page).toHaveURL(`${product.origin}/profile/complete`);
    await expect(steps(page)).toContainText('Bước 1 trên 4');
    // Values from the registration are prefilled.
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(account.email);
    const from = await page.evaluate(() => sessionStorage.getItem('referred_from'));
    expect(from).toContain('/reporting-tool/return');
  });

  test('leads a seller who has finished setup to the last step, and Home stays Home', async ({
    page,
    product,
  }) => {
    const { url } = await makeReferLink(product);
    await openSignedIn(page, product, 'shop@demo.test');
    // Until the shops are synced, a refer link leads to the progress page.
    await waitForDemoSync(page, product);
    await page.goto(url);
    await expect(page).toHaveURL(`${product.origin}/connect/done`);
    await page.goto(product.origin);
    await expect(heading(page)).toHaveText('Tổng quan');
    await expect(page).toHaveURL(`${product.origin}/`);
  });

  test('spec 2: an unknown, an expired and a tampered link lead to the Invalid refer screen', async ({
    page,
    product,
  }) => {
    const { reference } = await makeReferLink(product);
    const expired = await makeReferLink(product, { expiresInSeconds: 1 });
    const [version, key, payload = '', mac] = reference.split('.');
    const decoded = Buffer.from(payload, 'base64url').toString();
    const elsewhere = decoded.replace('/reporting-tool/return', '/_sandbox/shops');
    expect(elsewhere).not.toBe(decoded);
    const forged = [version, key, Buffer.from(elsewhere).toString('base64url'), mac].join('.');
    const check = () => fetch(`${product.origin}/referral/${expired.reference}`);
    await expect.poll(async () => (await check()).status).toBe(404);
    for (const bad of ['nonsense', '', expired.reference, forged]) {
      await page.goto(`${product.origin}/?refer=${bad}`);
      await expect(page).toHaveURL(`${product.origin}/refer/invalid`);
      await expect(heading(page)).toHaveText('Liên kết giới thiệu không hợp lệ');
    }
    expect(await page.evaluate(() => sessionStorage.getItem('referred_from'))).toBeNull();
    await page.getByRole('link', { name: 'Về trang chủ' }).click();
    await page.waitForURL((url) => url.origin === product.identityOrigin);
  });

  test('leads only to addresses of the tool, whatever is requested', async ({ product }) => {
    const answer = await fetch(`${product.origin}/referral`, {
      method: 'POST',
      headers: { ...referTool, 'content-type': 'application/json' },
      body: JSON.stringify({ returnAddress: 'https://evil.example/' }),
    });
    expect(answer.status).toBe(400);
  });
});

test.describe('a new seller', () => {
  let seller: string;

  test.beforeAll(async ({ product }) => {
    seller = await createSeller(product);
  });

  test('keeps the draft when the session ends in the middle of the profile', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, seller, '/profile/complete');
    await fillProfile(page);
    await page.getByRole('combobox', { name: 'Mục đích sử dụng' }).selectOption('Khác');
    await page.getByRole('textbox', { name: 'Mục đích của bạn' }).fill('Vay vốn');
    // The core service rejects the session: the next call fails with 401.
    await page.route('**/user', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 401 }) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Lưu hồ sơ' }).click();
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await page.unroute('**/user');
    await fillLogin(page, seller, passwordOf(seller));
    await waitForSignedIn(page, product);

    await expect(page).toHaveURL(`${product.origin}/profile/complete`);
    await expect(page.getByText('Đã khôi phục nội dung bạn nhập dở lần trước.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Số điện thoại' })).toHaveValue('0912 345 678');
    await expect(page.getByRole('textbox', { name: 'Mục đích của bạn' })).toHaveValue('Vay vốn');
    await page.getByRole('button', { name: 'Lưu hồ sơ' }).click();
    await expect(page).toHaveURL(`${product.origin}/connect`);
    expect(await page.evaluate(() => sessionStorage.getItem('form_draft'))).toBeNull();
  });

  test('resumes at the first unfinished step, on another device too', async ({
    browser,
    page,
    product,
  }) => {
    // The profile was saved on the server by the previous test.
    await openSignedIn(page, product, seller);
    const current = page.getByRole('listitem').and(page.locator('[aria-current=step]'));
    await expect(current).toContainText('Liên kết gian hàng');
    await page.getByRole('button', { name: 'Ẩn các bước' }).click();
    await expect(page.getByText('Báo cáo bán hàng sẽ hiện ở đây')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Hiện các bước bắt đầu' }).click();
    await expect(current).toBeVisible();

    const { url } = await makeReferLink(product);
    const elsewhere = await browser.newContext({ locale: 'vi-VN' });
    const there = await elsewhere.newPage();
    await there.goto(url);
    await there.waitForURL((address) => address.origin === product.identityOrigin);
    await fillLogin(there, seller, passwordOf(seller));
    await waitForSignedIn(there, product);
    await expect(there).toHaveURL(`${product.origin}/connect`);
    await expect(steps(there)).toContainText('Bước 2 trên 4');
    await there.reload();
    await expect(steps(there)).toContainText('Bước 2 trên 4');
    await steps(there)
      .getByRole('link', { name: /^Hồ sơ/ })
      .click();
    await there.goBack();
    await expect(there).toHaveURL(`${product.origin}/connect`);

    // An explicit sign-out removes all data of the visit.
    await signOut(there);
    await there.waitForURL((address) => address.origin === product.identityOrigin);
    await there.goto(`${product.origin}/403`);
    expect(await there.evaluate(() => sessionStorage.getItem('referred_from'))).toBeNull();
    await elsewhere.close();
  });
});
