import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the element has the focus. Fails after 90 presses. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  // To find an element by its role at each press would cost more than the presses.
  let element = await target.first().elementHandle();
  const isFocused = async (): Promise<boolean> => {
    if (!(await element?.evaluate((node) => node.isConnected))) {
      element = await target.first().elementHandle();
    }
    return (await element?.evaluate((node) => node === document.activeElement)) ?? false;
  };
  for (let presses = 0; presses < 90; presses += 1) {
    if (await isFocused()) return;
    await page.keyboard.press('Tab');
  }
  expect(await isFocused(), `the keyboard reaches ${target.toString()}`).toBe(true);
}
