import { expect } from '@playwright/test';
import {
  countEmails,
  requestPasswordReset,
  emailLink,
  createNewAccount,
  newestEmail,
  registerAccount,
} from './accounts.ts';
import { sharedProduct } from './prepared-product.ts';
import type { Product } from './product.ts';
import { waitForSignedIn, fillLogin, openLogin } from './seller.ts';
import { test } from './test.ts';

test.describe('a forgotten password', () => {
  let product: Product;

  test.beforeAll(async () => {
    test.setTimeout(240_000);
    product = await sharedProduct();
  });

  test('spec 1: is replaced by the link from a letter; every session ends, and nobody is signed in by it', async ({
    browser,
  }) => {
    const elsewhere = await browser.newContext({ locale: 'vi-VN' });
    const open = await elsewhere.newPage();
    await open.clock.install();
    const account = await registerAccount(open, product);
    await open.goto(`${product.origin}/connect`);
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

  test('in English: an unknown address is answered alike, and gets no letter', async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    const nobody = createNewAccount().email;
    const before = await countEmails(page, product, 'shop@demo.test');
    const shown: string[] = [];
    for (const email of [nobody, 'shop@demo.test']) {
      await openLogin(page, product);
      const english = page.getByRole('link', { name: 'English' });
      if (shown.length === 0) await english.click();
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await requestPasswordReset(page, email);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
      shown.push((await page.locator('main').innerText()).replace(email, '…'));
    }
    expect(shown[1]).toBe(shown[0]);
    const receivedEmail = await newestEmail(page, product, 'shop@demo.test', before + 1);
    await expect(receivedEmail.getByRole('heading')).toHaveText('Reset your password');
    // It was queued before the email that has arrived.
    await expect(page.getByText(nobody)).toHaveCount(0);
    await context.close();
  });

  test('each of several links works, and one that was cut short leads on', async ({ page }) => {
    const account = await registerAccount(page, product);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await openLogin(page, product);
    await page.getByRole('link', { name: 'Quên mật khẩu?' }).click();
    await requestPasswordReset(page, account.email);
    const tab = await page.context().newPage();
    const first = await emailLink(tab, product, account.email, 2);
    await page.getByRole('button', { name: 'Gửi lại email' }).click();
    await expect(page.getByRole('status')).toContainText('Đã gửi thêm một email');
    const second = await emailLink(tab, product, account.email, 3);
    await tab.goto(second.replace(/token=[^&]{8}/, 'token='));
    await expect(tab.getByRole('alert')).toHaveText('Liên kết này đã được dùng hoặc đã hết hạn.');
    await expect(tab.getByRole('textbox')).toHaveCount(0);
    for (const alive of [first, second]) {
      await tab.goto(alive);
      await expect(tab.getByLabel('Mật khẩu mới')).toBeVisible();
    }
  });
});
