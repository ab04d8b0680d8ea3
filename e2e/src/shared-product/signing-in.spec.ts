import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test';
import { browserLaunchOptions, quietBrowserFlags } from '../../../scripts/setup/browser.mjs';
import { waitForEmailSentPage, createNewAccount, newestEmail } from '../accounts.ts';
import type { Product } from '../product.ts';
import { waitForSignedIn, demoPassword, fillLogin, openLogin } from '../seller.ts';
import { test } from '../test.ts';

const identityCookie = 'seller_connect_identity';
const week = 7 * 24 * 60 * 60;

test.describe('signing in', () => {
  test('a demo account, which the launcher has listed, signs in with one click', async ({
    page,
    product,
  }) => {
    await expect.poll(() => product.output()).toContain('shop@demo.test');
    await openLogin(page, product, '/connect');
    await page.getByRole('button', { name: 'Người bán mới, chưa có gian hàng' }).click();
    await waitForSignedIn(page, product);
    await expect(page).toHaveURL(`${product.origin}/connect`);
  });

  for (const remember of [true, false]) {
    test(`spec 3: "remember me" ${remember ? 'on: the session outlives the browser, for seven days' : 'off: the session ends with the browser'}`, async ({
      product,
    }) => {
      const profile = await mkdtemp(join(tmpdir(), 'seller-connect-browser-'));
      let open = await openBrowser(profile);
      let page = await open.newPage();
      await openLogin(page, product, '/connect');
      const began = Math.floor(Date.now() / 1000);
      await page.getByLabel('Ghi nhớ đăng nhập').setChecked(remember);
      await fillLogin(page, 'seller@demo.test', demoPassword);
      await waitForSignedIn(page, product);
      const cookie = await cookieOf(open, product);
      if (remember) {
        expect(cookie?.expires).toBeGreaterThanOrEqual(began + week);
        expect(cookie?.expires).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + week);
      } else expect(cookie?.expires).toBe(-1);
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
      const ofSession = (await open.cookies(product.identityOrigin)).filter(({ name }) =>
        name.startsWith(identityCookie),
      );
      for (const each of ofSession) expect(each.httpOnly).toBe(true);

      await open.close();
      open = await openBrowser(profile);
      expect(await cookieOf(open, product)).toEqual(remember ? cookie : undefined);
      page = await open.newPage();
      // The access token of the closed browser has expired by then, so only the session counts.
      await page.clock.install({ time: Date.now() + 11 * 60_000 });
      await page.goto(`${product.origin}/connect`);
      if (remember) {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liên kết gian hàng');
        await expect(page.getByRole('button', { name: /^Tài khoản của/ })).toBeVisible();
      } else {
        await page.waitForURL((url) => url.origin === product.identityOrigin);
        await expect(page.getByLabel('Mật khẩu', { exact: true })).toBeVisible();
      }
      await open.close();
      await rm(profile, { recursive: true, force: true });
    });
  }

  test('spec 2: /oauth/authorize is the login screen, to which the application’s own path redirects', async ({
    page,
    product,
  }) => {
    await openLogin(page, product, '/oauth/authorize');
    expect(new URL(page.url()).pathname).toBe('/oauth/authorize');
    for (const name of ['Tên đăng nhập hoặc email', 'Mật khẩu', 'Ghi nhớ đăng nhập'])
      await expect(page.getByLabel(name, { exact: true })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await fillLogin(page, 'seller@demo.test', demoPassword);
    await waitForSignedIn(page, product);
    await expect(page).toHaveURL(`${product.origin}/`);
  });

  test('a change of the language keeps the typed name and the checkbox, but neither the password nor a copy', async ({
    page,
    product,
  }) => {
    await openLogin(page, product, '/connect');
    await page.getByLabel('Tên đăng nhập hoặc email').fill('lan@shop.vn');
    await page.getByLabel('Mật khẩu', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Hiện mật khẩu' }).click();
    await page.getByLabel('Ghi nhớ đăng nhập').check();
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page.getByLabel('Username or email')).toHaveValue('lan@shop.vn');
    await expect(page.getByLabel('Remember me')).toBeChecked();
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    expect(page.url()).not.toContain('lan');
    await page.getByRole('link', { name: 'Register' }).click();
    await expect(page.getByLabel('Email')).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('lan');
  });

  test('the login works with the keyboard alone', async ({ page, product }) => {
    await openLogin(page, product, '/connect');
    // The first field has the focus. Language and theme, which are set once, follow the form.
    await expect(page.getByLabel('Tên đăng nhập hoặc email')).toBeFocused();
    await page.keyboard.type('seller@demo.test');
    await tabTo(page, 'Mật khẩu');
    await page.keyboard.type(demoPassword);
    await tabTo(page, 'Hiện mật khẩu');
    await page.keyboard.press('Space');
    await expect(page.getByLabel('Mật khẩu', { exact: true })).toHaveAttribute('type', 'text');
    await tabTo(page, 'Ghi nhớ đăng nhập');
    await page.keyboard.press('Space');
    await expect(page.getByLabel('Ghi nhớ đăng nhập')).toBeChecked();
    // Tab order matches the visual order: forgotten password, button, other sign-in methods.
    expect(await tabTo(page, 'Đăng ký')).toEqual([
      'Quên mật khẩu?',
      'Đăng nhập',
      'Đăng nhập bằng Google',
      'Thông báo về dữ liệu cá nhân',
      'Đăng ký',
    ]);
    expect(await tabTo(page, 'Đổi giao diện sáng hoặc tối')).toEqual([
      'Người bán mới, chưa có gian hàng',
      'Người bán đã liên kết gian hàng',
      'Nhân viên: thương hiệu và giá',
      'English',
      'Đổi giao diện sáng hoặc tối',
    ]);
    for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await waitForSignedIn(page, product);
    await expect(page).toHaveURL(`${product.origin}/connect`);
  });

  test('registration, mailbox and email work with the keyboard alone', async ({
    page,
    product,
  }) => {
    const account = createNewAccount();
    await openLogin(page, product);
    await tabTo(page, 'Đăng ký');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/register');
    await tabTo(page, 'Họ và tên');
    await page.keyboard.type(account.name);
    await tabTo(page, 'Email');
    await page.keyboard.type('sen');
    await tabTo(page, 'Mật khẩu');
    await page.keyboard.type(account.password);
    await page.keyboard.press('Enter');
    // The focus is on the invalid field, which has the error as its description.
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Email chưa đúng/);
    await page.keyboard.press('End');
    await page.keyboard.type(account.email.slice(3));
    await page.keyboard.press('Enter');
    await waitForEmailSentPage(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await tabTo(page, 'Quay lại đăng nhập')).toEqual([
      'Mở hộp thư thử nghiệm',
      'Gửi lại email',
      'Quay lại đăng nhập',
    ]);
    const receivedEmail = await newestEmail(page, product, account.email);
    const link = await receivedEmail.getByRole('link').innerText();
    await tabTo(page, link);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/verify-email');
    await tabTo(page, 'Xác nhận');
    await page.keyboard.press('Space');
    await waitForSignedIn(page, product);
    await expect(page.getByRole('button', { name: `Tài khoản của ${account.name}` })).toBeVisible();
  });
});

function openBrowser(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    locale: 'vi-VN',
    ...browserLaunchOptions(quietBrowserFlags),
  });
}

async function cookieOf(context: BrowserContext, product: Product) {
  const cookies = await context.cookies(product.identityOrigin);
  return cookies.find(({ name }) => name === identityCookie);
}

/** Presses Tab until an element has the focus. Returns the names of the stops; each must have a visible focus. */
async function tabTo(page: Page, name: string): Promise<string[]> {
  const stops: string[] = [];
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press('Tab');
    const { stop, seen } = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement)) return { stop: '', seen: false };
      const label =
        element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : undefined;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const outlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
      const called = label ?? element.getAttribute('aria-label') ?? element.innerText;
      return { stop: called.trim(), seen: outlined || boxShadow !== 'none' };
    });
    stops.push(stop);
    expect(seen, `the focus on "${stop}" is seen`).toBe(true);
    if (stop === name) return stops;
  }
  throw new Error(`${name} is not reached by Tab: ${stops.join(', ')}`);
}
