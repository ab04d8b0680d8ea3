import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the element has the focus. Fails after 90 presses. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  const isFocused = () => target.first().evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 90; presses += 1) {
    if (await isFocused()) return;
    await page.keyboard.press('Tab');
  }
  expect(await isFocused(), `the keyboard reaches ${target.toString()}`).toBe(true);
}
