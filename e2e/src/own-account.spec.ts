import { expect, test, type Page } from '@playwright/test';
import { startProduct, type Product } from './product.ts';
import { signIn } from './seller.ts';

test.describe('one’s own account, in the settings', () => {
  let product: Product;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    product = await startProduct();
  });
  test.afterAll(() => product?.stop());

  const rows = (page: Page) =>
    page.getByRole('region', { name: 'Các phiên đăng nhập' }).getByRole('listitem');

  test('a session that is ended elsewhere is over there', async ({ page, browser }) => {
    const other = await (await browser.newContext({ locale: 'vi-VN' })).newPage();
    await signIn(other, product, 'seller@demo.test', '/connect');
    await signIn(page, product, 'seller@demo.test', '/settings/sessions');
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).filter({ hasText: 'Thiết bị này' })).toHaveCount(1);
    await page.getByRole('button', { name: /^Kết thúc phiên/ }).click();
    await expect(rows(page)).toHaveCount(1);
    await other.goto(`${product.origin}/settings/sessions`);
    await other.waitForURL((url) => url.origin === product.identityOrigin);
    await expect(other.getByLabel(/^Tên đăng nhập/)).toBeVisible();
    await other.context().close();
  });
});
