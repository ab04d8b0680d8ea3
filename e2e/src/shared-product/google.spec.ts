import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { approveAs, chooseGoogle, openGoogle } from '../google.ts';
import type { Product } from '../product.ts';
import { failNextGoogleToken } from '../sandbox.ts';
import { demoPassword, fillLogin, openLogin, signOut } from '../seller.ts';
import { test } from '../test.ts';

const newcomer = 'Nguyễn Thu Hà';

test.describe('signing in with Google', () => {
  test('spec 2: a new user is signed in by the callback route at the requested address, every time', async ({
    page,
    product,
  }) => {
    const callbackMethods: string[] = [];
    const authCalls: string[] = [];
    const addresses: string[] = [];
    page.on('request', (request) => {
      addresses.push(request.url());
      if (request.url().endsWith('/oauth/google/callback')) callbackMethods.push(request.method());
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/auth/')) authCalls.push(`${request.method()} ${pathname}`);
    });
    const callback = page.waitForRequest((request) =>
      request.url().startsWith(`${product.origin}/oauth/callback/google?`),
    );
    await openGoogle(page, product, '/settings/appearance');
    await approveAs(page, newcomer);
    const redirectParams = new URL((await callback).url()).searchParams;
    await expectSignedIn(page, product, '/settings/appearance');
    await expect(page.getByRole('button', { name: `Tài khoản của ${newcomer}` })).toBeVisible();
    expect(callbackMethods.filter((method) => method === 'POST')).toHaveLength(1);
    // Google's token was exchanged for a credential of the core service, which the page then validated.
    expect(authCalls).toEqual(['POST /auth/google_login', 'GET /auth/validate']);

    await page.goto(`${product.origin}/connect`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liên kết gian hàng');
    // The session belongs to the identity provider, so another tab signs in silently.
    const other = await page.context().newPage();
    await other.goto(`${product.origin}/settings/appearance`);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Giao diện');
    await other.close();

    await signOut(page);
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await chooseGoogle(page);
    await approveAs(page, newcomer);
    await expectSignedIn(page, product);
    await expect(page.getByRole('button', { name: `Tài khoản của ${newcomer}` })).toBeVisible();

    // Google's code appeared only in the URL of its own redirect, and in no log.
    const code = redirectParams.get('code') ?? '';
    const state = redirectParams.get('state') ?? '';
    expect(code).not.toBe('');
    const seen = addresses.filter((address) => new URL(address).searchParams.get('code') === code);
    expect(new Set(seen.map((address) => new URL(address).pathname))).toEqual(
      new Set(['/oauth/callback/google']),
    );
    const logs = await readLogs(product);
    for (const secret of [code, encodeURIComponent(code), state, 'GOCSPX', 'ya29.']) {
      expect(logs.includes(secret), 'a secret in the logs').toBe(false);
    }
    expect(addresses.some((address) => /GOCSPX|ya29/.test(address))).toBe(false);
  });

  test('canceling at Google leads back to the login, which says so and still works', async ({
    page,
    product,
  }) => {
    await openGoogle(page, product, '/settings/appearance');
    await page.getByRole('button', { name: 'Huỷ' }).click();
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await expect(page.getByRole('alert')).toContainText('Bạn đã huỷ đăng nhập bằng Google');
    await fillLogin(page, 'seller@demo.test', demoPassword);
    await expectSignedIn(page, product, '/settings/appearance');
  });

  test('an existing account is linked after its password was given once', async ({
    page,
    product,
  }) => {
    await openGoogle(page, product, '/settings/appearance');
    await approveAs(page, 'Demo Shop');
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await expect(page.getByRole('alert')).toContainText('đã có tài khoản ở đây');
    await fillLogin(page, 'shop@demo.test', demoPassword);
    await expectSignedIn(page, product, '/settings/appearance');
    const account = page.getByRole('button', { name: /^Tài khoản của/ });
    const name = await account.getAttribute('aria-label');
    await signOut(page);
    await page.waitForURL((url) => url.origin === product.identityOrigin);
    await chooseGoogle(page);
    await approveAs(page, 'Demo Shop');
    await expectSignedIn(page, product);
    expect(await account.getAttribute('aria-label')).toBe(name);
  });

  test('a failure is explained, and leads back to the same login', async ({ page, product }) => {
    await failNextGoogleToken(product);
    await openGoogle(page, product, '/settings/appearance');
    await approveAs(page, newcomer);
    await expect(page.getByText('Chưa liên lạc được với Google')).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: 'Về trang đăng nhập' }).click();
    await chooseGoogle(page);
    await approveAs(page, newcomer);
    await expectSignedIn(page, product, '/settings/appearance');
  });

  test('a response of another browser is refused', async ({ browser, page, product }) => {
    await openGoogle(page, product);
    // The response arrives, but its handover fails.
    await page.route('**/oauth/google/callback', (route) => route.abort());
    const arriving = page.waitForRequest((request) =>
      request.url().startsWith(`${product.origin}/oauth/callback/google?`),
    );
    await approveAs(page, newcomer);
    const address = (await arriving).url();
    await expect(page.getByRole('button', { name: 'Thử lại' })).toBeVisible();
    const victim = await browser.newContext({ locale: 'vi-VN' });
    const other = await victim.newPage();
    await openLogin(other, product);
    await other.goto(address);
    await expect(other.getByText('không bắt đầu từ trình duyệt này')).toBeVisible();
    await other.goto(`${product.origin}/settings/appearance`);
    await other.waitForURL((url) => url.origin === product.identityOrigin);
    await victim.close();
  });
});

async function expectSignedIn(page: Page, product: Product, path = '/'): Promise<void> {
  await page.waitForURL(`${product.origin}${path}`);
  await expect(page.getByRole('button', { name: /^Tài khoản của/ })).toBeVisible();
}

async function readLogs(product: Product): Promise<string> {
  const folder = join(product.dataDir, 'logs');
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return [product.output(), ...texts].join('\n');
}
