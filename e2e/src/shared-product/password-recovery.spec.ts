import { expect } from '@playwright/test';
import { createNewAccount, createSeller, newestEmail, requestPasswordReset } from '../accounts.ts';
import { waitForSignedIn, fillLogin, openLogin, openSignedIn } from '../seller.ts';
import { test } from '../test.ts';

test.describe('a forgotten password', () => {
  test('spec 1: is reset by an emailed link, which ends every session and starts none', async ({
    browser,
    product,
  }) => {
    const elsewhere = await browser.newContext({ locale: 'vi-VN' });
    const open = await elsewhere.newPage();
    await open.clock.install();
    const account = createNewAccount();
    await openSignedIn(open, product, await createSeller(product, account), '/connect');
    await expect(open.getByRole('heading', { level: 1 })).toHaveText('Liên kết gian hàng');

    const here = await browser.newContext({ locale: 'vi-VN' });
    const page = await here.newPage();
    await openLogin(page, product);
    await page.getByRole('link', { name: 'Quên mật khẩu?' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quên mật khẩu');
    await requestPasswordReset(page, account.email);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kiểm tra hộp thư của bạn');
    const receivedEmail = await newestEmail(page, product, account.email, 2);
    await expect(receivedEmail.getByRole('heading')).toHaveText('Đặt lại mật khẩu');
    await receivedEmail.getByRole('link').click();
    const link = page.url();

    const changed = 'năm con vịt dưới ao';
    const password = page.getByLabel('Mật khẩu mới');
    await password.fill('passwordpassword');
    await page.getByRole('button', { name: 'Đặt mật khẩu mới' }).click();
    await expect(password).toHaveAccessibleDescription(/quá dễ đoán/);
    await password.fill(changed);
    await page.getByRole('button', { name: 'Đặt mật khẩu mới' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đã đặt mật khẩu mới');

    // The other browser's session has ended. Its open page notices at the next renewal or when its token expires.
    const info = await open.request.get(`${product.identityOrigin}/session/info`);
    expect(await info.json()).toEqual({ is_authenticated: false });
    await open.clock.fastForward('10:05');
    await open.waitForURL((url) => url.origin === product.identityOrigin);
    await expect(open.getByLabel('Mật khẩu', { exact: true })).toBeVisible();

    // No session exists here. The old password is rejected, the new one works.
    await page.getByRole('link', { name: 'Đăng nhập' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Đăng nhập');
    await fillLogin(page, account.email, account.password);
    await expect(page.getByRole('alert')).toContainText('mật khẩu chưa đúng');
    await fillLogin(page, account.email, changed);
    await waitForSignedIn(page, product);
    await expect(page.getByRole('button', { name: `Tài khoản của ${account.name}` })).toBeVisible();

    // The link works only once, and the owner was notified.
    await page.goto(link);
    await expect(page.getByRole('alert')).toHaveText('Liên kết này đã được dùng hoặc đã hết hạn.');
    await page.getByRole('link', { name: 'Yêu cầu liên kết mới' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quên mật khẩu');
    const notice = await newestEmail(page, product, account.email, 3);
    await expect(notice.getByRole('heading')).toHaveText('Mật khẩu của bạn đã được đổi');
    await here.close();
    await elsewhere.close();
  });
});
