import { expect, type Page } from '@playwright/test';
import { createSeller, newestEmail } from '../accounts.ts';
import { newestZaloMessage, pickShop, withdrawConsent } from '../sandbox.ts';
import { waitForFirstSync, linkLazadaShop, openSignedIn } from '../seller.ts';
import { waitUntilStable } from '../stable-screen.ts';
import { test } from '../test.ts';

/** Reloads the page until it was answered that one notification is unread. */
async function waitForUnread(page: Page): Promise<void> {
  await expect(async () => {
    const [answer] = await Promise.all([
      page.waitForResponse(
        (response) => new URL(response.url()).pathname === '/user/notifications',
      ),
      page.reload(),
    ]);
    expect(await answer.json()).toMatchObject({ unread: 1 });
  }).toPass({ timeout: 60_000 });
}

test.describe('notifications of a user', () => {
  test('a shop that needs reauthorization notifies once, by bell, email and Zalo, with a link', async ({
    page,
    product,
  }) => {
    const shop = await pickShop(product, (name) => name === 'Bếp Nhà Mộc');
    const seller = await createSeller(product);
    await openSignedIn(page, product, seller);
    await linkLazadaShop(page, product, shop.name);
    await waitForFirstSync(page);
    const bell = page.getByRole('button', { name: /^Thông báo/ });
    const panel = page.getByRole('dialog', { name: 'Thông báo' });
    await waitForUnread(page);
    // What is read before its email is sent needs no email.
    const mailboxPage = await page.context().newPage();
    await newestEmail(mailboxPage, product, seller, 2);
    await expect(bell).toHaveAccessibleName('Thông báo, 1 chưa đọc');
    await bell.click();
    await expect(panel.getByRole('link')).toContainText([
      `Đã đồng bộ xong gian hàng ${shop.name}`,
      'Cài đặt thông báo',
    ]);
    await panel.getByRole('button', { name: 'Đánh dấu đã đọc tất cả' }).click();
    await expect(bell).toHaveAccessibleName('Thông báo');

    await page.goto(`${product.origin}/settings/notifications`);
    await waitUntilStable(page);
    await page.getByRole('textbox', { name: 'Số điện thoại Zalo' }).fill('0901 234 567');
    await page.getByRole('button', { name: 'Gửi mã' }).click();
    const code = page.getByRole('textbox', { name: 'Mã 6 chữ số' });
    await code.waitFor();
    await code.fill((await newestZaloMessage(product))?.['otp'] ?? '');
    await page.getByRole('button', { name: 'Xác nhận', exact: true }).click();
    await expect(page.getByText('Tin Zalo được gửi đến 0901 234 567.')).toBeVisible();

    await page.goto(`${product.origin}/connect`);
    const syncNow = page.getByRole('button', { name: 'Đồng bộ ngay' });
    await syncNow.waitFor();
    await withdrawConsent(product, shop.externalShopId);
    // The next scheduled sync, usually minutes later, detects it as well. If it comes first, the button is hidden.
    await syncNow.click({ timeout: 10_000 }).catch(() => expect(syncNow).toBeHidden());
    const started = page.getByText('Đã bắt đầu đồng bộ các gian hàng');
    const reconnect = page.getByRole('button', { name: `Liên kết lại: ${shop.name}` });
    await started.or(reconnect).first().waitFor();
    await waitForUnread(page);
    await expect(bell).toHaveAccessibleName('Thông báo, 1 chưa đọc');
    const title = `Lazada đã ngắt quyền truy cập của gian hàng ${shop.name}`;
    await expect(page).toHaveTitle(/^(?!.*(Lazada|\(1\)))/);

    const receivedEmail = await newestEmail(mailboxPage, product, seller, 3);
    await expect(receivedEmail.getByRole('heading')).toHaveText(title);
    await mailboxPage.close();
    await expect.poll(() => newestZaloMessage(product)).toMatchObject({ title });

    await bell.click();
    const needed = panel.getByRole('link', { name: new RegExp(shop.name) }).first();
    await expect(needed).toContainText(title);
    await needed.click();
    await expect(page).toHaveURL(/\/connect$/);
  });
});
