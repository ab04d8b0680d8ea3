import type { Page } from '@playwright/test';

/** Waits until the screen has its heading, data (20 s at most) and fonts. */
export async function waitUntilStable(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, {
    timeout: 20_000,
  });
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}
