import { expect } from '@playwright/test';
import { emailWith } from '../accounts.ts';
import { signIn, waitForDemoSync } from '../seller.ts';
import { waitUntilStable } from '../stable-screen.ts';
import { test } from '../test.ts';

test.describe('a saved view', () => {
  test('is saved, changed, opened by its link and by the palette, and sent by email', async ({
    page,
    product,
  }) => {
    await signIn(page, product, 'shop@demo.test');
    // Until then, Home is the checklist.
    await waitForDemoSync(page, product);
    const menu = (name: string, label = 'Chế độ xem') =>
      page.getByRole('button', { name: name === label ? name : `${label}: ${name}`, exact: true });
    const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).click();
    await page.goto(`${product.origin}/?period=7d`);
    await menu('Chế độ xem').click();
    await choose('Lưu bộ lọc này…');
    await page.getByRole('textbox', { name: 'Tên' }).fill('Tuần này');
    await page.getByRole('checkbox', { name: 'Chia sẻ với cả nhóm' }).check();
    await page.getByRole('button', { name: 'Lưu', exact: true }).click();
    await expect(menu('Tuần này')).toBeVisible();
    const id = new URL(page.url()).searchParams.get('view') ?? '';

    await page.getByRole('button', { name: /^Kỳ báo cáo:/ }).click();
    await page.getByRole('menuitemradio', { name: '90 ngày' }).click();
    await menu('Tuần này', 'Chế độ xem, bộ lọc đã đổi').click();
    await choose('Cập nhật “Tuần này” theo bộ lọc này');
    await expect(menu('Tuần này')).toBeVisible();

    await page.goto(`${product.origin}/views/${id}`);
    await expect(page).toHaveURL(`${product.origin}/?period=90d&view=${id}`);
    await page.goto(`${product.origin}/orders`);
    await page.getByRole('heading', { level: 1, name: 'Đơn hàng' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Tìm và thao tác nhanh' }).fill('tuan nay');
    await page.getByRole('option', { name: 'Tuần này' }).waitFor();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${product.origin}/?period=90d&view=${id}`);

    await menu('Tuần này').click();
    await choose('Gửi qua email…');
    await page.getByRole('button', { name: 'Đặt lịch' }).click();
    await expect(page.getByText('Đã đặt lịch', { exact: false })).toBeVisible();
    await page.goto(`${product.origin}/settings/notifications`);
    await waitUntilStable(page);
    await page.getByRole('button', { name: 'Thao tác với “Tuần này”' }).click();
    await choose('Gửi thử ngay');
    const mailbox = await page.context().newPage();
    const email = await emailWith(mailbox, product, 'Gửi thử: Tuần này');
    await expect(email.getByRole('link', { name: /^report-.*\.xlsx$/ })).toBeVisible();
    await email.getByRole('link', { name: 'Xem như trong hộp thư' }).click();
    await expect(mailbox.getByRole('heading', { level: 2, name: 'Gian hàng' })).toBeVisible();
    await mailbox.getByRole('link', { name: 'Ngừng nhận báo cáo này' }).click();
    await mailbox.getByRole('button', { name: 'Ngừng nhận' }).click();
    await expect(mailbox.getByRole('heading', { level: 1 })).toContainText('Đã ngừng gửi');
    await page.reload();
    await expect(page.getByText('(không nhận)', { exact: false })).toBeVisible();
  });
});
