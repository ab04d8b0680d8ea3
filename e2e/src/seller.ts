import type { BrowserContext, Page } from '@playwright/test';
import type { Product } from './product.ts';

/** The provider's session, and its state for the session frame. The tokens behind it belong to one browser each. */
const sessionCookies = /^seller_connect_(identity|browser_state)/;

/** Password of all demo accounts, which exist in demo mode only. */
export const demoPassword = 'demo-Seller-2026';

/** Password of the accounts that journeys register. */
export const sellerPassword = 'bốn con mèo trên mái';

/** Returns the password of a demo account or of one that a journey registers. */
export function passwordOf(account: string): string {
  return account.endsWith('@demo.test') ? demoPassword : sellerPassword;
}

/** Opens a page of the application without a session and waits for the login screen. */
export async function openLogin(page: Page, product: Product, path = '/'): Promise<void> {
  await page.goto(`${product.origin}${path}`);
  await page.waitForURL((url) => url.origin === product.identityOrigin);
}

/** Fills and submits the login screen. */
export async function fillLogin(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel(/Tên đăng nhập|Username/).fill(account);
  await page.getByLabel(/^(Mật khẩu|Password)$/).fill(password);
  await page.getByRole('button', { name: /^(Đăng nhập|Sign in)$/ }).click();
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** Cookies of the provider's latest session of each account. */
const sessions = new WeakMap<Product, Map<string, Cookies>>();

/**
 * Opens a page of the application as an account, for journeys about something other than the login. A new context
 * gets the provider's session of an earlier one, with which the page logs in silently in two thirds of the CPU time.
 * The login screen appears only if there is no session or it has ended.
 */
export async function openSignedIn(
  page: Page,
  product: Product,
  account: string,
  path = '/',
): Promise<void> {
  const context = page.context();
  const isNew = (await context.cookies()).length === 0;
  const known = isNew ? sessions.get(product)?.get(account) : undefined;
  if (known) await context.addCookies(known);
  await page.goto(`${product.origin}${path}`);
  // A poll, because the default asks for every frame.
  await page.waitForFunction(
    (identityOrigin) =>
      location.origin === identityOrigin ||
      Object.keys(localStorage).some((key) => key.startsWith('login.user.')),
    product.identityOrigin,
    { polling: 100 },
  );
  if (new URL(page.url()).origin === product.identityOrigin) {
    await fillLogin(page, account, passwordOf(account));
  }
  await waitForSignedIn(page, product);
  recordSession(product, account, await context.cookies(product.identityOrigin));
}

/** Records the provider's session of an account for `openSignedIn`. */
export function recordSession(product: Product, account: string, cookies: Cookies): void {
  const ofProduct = sessions.get(product) ?? new Map<string, Cookies>();
  sessions.set(product, ofProduct);
  ofProduct.set(
    account,
    cookies.filter(({ name }) => sessionCookies.test(name)),
  );
}

/** Opens a page of the application, signs in, and returns to the page. */
export async function signIn(
  page: Page,
  product: Product,
  account: string,
  path = '/',
): Promise<void> {
  await openLogin(page, product, path);
  await fillLogin(page, account, passwordOf(account));
  await waitForSignedIn(page, product);
}

/** Waits until the browser is back in the application and signed in. */
export async function waitForSignedIn(page: Page, product: Product): Promise<void> {
  await page.waitForURL((url) => url.origin === product.origin && !url.searchParams.has('code'));
  await page.waitForFunction(
    () => Object.keys(localStorage).some((key) => key.startsWith('login.user.')),
    undefined,
    { polling: 100 },
  );
}

/** Opens the account menu in the header, which has language, theme and signing out. */
export async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Tài khoản của|’s account$/ }).click();
}

export async function signOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: /^(Đăng xuất|Sign out)$/ }).click();
}

/** Opens the partner's consent page from the connect screen. */
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

/** Consents on the partner's page and returns. */
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

/** Links one Lazada shop through the sandbox's consent page, starting at the connect screen. */
export async function linkLazadaShop(page: Page, product: Product, shopName: string) {
  await openConsent(page, product);
  await approveConsent(page, product, shopName);
}

/** Waits on the verified screen until the first sync is complete. */
export async function waitForFirstSync(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/connect/done', { timeout: 180_000 });
}

/** Waits until the demo's shops are synced. */
export async function waitForDemoSync(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.origin}/connect/done`);
  // Exact match, because "Chưa hoàn tất" is shown first.
  await page
    .getByRole('heading', { level: 1, name: 'Hoàn tất', exact: true })
    .waitFor({ timeout: 120_000 });
}
