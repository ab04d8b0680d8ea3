import { expect, type Page } from '@playwright/test';
import { createSeller } from '../accounts.ts';
import { expectMetrics, ledgerOfShownPeriod } from '../report.ts';
import { pickShop, sandboxShops } from '../sandbox.ts';
import {
  approveConsent,
  waitForFirstSync,
  linkLazadaShop,
  openConsent,
  openSignedIn,
  waitForDemoSync,
} from '../seller.ts';
import { test } from '../test.ts';

const isBeautyShop = (name: string) => name.startsWith('Mỹ Phẩm');

// The tests run in order; each depends on the state that the previous one leaves.
test.describe.serial('linking', () => {
  let seller: string;

  test.beforeAll(async ({ product }) => {
    seller = await createSeller(product);
  });

  test('spec 5: a profile requires all four fields, with the specified messages, and is saved', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, seller, '/profile/complete');
    await switchToEnglish(page);
    for (const name of ['Email', /^Phone/]) {
      await page.getByRole('textbox', { name }).fill('');
    }
    await page.getByRole('button', { name: 'Save profile' }).click();
    for (const message of [
      'Please enter your email!',
      'Please enter your phone number!',
      'Please enter your business!',
      'Please enter your purpose!',
    ]) {
      await expect(page.getByText(message, { exact: true })).toBeVisible();
    }
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await page.getByRole('textbox', { name: 'Email' }).fill('mai@example.com');
    await page.getByRole('textbox', { name: /^Phone/ }).fill('12');
    await page.getByRole('combobox', { name: 'Business' }).selectOption('Other');
    await page.getByRole('textbox', { name: 'Your business' }).fill('Mỹ phẩm tự làm');
    await page.getByRole('combobox', { name: 'Purpose of use' }).selectOption('Track sales');
    await expect(page.getByText('Please enter your email!')).toBeHidden();
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByRole('textbox', { name: /^Phone/ })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await page.getByRole('textbox', { name: /^Phone/ }).fill('0912 345 678');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(/saved/i);
    // The next step opens automatically.
    await expect(page).toHaveURL(`${product.origin}/connect`);
    await page.goto(`${product.origin}/profile/complete`);
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('mai@example.com');
    await expect(page.getByRole('textbox', { name: /^Phone/ })).toHaveValue('0912 345 678');
    await expect(page.getByRole('textbox', { name: 'Your business' })).toHaveValue(
      'Mỹ phẩm tự làm',
    );
    await page.goto(product.origin);
    await expect(page.getByText(/profile is complete/i)).toBeVisible();
  });

  test('an unavailable partner is reported, and so is an unknown one', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, seller, '/connect');
    await switchToEnglish(page);
    await page.goto(`${product.origin}/connect/unavailable?partner=facebook`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unavailable partner');
    await page.goto(`${product.origin}/connect/unavailable?partner=nobody`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unavailable partner');
    await page
      .getByRole('main')
      .getByRole('link', { name: /connect/i })
      .last()
      .click();
    await expect(page).toHaveURL(`${product.origin}/connect`);
  });

  test('a callback that was used already links nothing twice', async ({ page, product }) => {
    await openSignedIn(page, product, seller, '/connect');
    const shop = await pickShop(product, isBeautyShop);
    await openConsent(page, product);
    const callback = page.waitForRequest((request) =>
      request.url().startsWith(`${product.origin}/oauth/callback/lazada?`),
    );
    await approveConsent(page, product, shop.name);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Xác thực thành công');
    const address = (await callback).url();
    await waitForFirstSync(page);

    await page.goto(address);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('đã được dùng rồi');
    await page.getByRole('link', { name: 'Xem gian hàng đã liên kết' }).click();
    await expect(page.getByText('1 gian hàng', { exact: true })).toBeVisible();
  });

  test('a forged state links nothing', async ({ page, product }) => {
    await openSignedIn(page, product, seller);
    await page.goto(`${product.origin}/oauth/callback/lazada?code=0_1_forged&state=forged`);
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await page.goto(`${product.origin}/connect`);
    await expect(page.getByText('1 gian hàng', { exact: true })).toBeVisible();
  });

  test('a shop is disconnected after confirmation, keeps its metrics, and is reconnected', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, seller, '/connect');
    const shop = await pickShop(product, isBeautyShop);
    await page.getByRole('button', { name: `Thao tác với gian hàng ${shop.name}` }).click();
    await page.getByRole('menuitem', { name: 'Ngắt liên kết' }).click();
    const dialog = page.getByRole('dialog', { name: `Ngắt liên kết gian hàng ${shop.name}` });
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: `Thao tác với gian hàng ${shop.name}` }).click();
    await page.getByRole('menuitem', { name: 'Ngắt liên kết' }).click();
    await dialog.getByRole('button', { name: 'Ngắt liên kết' }).click();
    await expect(page.getByText(/Số liệu đã đọc vẫn còn trong báo cáo/)).toBeVisible();

    await page.goto(`${product.origin}/?period=28d`);
    await expectMetrics(page, await ledgerOfShownPeriod(page, product, [shop]));

    await page.goto(`${product.origin}/connect`);
    await page.getByRole('button', { name: `Liên kết lại: ${shop.name}` }).click();
    await page.waitForURL(/\/oauth\/authorize\?/);
    await approveConsent(page, product, shop.name);
    await waitForFirstSync(page);
    await page.goto(`${product.origin}/connect`);
    await expect(page.getByText('1 gian hàng', { exact: true })).toBeVisible();
    await expect(page.getByText(/Số liệu đã đọc vẫn còn trong báo cáo/)).toBeHidden();
    await page.goto(`${product.origin}/?period=28d`);
    await expectMetrics(page, await ledgerOfShownPeriod(page, product, [shop]));
  });

  test('a second shop of the same marketplace adds to the report', async ({ page, product }) => {
    await openSignedIn(page, product, seller, '/connect');
    await expect(page.getByText(/hãy đăng xuất khỏi sàn đó trước/)).toBeVisible();
    const first = await pickShop(product, isBeautyShop);
    const second = await pickShop(product, (name) => !isBeautyShop(name));
    await linkLazadaShop(page, product, second.name);
    await waitForFirstSync(page);
    await page.goto(`${product.origin}/?period=28d`);
    await expectMetrics(page, await ledgerOfShownPeriod(page, product, [first, second]));
    for (const shop of [first, second]) {
      const byShop = page.getByRole('region', { name: 'Theo gian hàng' });
      await expect(byShop.getByText(shop.name)).toBeVisible();
    }
  });

  test('shop@demo.test sees several synced shops, and their exact sums', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, 'shop@demo.test');
    await waitForDemoSync(page, product);
    await page.goto(`${product.origin}/connect`);
    const menus = page.getByRole('button', { name: /^Thao tác với gian hàng/ });
    await expect(menus.first()).toBeVisible();
    const names = (
      await menus.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
    ).map((label) => label.replace('Thao tác với gian hàng ', ''));
    expect(names.length).toBeGreaterThan(1);
    const all = await sandboxShops(product);
    const owner = all.find((shop) => names.includes(shop.name))?.account;
    const ownShops = all.filter((shop) => shop.account === owner);
    expect(names).toEqual(expect.arrayContaining(ownShops.map((shop) => shop.name)));
    await page.goto(`${product.origin}/?period=28d`);
    await expectMetrics(page, await ledgerOfShownPeriod(page, product, ownShops));
  });

  test('spec 6: staff@demo.test has the permissions of the sample user, and the matching menu', async ({
    page,
    product,
  }) => {
    const permissionsResponse = page.waitForResponse((response) =>
      response.url().includes('/roles_permissions'),
    );
    await openSignedIn(page, product, 'staff@demo.test');
    const body: Record<string, string[]> = await (await permissionsResponse).json();
    expect(body['roles']).toEqual(['catalog:admin']);
    expect(body['permissions']?.toSorted()).toEqual(['catalog:all:all', 'ppm:all:all']);
    const menu = page.getByRole('navigation', { name: 'Menu chính' });
    for (const name of ['Tổng quan', 'Liên kết gian hàng', 'Thương hiệu', 'Bảng giá', 'Cài đặt']) {
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
    }
  });
});

async function switchToEnglish(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('localization', 'en'));
  await page.reload();
  await page.locator('html[lang=en] h1').waitFor();
}
