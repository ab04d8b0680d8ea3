import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';

/** Every demo account's password; they exist in demo mode only. */
const demoPassword = 'demo-Seller-2026';

/** Opens an address of the application, goes through the login screen, and comes back to it. */
export async function signIn(
  page: Page,
  product: Product,
  account: string,
  path = '/',
): Promise<void> {
  await page.goto(`${product.origin}${path}`);
  await page.waitForURL((url) => url.origin === product.identityOrigin);
  await page.getByLabel(/Tên đăng nhập|Username/).fill(account);
  await page.getByLabel(/^(Mật khẩu|Password)$/).fill(demoPassword);
  await page.getByRole('button', { name: /^(Đăng nhập|Sign in)$/ }).click();
  await page.waitForURL((url) => url.origin === product.origin && !url.searchParams.has('code'));
}

/** Links one Lazada shop on the sandbox's consent page, from the connect screen on. */
export async function linkLazadaShop(page: Page, product: Product, shopName: string) {
  await page.goto(`${product.origin}/connect`);
  const card = page.locator('[data-partner=LAZADA]');
  await card.getByRole('button', { name: /Liên kết|Link/ }).click();
  await page.waitForURL(/\/oauth\/authorize\?/);
  await page.getByLabel(shopName).check();
  await page.getByRole('button', { name: 'Đồng ý' }).click();
  await page.waitForURL(
    (url) => url.origin === product.origin && url.pathname === '/connect/verified',
  );
}

export interface SandboxShop {
  platform: string;
  externalShopId: string;
  name: string;
}

/** The figures that a correct report must show, from the sandbox's own books. */
export interface LedgerTotals {
  orders: number;
  gmv: string;
  netSales: string;
  units: number;
  validOrders: number;
  cancelledOrders: number;
  nmv: string;
}

export async function ledger(
  product: Product,
  shop: string,
  period: { from: string; to: string },
): Promise<LedgerTotals> {
  const query = new URLSearchParams({ platform: 'LAZADA', shop, ...period });
  const answer = await fetch(`${product.sandboxOrigin}/_sandbox/ledger?${query}`);
  expect(answer.status).toBe(200);
  const { total } = (await answer.json()) as { total: LedgerTotals };
  return total;
}

/** The exact value of one figure tile of Home, as the page holds it. */
export function figure(page: Page, name: string) {
  return page.locator(`[data-figure="${name}"]`).first();
}
