import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createSeller } from '../accounts.ts';
import { startPreparedProduct } from '../prepared-product.ts';
import { noShopsEnv, type Product } from '../product.ts';
import { expectMetrics, metricCard, ledgerOfShownPeriod } from '../report.ts';
import { exportFile, freezeClock, ledger, pickShop, type SandboxShop } from '../sandbox.ts';
import {
  approveConsent,
  waitForFirstSync,
  linkLazadaShop,
  openConsent,
  openSignedIn,
} from '../seller.ts';
import { test } from '../test.ts';

const marketplaces = [
  { partner: 'SHOPEE', path: 'shopee', name: 'Shopee', shop: 'Bếp Nhà Mộc' },
  { partner: 'TIKI', path: 'tiki', name: 'Tiki', shop: 'An Nhiên Baby' },
  { partner: 'TIKTOK', path: 'tiktok', name: 'TikTok Shop', shop: 'Mẹ & Bé An Nhiên' },
] as const;

/**
 * Matches the result of a reconciliation without unexplained differences. A difference can be explained, for example,
 * by an unpaid order, which is not a sale.
 */
const explainedResult =
  /^(Khớp: cả [\d.]+ đơn trong tệp giống hệt báo cáo|[\d.]+ đơn giống hệt, [\d.]+ đơn khác nhau và đều có lý do)\.$/;

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

let product: Product;
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seller-connect-orders-'));
  const file = join(folder, 'orders.csv');
  await writeFile(file, csv);
  product = await startPreparedProduct({
    // Every shop has orders on each of its days.
    env: { ...noShopsEnv, SANDBOX_SIZE: 'mini', SANDBOX_REPLAY: `lazada:${file}` },
  });
  await freezeClock(product);
});

test.afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

test.describe('a new seller', () => {
  test('signs in, links a Lazada shop and sees metrics equal to the ledger to the đồng', async ({
    page,
  }) => {
    await openSignedIn(page, product, 'seller@demo.test');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    const shop = await pickShop(product, (name) => name.startsWith('Mỹ Phẩm'));
    await linkLazadaShop(page, product, shop.name);
    await expect(page.getByRole('progressbar').first()).toBeVisible();
    await waitForFirstSync(page);
    await expect(page.getByText(/đóng cửa sổ này/)).toBeVisible();

    await page.goto(`${product.origin}/?period=90d`);
    const totals = await ledgerOfShownPeriod(page, product, [shop]);
    await expectMetrics(page, totals);
    await metricCard(page, 'cancellationRate').getByRole('link').click();
    const found = page.getByRole('status').filter({ hasText: 'đơn hàng' });
    await expect(found).toHaveText(`Tìm thấy ${totals.cancelledOrders} đơn hàng`);
  });

  test('sees the exact sums of a replayed file of real orders of past years', async ({ page }) => {
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

test.describe('a seller on several marketplaces', () => {
  const linked: SandboxShop[] = [];
  let seller: string;

  test.beforeAll(async () => {
    seller = await createSeller(product);
  });

  for (const { partner, path, name, shop: shopName } of marketplaces) {
    test(`declines first, then links a ${name} shop; the metrics of all shops equal their ledgers to the đồng`, async ({
      page,
    }) => {
      await openSignedIn(page, product, seller, '/connect');
      await openConsent(page, product, partner);
      await page.getByRole('button', { name: 'Huỷ' }).click();
      await page.waitForURL((url) => url.pathname === `/oauth/callback/${path}`);
      await expect(
        page.getByText(`không đồng ý cấp quyền trên trang của ${name}`, { exact: false }),
      ).toBeVisible();

      const shop = await pickShop(product, (each) => each === shopName, partner);
      await openConsent(page, product, partner);
      await approveConsent(page, product, shop.name);
      await waitForFirstSync(page);
      linked.push(shop);
      await page.goto(`${product.origin}/?period=90d`);
      await expectMetrics(page, await ledgerOfShownPeriod(page, product, linked));
    });
  }

  test('drills down from a marketplace to a raw response of an order, and from a metric to the reconciliation', async ({
    page,
  }) => {
    const shop = linked.find(({ platform }) => platform === 'SHOPEE');
    if (!shop) throw new Error('The journeys before have linked no Shopee shop');
    await openSignedIn(page, product, seller, '/?period=7d&by=platform');
    const platforms = page.getByRole('region', { name: 'Theo sàn' });
    await platforms.getByRole('link', { name: 'Shopee', exact: true }).click();
    await expect(page).toHaveURL(`${product.origin}/?period=7d&platform=SHOPEE`);
    const shops = page.getByRole('region', { name: 'Theo gian hàng' });
    await shops.getByRole('link', { name: shop.name, exact: true }).click();
    await page.waitForURL((url) => url.searchParams.has('shop'));
    expect(new URL(page.url()).searchParams.get('platform')).toBe('SHOPEE');
    await expectMetrics(page, await ledgerOfShownPeriod(page, product, [shop]));
    const report = page.url();
    const period = await readShownPeriod(page);
    const scope = [new URL(report).searchParams.get('shop'), 'SHOPEE', period.from, period.to];
    const scopeOf = ({ searchParams }: URL) =>
      ['shop', 'platform', 'from', 'to'].map((name) => searchParams.get(name));

    const products = page.getByRole('region', { name: 'Sản phẩm bán chạy' });
    await products.getByRole('table').getByRole('link').first().click();
    await page.waitForURL((url) => url.pathname === '/orders');
    expect(scopeOf(new URL(page.url()))).toEqual(scope);
    // The URL changes before the screen is rendered.
    await expect(
      page.getByRole('heading', { level: 1, name: 'Đơn hàng', exact: true }),
    ).toBeVisible();
    const order = page.getByRole('table').getByRole('link').first();
    const orderId = (await order.textContent()) ?? '';
    await order.click();
    await expect(
      page.getByRole('heading', { level: 1, name: `Đơn hàng ${orderId}` }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Xem nguyên văn' }).click();
    await expect(page.locator('pre').first()).toContainText(orderId);

    await page.goto(report);
    await page.getByRole('button', { name: /^Cách tính: .*GMV/ }).click();
    await page.getByRole('link', { name: 'Vì sao khác với kênh người bán?' }).click();
    await page.waitForURL((url) => url.pathname === '/reports/reconcile');
    expect(scopeOf(new URL(page.url()))).toEqual(scope);
    // The seller center exports more days than selected; only the selected ones are compared.
    const file = await exportFile(product, shop, { from: '2026-01-01', to: period.to });
    await page.locator('input[type=file]').setInputFiles({
      name: 'orders.csv',
      mimeType: 'text/csv',
      buffer: file,
    });
    await page.waitForURL(/\/reports\/reconcile\/[0-9a-f-]{36}$/);
    await expect(page.getByText(/đơn trong tệp được đặt vào ngày khác/)).toBeVisible();
    await expect(page.getByText(explainedResult)).toBeVisible();
  });
});

/** Returns the first and last day that the dashboard shows. */
async function readShownPeriod(page: Page): Promise<{ from: string; to: string }> {
  const element = page.locator('[data-period-from]').first();
  const [from, to] = [
    await element.getAttribute('data-period-from'),
    await element.getAttribute('data-period-to'),
  ];
  return { from: from ?? '', to: to ?? '' };
}
