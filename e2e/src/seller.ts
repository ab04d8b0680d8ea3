import type { Page } from '@playwright/test';
import type { Product } from './product.ts';

/** Every demo account's password; they exist in demo mode only. */
export const demoPassword = 'demo-Seller-2026';

/** Opens an address of the application as a visitor and waits for the login screen. */
export async function openLogin(page: Page, product: Product, path = '/'): Promise<void> {
  await page.goto(`${product.origin}${path}`);
  await page.waitForURL((url) => url.origin === product.identityOrigin);
}

/** Fills the login screen and sends it. */
export async function fillLogin(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel(/Tên đăng nhập|Username/).fill(account);
  await page.getByLabel(/^(Mật khẩu|Password)$/).fill(password);
  await page.getByRole('button', { name: /^(Đăng nhập|Sign in)$/ }).click();
}

/** Opens an address of the application, goes through the login screen, and comes back to it. */
export async function signIn(
  page: Page,
  product: Product,
  account: string,
  path = '/',
): Promise<void> {
  await openLogin(page, product, path);
  await fillLogin(page, account, demoPassword);
  await waitForSignedIn(page, product);
}

/** Waits until the browser is back in the application, which knows now who is there. */
export async function waitForSignedIn(page: Page, product: Product): Promise<void> {
  await page.waitForURL((url) => url.origin === product.origin && !url.searchParams.has('code'));
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => key.startsWith('login.user.')),
  );
}

/** The header's menu that shows the person's name, from which one signs out. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Tài khoản của|Account of)/ }).click();
  await page.getByRole('menuitem', { name: /^(Đăng xuất|Sign out)$/ }).click();
}

/** Leaves the connect screen for the partner's consent page. */
export async function openConsent(
  page: Page,
  product: Product,
  partner: 'LAZADA' | 'SHOPEE' | 'TIKI' | 'TIKTOK' | 'FACEBOOK' = 'LAZADA',
): Promise<void> {
  await page.goto(`${product.origin}/connect`);
  const card = page.locator(`[data-partner=${partner}]`);
  await card.getByRole('button', { name: /Liên kết|Connect|Link/ }).click();
  await page.waitForURL((url) => url.origin !== product.origin);
}

/** Agrees on the partner's consent page and comes back. */
export async function approveConsent(
  page: Page,
  product: Product,
  shopName: string,
): Promise<void> {
  await page.getByLabel(shopName).check();
  await page.getByRole('button', { name: /^(Đồng ý|Agree)/ }).click();
  await page.waitForURL(
    (url) => url.origin === product.origin && url.pathname === '/connect/verified',
  );
}

/** Links one Lazada shop on the sandbox's consent page, from the connect screen on. */
export async function linkLazadaShop(page: Page, product: Product, shopName: string) {
  await openConsent(page, product);
  await approveConsent(page, product, shopName);
}

/** Waits at the verified screen until the first synchronisation is complete. */
export async function waitForFirstSync(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/connect/done', { timeout: 180_000 });
}

/** Waits until the demo's shops are read to the end. */
export async function waitForDemoSync(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.origin}/connect/done`);
  // To the letter: "Chưa hoàn tất" stands there before.
  await page
    .getByRole('heading', { level: 1, name: 'Hoàn tất', exact: true })
    .waitFor({ timeout: 120_000 });
}
