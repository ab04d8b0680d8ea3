import { expect, type Locator, type Page } from '@playwright/test';
import { metricCard } from '../report.ts';
import { freezeClock, readClock } from '../sandbox.ts';
import { openSignedIn } from '../seller.ts';
import { test } from '../test.ts';

test.describe('an outage behind the application', () => {
  test('of the database and then of the server is reported by the screens, which recover by themselves', async ({
    browser,
    page,
    product,
  }) => {
    // Most of it is waiting for time-outs, for which both pages wait at the same time.
    test.setTimeout(480_000);
    const staff = await browser.newPage();
    await openSignedIn(staff, product, 'staff@demo.test', '/brands');
    await expect(staff.getByRole('link', { name: 'An Nhiên' })).toBeVisible();
    await openSignedIn(page, product, 'shop@demo.test');
    const gmv = metricCard(page, 'gmv');
    await expect(gmv).toHaveAttribute('data-value', /\d/);
    const value = await gmv.getAttribute('data-value');
    const failure = page
      .getByRole('alert')
      .filter({ hasText: 'Chưa tải được số liệu của báo cáo' });
    const expectOldFigures = async () => {
      await expect(gmv).toHaveAttribute('data-value', String(value));
      await expect(page.getByRole('button', { name: /cập nhật|tính đến/i })).toBeVisible();
    };
    const unfreeze = product.freezeDatabase();
    try {
      await Promise.all([
        expectPricesToFail(staff),
        returnUntil(page, failure, 'cơ sở dữ liệu').then(expectOldFigures),
      ]);
    } finally {
      unfreeze();
    }
    // Nobody presses a button.
    await expect(staff.getByRole('row').nth(1)).toBeVisible({ timeout: 60_000 });
    await staff.close();

    const now = await readClock(product);
    await product.crash();
    await returnUntil(page, failure, 'Kiểm tra kết nối mạng');
    await expectOldFigures();

    const isFresh = page.waitForResponse(
      (response) => response.url().includes('/reporting/summary') && response.ok(),
      { timeout: 180_000 },
    );
    await product.restart();
    await freezeClock(product, now);
    // Nobody presses a button.
    await isFresh;
    await expect(failure).toBeHidden();
    await expect(gmv).toHaveAttribute('data-value', /\d/);
    await page.reload();
    await expect(gmv).toHaveAttribute('data-value', /\d/);
    expect(new URL(page.url()).origin).toBe(product.origin);
  });
});

async function expectPricesToFail(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Bảng giá' }).click();
  await expect(page.getByText('Chưa tải được bảng giá')).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('region', { name: 'Thông báo' })).toContainText('cơ sở dữ liệu');
}

/**
 * Refetches the data of the page, as when a user returns to its tab, until the failure shows a text. Data younger than
 * four seconds are not refetched.
 */
async function returnUntil(page: Page, failure: Locator, text: string): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(failure).toContainText(text, { timeout: 10_000 });
  }).toPass({ timeout: 150_000 });
}
