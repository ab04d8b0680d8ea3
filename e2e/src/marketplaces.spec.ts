import { expect, test } from '@playwright/test';
import { startProduct, withoutShops, type Product } from './product.ts';
import { expectFigures, ledgerOfPeriodShown } from './report.ts';
import { freezeClock, pickShop, type SandboxShop } from './sandbox.ts';
import { agree, allDone, openConsent, signIn } from './seller.ts';

const marketplaces = [
  { partner: 'SHOPEE', path: 'shopee', name: 'Shopee', shop: 'Bếp Nhà Mộc' },
  { partner: 'TIKI', path: 'tiki', name: 'Tiki', shop: 'An Nhiên Baby' },
  { partner: 'TIKTOK', path: 'tiktok', name: 'TikTok Shop', shop: 'Mẹ & Bé An Nhiên' },
] as const;

test.describe('a seller on several marketplaces', () => {
  let product: Product;
  const linked: SandboxShop[] = [];

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    product = await startProduct({ env: withoutShops });
    await freezeClock(product);
  });

  test.afterAll(async () => {
    await product?.stop();
  });

  for (const { partner, path, name, shop: shopName } of marketplaces) {
    test(`refuses first, then links a ${name} shop; the figures of all shops equal their ledgers to the đồng`, async ({
      page,
    }) => {
      await signIn(page, product, 'seller@demo.test', '/connect');
      await openConsent(page, product, partner);
      await page.getByRole('button', { name: 'Huỷ' }).click();
      await page.waitForURL((url) => url.pathname === `/oauth/callback/${path}`);
      await expect(
        page.getByText(`không đồng ý cấp quyền trên trang của ${name}`, { exact: false }),
      ).toBeVisible();

      const shop = await pickShop(product, (each) => each === shopName, partner);
      await openConsent(page, product, partner);
      await agree(page, product, shop.name);
      await allDone(page);
      linked.push(shop);
      for (const period of ['28d', '90d']) {
        await page.goto(`${product.origin}/?period=${period}`);
        await expectFigures(page, await ledgerOfPeriodShown(page, product, linked));
      }
    });
  }
});
