import { test as base, type Browser, type BrowserContext } from '@playwright/test';
import { startPreparedProduct } from './prepared-product.ts';
import { noShopsEnv, tinyWorldEnv, type Product } from './product.ts';
import { freezeClock } from './sandbox.ts';

/** Timeout for leaving a page before it is closed. */
const leaveTimeoutMs = 10_000;

export interface ProductOptions {
  /** Whether the product that the journeys of a worker share has shops. */
  productHasShops: boolean;
}

interface WorkerFixtures extends ProductOptions {
  /**
   * The product that the journeys of a worker share. Without shops, they leave nothing behind that another one would
   * notice. With shops, it has those of the demo with a few orders each, the shop of recent orders, and a clock that
   * stands still; each journey links shops of its own to an account of its own.
   */
  product: Product;
  /**
   * Its contexts leave their pages before they close. A context that closes during a navigation of a page or of a frame
   * may wait for that page forever.
   */
  browser: Browser;
}

/** Playwright's `test` with the fixtures of the journeys. */
export const test = base.extend<object, WorkerFixtures>({
  productHasShops: [false, { option: true, scope: 'worker' }],
  product: [
    async ({ productHasShops }, use) => {
      const env = productHasShops ? tinyWorldEnv : noShopsEnv;
      const product = await startPreparedProduct({ env });
      if (productHasShops) await freezeClock(product);
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        const close = context.close.bind(context);
        context.close = async (reason) => {
          await leavePages(context);
          await close(reason);
        };
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
});

async function leavePages(context: BrowserContext): Promise<void> {
  await Promise.all(
    context.pages().map((page) =>
      // A page that blocks leaving or is already closed does not prevent closing.
      page.goto('about:blank', { timeout: leaveTimeoutMs }).catch(() => undefined),
    ),
  );
}
