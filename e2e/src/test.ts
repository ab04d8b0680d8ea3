import { test as base, type Browser, type BrowserContext } from '@playwright/test';

/** A page that does not answer by then is closed as it is. */
const leaveTimeoutMs = 10_000;

/**
 * Playwright's test, whose windows leave their pages before they are closed: a window that is closed while it is on its
 * way to another page, or while a frame of it is, may wait for that page for ever.
 */
export const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
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
      // A page that wants to keep its visitor, or has gone already, is no reason to stay.
      page.goto('about:blank', { timeout: leaveTimeoutMs }).catch(() => undefined),
    ),
  );
}
