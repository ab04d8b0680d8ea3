import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startPreparedProduct } from './prepared-product.ts';
import { noDemoShopsEnv, type Product } from './product.ts';
import { expectMetrics, metricCard, ledgerOfShownPeriod } from './report.ts';
import { freezeClock, ledger, pickShop } from './sandbox.ts';
import { waitForFirstSync, linkLazadaShop, openSignedIn } from './seller.ts';
import { test } from './test.ts';

/** Ten orders of two years ago. Their totals are calculated by hand below. */
const csv = `order_id,created_at,status,sku,name,quantity,unit_price,currency,buyer
A-1,2024-11-11 00:00:01,completed,AO-01,"Áo thun, cổ tròn",2,150000,VND,Lan
A-1,2024-11-11 00:00:01,completed,QU-01,Quần short,1,99500.50,VND,Lan
A-2,2024-11-11 23:59:59,completed,AO-01,"Áo thun, cổ tròn",1,150000,VND,Minh
A-3,2024-11-12T00:00:00+07:00,cancelled,AO-01,"Áo thun, cổ tròn",1,150000,VND,Minh
A-4,2024-11-12 10:00:00,returned,QU-01,Quần short,1,99500.50,VND,Hoa
A-5,2024-11-12 11:00:00,shipping,QU-01,Quần short,3,99500.50,VND,Hoa
A-6,2024-11-12 12:00:00,unpaid,QU-01,Quần short,9,99500.50,VND,Hoa
bad row
A-7,2024-11-13 12:00:00,completed,QU-01,Quần short,0,99500.50,VND,Hoa
`;

/** are committed; A-6 was never paid; two rows are invalid. */
const expectedGmv = '1097502.5';
const expectedNetSales = '848002';

test.describe('a new seller', () => {
  let product: Product;
  let folder: string;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    folder = await mkdtemp(join(tmpdir(), 'seller-connect-orders-'));
    const file = join(folder, 'orders.csv');
    await writeFile(file, csv);
    product = await startPreparedProduct({
      env: { ...noDemoShopsEnv, SANDBOX_REPLAY: `lazada:${file}` },
    });
    await freezeClock(product);
  });

  test.afterAll(async () => {
    await product?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('signs in, links a Lazada shop and reads figures that equal the ledger to the đồng', async ({
    page,
  }) => {
    await openSignedIn(page, product, 'seller@demo.test');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    const shop = await pickShop(product, (name) => name.startsWith('Mỹ Phẩm'));
    await linkLazadaShop(page, product, shop.name);
    await expect(page.getByRole('progressbar').first()).toBeVisible();
    await waitForFirstSync(page);
    await expect(page.getByText(/đóng cửa sổ này/)).toBeVisible();

    await page.goto(`${product.origin}/?period=28d`);
    const totals = await ledgerOfShownPeriod(page, product, [shop]);
    await expectMetrics(page, totals);
    await metricCard(page, 'cancellationRate').getByRole('link').click();
    const found = page.getByRole('status').filter({ hasText: 'đơn hàng' });
    await expect(found).toHaveText(`Tìm thấy ${totals.cancelledOrders} đơn hàng`);
    await page.goto(`${product.origin}/?period=90d`);
    await expectMetrics(page, await ledgerOfShownPeriod(page, product, [shop]));
  });

  test('sees the exact sums of a replayed file of real orders, years ago', async ({ page }) => {
    await openSignedIn(page, product, 'seller@demo.test');
    const shop = await pickShop(product, (name) => name.includes('orders'));
    await linkLazadaShop(page, product, shop.name);
    await waitForFirstSync(page);

    await page.goto(`${product.origin}/?period=custom&from=2024-11-11&to=2024-11-12`);
    const totals = await ledger(product, shop, {
      from: '2024-11-11',
      to: '2024-11-12',
    });
    expect(Number(totals.gmv)).toBe(Number(expectedGmv));
    expect(Number(totals.netSales)).toBe(Number(expectedNetSales));
    await expectMetrics(page, totals);

    // The list contains as many orders as the metric says. The unpaid order counts only by order date.
    const count = page.getByRole('status').filter({ hasText: 'đơn hàng' });
    await metricCard(page, 'orders').getByRole('link', { name: 'Đơn hàng' }).click();
    await expect(count).toHaveText('Tìm thấy 5 đơn hàng');
    await expect(page.getByRole('table').getByRole('link')).toHaveCount(totals.orders);
    await page.getByRole('button', { name: /^Bộ lọc/ }).click();
    await page.getByLabel('Tính theo ngày nào').selectOption('Theo ngày đặt');
    await expect(count).toHaveText('Tìm thấy 6 đơn hàng');
  });
});
