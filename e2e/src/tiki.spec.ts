import { expect, test } from '@playwright/test';
import { startProduct, type Product } from './product.ts';
import { expectFigures, ledgerOfPeriodShown } from './report.ts';
import { freezeClock, pickShop } from './sandbox.ts';
import { agree, allDone, openConsent, signIn } from './seller.ts';

test.describe('a Tiki seller', () => {
  let product: Product;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    product = await startProduct();
    await freezeClock(product);
  });

  test.afterAll(async () => {
    await product?.stop();
  });

  test('refuses first, then links a Tiki shop and reads figures that equal its ledger to the đồng', async ({
    page,
  }) => {
    await signIn(page, product, 'seller@demo.test', '/connect');
    await openConsent(page, product, 'TIKI');
    await page.getByRole('button', { name: 'Huỷ' }).click();
    await page.waitForURL((url) => url.pathname === '/oauth/callback/tiki');
    await expect(page.getByText(/không đồng ý cấp quyền trên trang của Tiki/)).toBeVisible();

    const shop = await pickShop(product, (name) => name === 'Hoa Mai Store');
    await openConsent(page, product, 'TIKI');
    await agree(page, product, shop.name);
    await allDone(page);
    for (const period of ['28d', '90d']) {
      await page.goto(`${product.origin}/?period=${period}`);
      const totals = await ledgerOfPeriodShown(page, product, [shop.externalShopId], 'TIKI');
      await expectFigures(page, totals);
    }
  });
});
