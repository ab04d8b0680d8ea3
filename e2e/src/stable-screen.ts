import type { Page } from '@playwright/test';

/** Waits until the screen has its heading, data and fonts. */
export async function waitUntilStable(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1')?.checkVisibility() === true &&
      document.querySelector('[aria-busy="true"]') === null &&
      document.fonts.status === 'loaded',
    undefined,
    // By default, the condition is evaluated in every frame.
    { polling: 100, timeout: 60_000 },
  );
}
