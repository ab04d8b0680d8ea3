import { expect } from '@playwright/test';
import { recentSeller, unitsPerDay } from '../recent-shop.ts';
import { openSignedIn } from '../seller.ts';
import { test } from '../test.ts';

test.describe('stock that runs out', () => {
  test('is listed with its days of cover, explained by day, and raises an alert that links to the products', async ({
    page,
    product,
  }) => {
    await openSignedIn(page, product, recentSeller, '/products');
    await page.getByRole('link', { name: /^Sắp hết [1-3]$/ }).click();
    await expect(page).toHaveURL(`${product.origin}/products?lowStock=1`);
    const row = page.getByRole('table', { name: 'Danh sách sản phẩm' }).getByRole('row').nth(1);
    const stock = Number(await row.getByRole('cell').nth(2).textContent());
    expect(stock).toBeGreaterThan(0);
    // The days of cover are rounded to a tenth, and whole days are shown.
    const days = Math.floor(Math.round((10 * stock) / unitsPerDay) / 10);
    const cover = days === 0 ? 'dưới 1 ngày' : `${days} ngày`;
    await expect(row).toContainText(cover);

    await row.getByRole('button', { name: /^Tồn kho và lượt bán theo ngày/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Tồn kho và lượt bán' });
    for (const [term, value] of [
      ['Tồn kho', String(stock)],
      ['Đủ bán', cover],
      ['Bán mỗi ngày', String(unitsPerDay)],
    ] as const) {
      const fact = dialog
        .locator('dl > div')
        .filter({ has: page.getByText(term, { exact: true }) });
      await expect(fact.getByRole('definition')).toHaveText(value);
    }
    await dialog.getByRole('button', { name: 'Đóng' }).click();

    // Raised when the product started: a worker checks the stock then and every hour.
    const alert = page.getByRole('dialog', { name: 'Thông báo' }).getByRole('link', {
      name: 'Gian hàng recent-orders có 3 sản phẩm đã hết hoặc sẽ hết trong 7 ngày',
    });
    await page.getByRole('button', { name: /^Thông báo/ }).click();
    await alert.click();
    await expect(page).toHaveURL(/\/products\?shop=[\w-]+&sort=cover$/);
    await expect(row).toBeVisible();
  });
});
