import { expect } from '@playwright/test';
import { recentSeller, recentShop } from '../recent-shop.ts';
import { ledgerOfShownPeriod } from '../report.ts';
import { openSignedIn } from '../seller.ts';
import { test } from '../test.ts';

test.describe('a monthly target', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('is set on a phone, shown in the chart and as progress on Home, and removed', async ({
    page,
    product,
  }) => {
    // By day: on the first day of a month the chart is by the hour, which has no targets.
    await openSignedIn(page, product, recentSeller, '/?period=month&granularity=day');
    const dialog = page.getByRole('dialog', { name: /^Mục tiêu tháng/ });
    const chart = page.getByRole('region', { name: 'Doanh số theo ngày' });
    const line = chart.getByRole('button', { name: 'Mục tiêu' });
    await page.getByRole('button', { name: /^Đặt mục tiêu tháng/ }).click();
    await dialog.getByRole('textbox', { name: 'Mục tiêu' }).fill('100000000');
    await dialog.getByRole('button', { name: 'Lưu mục tiêu' }).click();

    const { gmv } = await ledgerOfShownPeriod(page, product, [await recentShop(product)]);
    const percent = `${(Number(gmv) / 1_000_000).toFixed(1).replace('.', ',')}%`;
    const progress = page.getByRole('progressbar', { name: 'Doanh số (GMV)' });
    await expect(progress).toHaveAttribute(
      'aria-valuetext',
      new RegExp(`^${percent} của 100\\striệu`),
    );
    await expect(line).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);

    await page.goto(`${product.origin}/?period=7d`);
    await page.getByRole('link', { name: `doanh số ${percent}` }).click();
    await page.getByRole('button', { name: /^Sửa mục tiêu tháng/ }).click();
    await dialog.getByRole('button', { name: 'Bỏ mục tiêu' }).click();
    await expect(progress).toBeHidden();
    await expect(line).toBeHidden();
    await expect(page.getByRole('button', { name: /^Đặt mục tiêu tháng/ })).toBeVisible();
  });
});
