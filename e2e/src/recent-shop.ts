import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { createNewAccount, createSeller } from './accounts.ts';
import type { Product } from './product.ts';
import { pickShop, type SandboxShop } from './sandbox.ts';
import { linkLazadaShop, openSignedIn, waitForFirstSync } from './seller.ts';

/** The sandbox names a shop after its file. */
const shopName = 'recent-orders';
/** Days before today with an order. With seven days, days of cover are known. */
const daysBefore = 8;
/** A day's sale of each product. The sandbox's stocks of up to 404 units last for less than seven days. */
export const unitsPerDay = 60;
const products = ['Bánh tráng nướng', 'Mứt dừa non', 'Trà sen Tây Hồ'];

/** Account of a seller with nothing but the shop of recent orders. */
export const recentSeller = 'recent@hoa-dep.test';

/** Returns the sandbox's settings for the shop whose orders are in a folder. */
export function recentShopEnv(folder: string): Record<string, string> {
  return { SANDBOX_REPLAY: `lazada:${join(folder, `${shopName}.csv`)}` };
}

/**
 * Writes the orders of a shop: the same ones on each of the last days, so that its figures do not depend on the day of
 * the run.
 */
export async function writeRecentOrders(folder: string): Promise<void> {
  const now = Date.now();
  const rows = Array.from({ length: daysBefore + 1 }, (_, day) => {
    const createdAt = new Date(now - day * 86_400_000).toISOString();
    const order = [1000 + day, createdAt, 'completed'];
    return products.map((name, index) =>
      [...order, `SKU-${index}`, name, unitsPerDay, 20_000, 'VND', 'An'].join(),
    );
  }).flat();
  const header = 'order_id,created_at,status,sku,name,quantity,unit_price,currency,buyer';
  await writeFile(join(folder, `${shopName}.csv`), [header, ...rows, ''].join('\n'));
}

/** Returns the shop of recent orders. */
export function recentShop(product: Product): Promise<SandboxShop> {
  return pickShop(product, (name) => name === shopName);
}

/** Registers the seller, links the shop of recent orders, and waits until it is synced. */
export async function linkRecentShop(browser: Browser, product: Product): Promise<void> {
  await createSeller(product, { ...createNewAccount(), email: recentSeller });
  const page = await browser.newPage({ locale: 'vi-VN' });
  await openSignedIn(page, product, recentSeller);
  await linkLazadaShop(page, product, shopName);
  await waitForFirstSync(page);
  await page.close();
}
