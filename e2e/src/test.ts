import { test as base, type Browser, type BrowserContext } from '@playwright/test';
import { stopSharedProducts } from './prepared-product.ts';

/** Timeout for leaving a page before it is closed. */
const leaveTimeoutMs = 10_000;

/**
 * Playwright's `test`, with browser contexts that leave their pages before they close. A context that closes during a
 * navigation of a page or of a frame may wait for that page forever.
 */
export const test = base.extend<object, { browser: Browser; sharedProductsStop: void }>({
  sharedProductsStop: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await use();
      await stopSharedProducts();
    },
    { scope: 'worker', auto: true },
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
