import type { Browser } from 'playwright-core';
import type { Product } from '../../../e2e/src/product.ts';
import { linkLazadaShop, openSignedIn } from '../../../e2e/src/seller.ts';
import type { Benchmark } from '../harness/benchmark.ts';

/** Links a shop and returns the seconds until its first chart is shown. */
async function measureFirstChart(browser: Browser, product: Product): Promise<number> {
  const page = await browser.newPage({ locale: 'vi-VN' });
  await openSignedIn(page, product, 'seller@demo.test');
  await linkLazadaShop(page, product, 'Hoa Mai Fashion');
  const linked = performance.now();
  await page.goto(`${product.origin}/`);
  await page.locator('[data-metric=gmv][data-value]').waitFor({ timeout: 60_000 });
  await page.getByRole('slider').locator('svg path').first().waitFor({ timeout: 60_000 });
  const seconds = (performance.now() - linked) / 1000;
  await page.close();
  return seconds;
}

const benchmark: Benchmark = {
  async measure({ startProduct, withBrowser }) {
    const product = await startProduct();
    try {
      const seconds = await withBrowser((browser) => measureFirstChart(browser, product));
      return [
        {
          name: 'first chart after linking a shop of 15,000 orders',
          value: `${seconds.toFixed(1)} s`,
          target: '≤ 10 s',
          reached: seconds <= 10,
        },
      ];
    } finally {
      await product.stop();
    }
  },
};

export default benchmark;
