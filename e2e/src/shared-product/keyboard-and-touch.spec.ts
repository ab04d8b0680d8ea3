import { expect, type Locator, type Page } from '@playwright/test';
import { createSeller } from '../accounts.ts';
import { tabTo } from '../keyboard.ts';
import { expectMetrics, metricCard, ledgerOfShownPeriod } from '../report.ts';
import { pickShop } from '../sandbox.ts';
import {
  waitForFirstSync,
  waitForSignedIn,
  passwordOf,
  approveConsent,
  openConsent,
  openLogin,
  openSignedIn,
  waitForDemoSync,
} from '../seller.ts';
import { test } from '../test.ts';

test.describe('the way from sign-in to the report', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  let seller: string;

  test.beforeAll(async ({ product }) => {
    seller = await createSeller(product);
  });

  test('works with the keyboard alone', async ({ page, product }) => {
    const shop = await pickShop(product, (name) => name === 'Mẹ & Bé An Nhiên');
    await openLogin(page, product);
    await tabTo(page, page.getByLabel(/Tên đăng nhập/));
    await page.keyboard.type(seller);
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Mật khẩu', { exact: true })).toBeFocused();
    await page.keyboard.type(passwordOf(seller));
    await page.keyboard.press('Enter');
    await waitForSignedIn(page, product);

    // The first tab stop of every screen skips the menu.
    await page.locator('h1').waitFor();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Đến nội dung chính' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Liên kết gian hàng' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Liên kết gian hàng' })).toBeFocused();

    await tabTo(page, page.getByRole('button', { name: 'Liên kết Lazada' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/oauth\/authorize\?/);
    await selectRadio(page, page.getByLabel(shop.name));
    await tabTo(page, page.getByRole('button', { name: 'Đồng ý' }));
    await page.keyboard.press('Enter');
    await waitForFirstSync(page);
    await tabTo(page, page.getByRole('link', { name: 'Xem báo cáo' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${product.origin}/`);
    await expectMetrics(page, await ledgerOfShownPeriod(page, product, [shop]));

    // The command palette reaches every menu item and signing out.
    await page.keyboard.press('Control+K');
    const paletteInput = page.getByRole('combobox', { name: 'Tìm và thao tác nhanh' });
    await expect(paletteInput).toBeFocused();
    await page.keyboard.type('me be');
    await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(shop.name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: shop.name })).toBeFocused();
    await page.keyboard.press('Control+K');
    await expect(paletteInput).toBeFocused();
    await page.keyboard.type('dang xuat');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await expect(page.getByLabel('Mật khẩu', { exact: true })).toBeVisible();
  });

  test('works on a phone, by touch', async ({ browser, product }) => {
    const context = await browser.newContext({
      locale: 'vi-VN',
      timezoneId: 'Asia/Ho_Chi_Minh',
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    });
    const page = await context.newPage();
    const shop = await pickShop(product, (name) => name === 'Hoa Mai Fashion', 'TIKTOK');
    await openSignedIn(page, product, seller);
    await page.locator('h1').waitFor();
    await page.getByRole('button', { name: 'Mở menu' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Menu chính' });
    await sheet.getByRole('link', { name: 'Liên kết gian hàng' }).tap();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liên kết gian hàng');
    await openConsent(page, product, 'TIKTOK');
    await approveConsent(page, product, shop.name);
    await waitForFirstSync(page);
    await page.getByRole('link', { name: 'Xem báo cáo' }).tap();
    // An earlier test may have linked another shop. With only one shop, there is no filter.
    await expect(metricCard(page, 'gmv')).toHaveAttribute('data-value', /\d/);
    await page.getByRole('button', { name: 'Bộ lọc' }).tap();
    const filters = page.getByRole('dialog', { name: 'Bộ lọc' });
    await filters.getByRole('combobox', { name: 'So sánh' }).waitFor();
    const filter = filters.getByRole('combobox', { name: 'Gian hàng' });
    if ((await filter.count()) > 0)
      await filter.selectOption({ label: `${shop.name} (TikTok Shop)` });
    await filters.getByRole('button', { name: 'Xong' }).tap();
    await expectMetrics(page, await ledgerOfShownPeriod(page, product, [shop]));
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);

    // The first metric, order and product stand in the upper half of the screen.
    const bar = page.getByRole('navigation', { name: 'Lối tắt' });
    await expectInUpperHalf(metricCard(page, 'gmv'));
    await bar.getByRole('link', { name: 'Đơn hàng' }).tap();
    await expectInUpperHalf(
      page.getByRole('list', { name: 'Danh sách đơn hàng' }).getByRole('link').first(),
    );
    await page.goto(`${product.origin}/products`);
    await expectInUpperHalf(
      page.getByRole('list', { name: 'Danh sách sản phẩm' }).getByRole('listitem').first(),
    );
    await context.close();
  });
});

test.describe('why a metric changed', () => {
  test('is explained down to the orders by keyboard alone', async ({ page, product }) => {
    await openSignedIn(page, product, 'shop@demo.test');
    await waitForDemoSync(page, product);
    await page.goto(`${product.origin}/`);
    await tabTo(page, page.getByRole('button', { name: /^Vì sao thay đổi\? .*GMV/ }));
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Vì sao doanh số (GMV) thay đổi?' });
    const volume = panel.locator('[data-part="volume"], [data-part="mix"], [data-part="price"]');
    await tabTo(page, volume.first().getByRole('link', { name: /^Đơn kỳ này/ }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/orders\?.*also=both/);
    await expect(page.getByText(/Chỉ gồm đơn có sản phẩm cũng bán/)).toBeVisible();
    await page.goBack();
    await expect(panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });
});

/** Expects that an element ends above the middle of the window. */
async function expectInUpperHalf(target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const bottom = await target.evaluate((element) => element.getBoundingClientRect().bottom);
  const height = await target.evaluate(() => window.innerHeight);
  expect(bottom).toBeLessThan(height / 2);
}

/** Moves the focus to the first group of radio buttons by Tab and selects a button by the arrow keys. */
async function selectRadio(page: Page, target: Locator): Promise<void> {
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('Space');
  for (let presses = 0; presses < 20 && !(await target.isChecked()); presses += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await expect(target).toBeChecked();
}
