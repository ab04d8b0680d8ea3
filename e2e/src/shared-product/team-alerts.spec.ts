import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { emailWith } from '../accounts.ts';
import { recentSeller } from '../recent-shop.ts';
import { metricCard } from '../report.ts';
import { openSignedIn } from '../seller.ts';
import { waitUntilStable } from '../stable-screen.ts';
import { test } from '../test.ts';
import { startWebhookReceiver, verifyBody, type WebhookReceiver } from '../webhook-receiver.ts';

const settings = '/settings/notifications';

// The webhook of the first journey receives the alert of the second.
test.describe.serial('the alerts of a team', () => {
  let receiver: WebhookReceiver;
  let page: Page;
  let secret: string;

  test.beforeAll(async ({ browser, product }) => {
    receiver = await startWebhookReceiver();
    page = await (await browser.newContext({ locale: 'vi-VN' })).newPage();
    await openSignedIn(page, product, recentSeller, settings);
  });

  test.afterAll(async () => {
    await page?.context().close();
    await receiver?.close();
  });

  test('a webhook gets a secret and receives signed tests; a failure is listed', async ({
    product,
  }) => {
    const card = page.getByRole('region', { name: 'Webhook của nhóm' });
    await card.getByRole('button', { name: 'Thêm webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Webhook của nhóm' });
    await dialog.getByRole('textbox', { name: 'Địa chỉ nhận' }).fill(receiver.url);
    await dialog.getByRole('button', { name: 'Lưu' }).click();
    const secretDialog = page.getByRole('dialog', { name: 'Mã bí mật của webhook' });
    secret = await secretDialog.getByRole('textbox', { name: 'Mã bí mật' }).inputValue();
    await secretDialog.getByRole('button', { name: 'Tôi đã sao chép' }).click();
    await expect(card.getByText(receiver.url)).toBeVisible();

    await card.getByRole('button', { name: 'Gửi thử' }).click();
    const body = verifyBody(await receiver.waitForRequest('test'), secret);
    expect(body).toMatchObject({ type: 'test', data: { url: `${product.origin}${settings}` } });
    const newest = card.getByRole('listitem').first();
    await expect(newest).toContainText('Đã nhận');

    receiver.respondWith(500);
    await card.getByRole('button', { name: 'Gửi thử' }).click();
    await expect(newest).toContainText(/Đang chờ.*trả lời 500.*thử lại/);
    receiver.respondWith(204);
  });

  test('a rule is previewed, raises an alert by bell, email and webhook, and is muted, changed and deleted', async ({
    product,
  }) => {
    const name = `Có đơn trong tuần ${randomBytes(3).toString('hex')}`;
    const card = page.getByRole('region', { name: 'Cảnh báo của nhóm' });
    const rule = card.getByRole('listitem').filter({ hasText: name });
    const choose = async (act: string) => {
      await rule.getByRole('button', { name: `Thao tác với “${name}”` }).click();
      await page.getByRole('menuitem', { name: act, exact: true }).click();
    };
    await card.getByRole('button', { name: 'Thêm cảnh báo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cảnh báo mới' });
    await dialog.getByRole('textbox', { name: 'Tên cảnh báo' }).fill(name);
    await dialog.getByRole('combobox', { name: 'Chỉ số' }).selectOption('Đơn hàng');
    await dialog.getByRole('combobox', { name: 'Báo khi' }).selectOption('Cao hơn một ngưỡng');
    await dialog.getByRole('combobox', { name: 'Trong', exact: true }).selectOption('7 ngày qua');
    const preview = dialog.getByRole('region', { name: 'Trong 60 ngày qua' });
    const threshold = dialog.getByRole('textbox', { name: 'Ngưỡng' });
    await threshold.fill('999');
    await expect(preview).toContainText('Không báo lần nào.');
    await threshold.fill('0');
    await expect(preview).toContainText(/Sẽ báo [1-3] lần\. Gần nhất: \d/);
    await dialog.getByRole('checkbox', { name: 'Webhook của nhóm' }).check();
    await dialog.getByRole('button', { name: 'Đặt cảnh báo' }).click();
    await expect(rule).toContainText('Đơn hàng · Tất cả gian hàng · 7 ngày qua cao hơn 0');
    await expect(rule).toContainText('Trong ứng dụng · Qua email · Webhook của nhóm');

    const body = verifyBody(await receiver.waitForRequest('alert_raised'), secret);
    const alert = { rule: name, metric: 'orders', value: '7', high: '0' };
    const shops: unknown[] = [];
    expect(body).toMatchObject({ type: 'alert_raised', data: { shops, alert } });

    // Whoever reads of it in the application first gets no email.
    const mailbox = await page.context().newPage();
    const email = await emailWith(mailbox, product, name);
    await page.reload();
    await page.getByRole('button', { name: /^Thông báo, \d+ chưa đọc$/ }).click();
    const bell = page.getByRole('dialog', { name: 'Thông báo' });
    await bell.getByRole('link', { name: `${name}: Đơn hàng 7` }).click();
    await expect(page).toHaveURL(/\/\?.*period=custom/);
    await expect(metricCard(page, 'orders')).toHaveAttribute('data-value', '7');

    await expect(email.getByRole('heading')).toHaveText(`${name}: Đơn hàng 7`);
    await email.getByRole('link', { name: /mute|alert/ }).click();
    await mailbox.getByRole('button', { name: 'Tắt cảnh báo' }).click();
    await expect(mailbox.getByRole('heading', { level: 1 })).toHaveText('Đã tắt cảnh báo này');
    await mailbox.close();

    await page.goto(`${product.origin}${settings}`);
    await waitUntilStable(page);
    await expect(rule).toContainText('Bạn đã tắt cảnh báo này cho mình');
    await choose('Bật lại cho tôi');
    await expect(rule).not.toContainText('Bạn đã tắt');
    await choose('Sửa');
    const editor = page.getByRole('dialog', { name: `Sửa “${name}”` });
    await editor.getByRole('textbox', { name: 'Ngưỡng' }).fill('100');
    await editor.getByRole('checkbox', { name: 'Giờ yên lặng' }).check();
    await editor.getByRole('button', { name: 'Lưu', exact: true }).click();
    await expect(rule).toContainText('7 ngày qua cao hơn 100');
    await expect(rule).toContainText('không báo từ 22:00 đến 07:00 · báo gần nhất');

    await choose('Xoá cảnh báo');
    await expect(rule).toBeHidden();
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await expect(rule).toContainText('7 ngày qua cao hơn 100');
    await choose('Xoá cảnh báo');
    await expect(rule).toBeHidden();

    await page
      .getByRole('region', { name: 'Webhook của nhóm' })
      .getByRole('button', { name: 'Sửa' })
      .click();
    const remove = page.getByRole('button', { name: 'Xoá webhook' });
    await remove.click();
    await page.getByRole('dialog', { name: 'Xoá webhook của nhóm?' }).locator(remove).click();
    await expect(page.getByRole('button', { name: 'Thêm webhook' })).toBeVisible();
  });
});
