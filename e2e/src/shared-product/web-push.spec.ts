import { expect, type Browser, type Page } from '@playwright/test';
import { findRecentFirefox } from '../../../scripts/testing/firefox.ts';
import { createSeller } from '../accounts.ts';
import type { Product } from '../product.ts';
import { startAutopush, type Autopush } from '../push/autopush.ts';
import { clickNotification, launchFirefox, waitForNotification } from '../push/firefox.ts';
import { signIn, signOut } from '../seller.ts';
import { test } from '../test.ts';

const tools = '/settings/reporting-tools';

// In Firefox, whose push service can be replaced. A machine without it leaves the tag out.
test.describe('notifications on a device', { tag: '@firefox' }, () => {
  let autopush: Autopush;
  let firefox: Browser;

  test.beforeAll(async ({ pushCertificate }) => {
    const firefoxPath = findRecentFirefox();
    if (firefoxPath === undefined) throw new Error('This journey needs a recent Firefox');
    autopush = await startAutopush(pushCertificate);
    firefox = await launchFirefox(firefoxPath, autopush.url);
  });
  test.afterAll(async () => {
    await firefox?.close();
    await autopush?.stop();
  });

  test('arrive through the push service in the account’s language, open their screen, and end with the session', async ({
    product,
  }) => {
    const seller = await createSeller(product);
    const context = await firefox.newContext({ serviceWorkers: 'allow' });
    const page = await context.newPage();
    await signIn(page, product, seller, '/settings/notifications');
    await page.getByRole('button', { name: 'Báo cho tôi trên thiết bị này' }).click();
    await expect(page.getByText('Thiết bị này đang nhận thông báo.')).toBeVisible();
    await expect(page.getByText(/^Firefox, /)).toBeVisible();
    expect(autopush.subscriptions()).toBe(1);

    await createAccess(page, product, 'Looker Studio');
    expect(await waitForNotification(firefox, 'Looker Studio')).toEqual({
      title: 'Lê Thị Sen đã tạo truy cập báo cáo “Looker Studio”',
      text: expect.stringMatching(/^Ai có mã bí mật hoặc liên kết đều đọc được số liệu của nhóm\./),
      language: 'vi',
    });
    const opened = context.waitForEvent('page');
    await page.goto(`${product.origin}/settings/notifications`);
    await clickNotification(firefox, 'Looker Studio');
    const screen = await opened;
    await screen.waitForURL(`${product.origin}${tools}`);
    await expect(screen.getByRole('button', { name: 'Thu hồi “Looker Studio”' })).toBeVisible();
    await screen.close();

    await signOut(page);
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await expect.poll(() => autopush.subscriptions()).toBe(0);
  });
});

async function createAccess(page: Page, product: Product, name: string): Promise<void> {
  await page.goto(`${product.origin}${tools}`);
  await page.getByRole('button', { name: 'Tạo truy cập' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Tên' }).fill(name);
  await dialog.getByRole('button', { name: 'Tạo', exact: true }).click();
  await dialog.getByRole('button', { name: 'Tôi đã sao chép' }).click();
}
