import { expect } from '@playwright/test';
import { sharedProduct } from './prepared-product.ts';
import type { Product } from './product.ts';
import { openSignedIn } from './seller.ts';
import { test } from './test.ts';

test.describe('an outage behind the application', () => {
  let product: Product;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    product = await sharedProduct();
  });

  test('of the database is named by the screen, which recovers by itself', async ({ page }) => {
    await openSignedIn(page, product, 'staff@demo.test', '/brands');
    await expect(page.getByRole('link', { name: 'An Nhiên' })).toBeVisible();
    const unfreeze = product.freezeDatabase();
    try {
      await page.getByRole('link', { name: 'Bảng giá' }).click();
      await expect(page.getByText('Chưa tải được bảng giá')).toBeVisible({ timeout: 90_000 });
      await expect(page.getByRole('region', { name: 'Thông báo' })).toContainText('cơ sở dữ liệu');
    } finally {
      unfreeze();
    }
    // Nobody presses a button.
    await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 60_000 });
  });
});
