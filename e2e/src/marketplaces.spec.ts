import { expect, type Page } from '@playwright/test';
import { startPreparedProduct } from './prepared-product.ts';
import { noDemoShopsEnv, type Product } from './product.ts';
import { expectMetrics, ledgerOfShownPeriod } from './report.ts';
import { exportFile, freezeClock, pickShop, type SandboxShop } from './sandbox.ts';
import { approveConsent, waitForFirstSync, openConsent, openSignedIn } from './seller.ts';
import { test } from './test.ts';

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

test.describe('a seller on several marketplaces', () => {
  let product: Product;
  const linked: SandboxShop[] = [];

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    product = await startPreparedProduct({ env: noDemoShopsEnv });
    await freezeClock(product);
  });

  test.afterAll(async () => {
    await product?.stop();
  });

  for (const { partner, path, name, shop: shopName } of marketplaces) {
    test(`refuses first, then links a ${name} shop; the figures of all shops equal their ledgers to the đồng`, async ({
      page,
    }) => {
      await openSignedIn(page, product, 'seller@demo.test', '/connect');
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
      for (const period of ['28d', '90d']) {
        await page.goto(`${product.origin}/?period=${period}`);
        await expectMetrics(page, await ledgerOfShownPeriod(page, product, linked));
      }
    });
  }

  test('goes down from a marketplace to a shop, a product, an order and what the marketplace said of it, and from a figure to the reconciliation', async ({
    page,
  }) => {
    const shop = linked.find(({ platform }) => platform === 'SHOPEE');
    if (!shop) throw new Error('The journeys before have linked no Shopee shop');
    await openSignedIn(page, product, 'seller@demo.test', '/?period=7d&by=platform');
    const platforms = page.getByRole('region', { name: 'Theo sàn' });
    await platforms.getByRole('link', { name: 'Shopee', exact: true }).click();
    await expect(page).toHaveURL(`${product.origin}/?period=7d&platform=SHOPEE`);
    const shops = page.getByRole('region', { name: 'Theo gian hàng' });
    await shops.getByRole('link', { name: shop.name, exact: true }).click();
    await page.waitForURL((url) => url.searchParams.has('shop'));
    expect(new URL(page.url()).searchParams.get('platform')).toBe('SHOPEE');
    await expectMetrics(page, await ledgerOfShownPeriod(page, product, [shop]));
    const report = page.url();
    const shown = await readShownPeriod(page);
    const scope = [new URL(report).searchParams.get('shop'), 'SHOPEE', shown.from, shown.to];
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
    const file = await exportFile(product, shop, { from: '2026-01-01', to: shown.to });
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
