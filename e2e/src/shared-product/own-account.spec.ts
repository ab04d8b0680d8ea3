import { expect, type Page } from '@playwright/test';
import { createSeller } from '../accounts.ts';
import {
  waitForSignedIn,
  passwordOf,
  fillLogin,
  openLogin,
  openSignedIn,
  signIn,
} from '../seller.ts';
import { test } from '../test.ts';

const newPassword = 'năm con vịt dưới ao sen';

test.describe('the user’s own account, in the settings', () => {
  const rows = (page: Page) =>
    page.getByRole('region', { name: 'Các phiên đăng nhập' }).getByRole('listitem');

  test('a session that is ended elsewhere is logged out there', async ({
    page,
    browser,
    product,
  }) => {
    const account = await createSeller(product);
    const other = await (await browser.newContext({ locale: 'vi-VN' })).newPage();
    await openSignedIn(other, product, account, '/connect');
    await signIn(page, product, account, '/settings/sessions');
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).filter({ hasText: 'Thiết bị này' })).toHaveCount(1);
    await page.getByRole('button', { name: /^Kết thúc phiên/ }).click();
    await expect(rows(page)).toHaveCount(1);
    await other.goto(`${product.origin}/settings/sessions`);
    await other.waitForURL((url) => url.origin === product.identityOrigin);
    await expect(other.getByLabel(/^Tên đăng nhập/)).toBeVisible();
    await other.context().close();
  });

  test('a changed password signs in, and ends the other sessions', async ({
    page,
    browser,
    product,
  }) => {
    const account = await createSeller(product);
    const other = await (await browser.newContext({ locale: 'vi-VN' })).newPage();
    await openSignedIn(other, product, account, '/connect');
    await signIn(page, product, account, '/settings/password');
    const form = page.getByRole('region', { name: 'Đổi mật khẩu' });
    const change = form.getByRole('button', { name: 'Đổi mật khẩu' });
    await change.click();
    await expect(form.getByText('Vui lòng nhập mật khẩu hiện tại')).toBeVisible();
    await form.getByLabel('Mật khẩu hiện tại', { exact: true }).fill('không phải mật khẩu này');
    await form.getByLabel('Mật khẩu mới', { exact: true }).fill(newPassword);
    await change.click();
    await expect(form.getByText('Mật khẩu hiện tại không đúng.')).toBeVisible();
    await form.getByLabel('Mật khẩu hiện tại', { exact: true }).fill(passwordOf(account));
    await change.click();
    await expect(page.getByText('Mật khẩu đã được đổi')).toBeVisible();
    await other.goto(`${product.origin}/connect`);
    await other.waitForURL((url) => url.origin === product.identityOrigin);

    const later = await (await browser.newContext({ locale: 'vi-VN' })).newPage();
    await openLogin(later, product, '/connect');
    await fillLogin(later, account, newPassword);
    await waitForSignedIn(later, product);
    await expect(later.getByRole('heading', { level: 1 })).toHaveText('Liên kết gian hàng');
    await later.context().close();
    await other.context().close();
  });

  test('a deleted account is confirmed where the sign-out leads, with what happens next', async ({
    page,
    product,
  }) => {
    const account = await createSeller(product);
    await signIn(page, product, account, '/settings/account');
    await page.getByRole('button', { name: 'Xoá tài khoản…' }).click();
    await page.getByLabel(`Nhập ${account} để xác nhận`).fill(account);
    await page.getByLabel('Mật khẩu hiện tại', { exact: true }).fill(passwordOf(account));
    const leaving = page.waitForRequest((request) => request.url().includes('/oauth/logout'));
    await page.getByRole('button', { name: 'Xoá vĩnh viễn' }).click();
    await leaving;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Tài khoản của bạn đã được xoá',
    );
    await expect(page).toHaveURL(`${product.origin}/`);
    await expect(page.getByText(/dữ liệu của chúng đang được xoá/)).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Đến trang đăng nhập' }).click();
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await fillLogin(page, account, passwordOf(account));
    await expect(page.getByRole('alert')).toContainText('chưa đúng');
  });
});
