import { linkLazadaShop, signIn } from '../../../e2e/src/seller.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { launchBrowser } from '../harness/page-load.ts';

const benchmark: Benchmark = {
  name: 'first-chart',
  async measure({ startProduct }) {
    const product = await startProduct();
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ locale: 'vi-VN' });
      await signIn(page, product, 'seller@demo.test');
      await linkLazadaShop(page, product, 'Hoa Mai Fashion');
      const linked = performance.now();
      await page.goto(`${product.origin}/`);
      await page.locator('[data-metric=gmv][data-value]').waitFor({ timeout: 60_000 });
      await page.getByRole('slider').locator('svg path').first().waitFor({ timeout: 60_000 });
      const seconds = (performance.now() - linked) / 1000;
      return [
        {
          name: 'first chart after linking a shop of 15,000 orders',
          value: `${seconds.toFixed(1)} s`,
          bar: '≤ 10 s',
          reached: seconds <= 10,
        },
      ];
    } finally {
      await browser.close();
      await product.stop();
    }
  },
};

export default benchmark;
