import type { Product } from './product.ts';

export interface SandboxShop {
  platform: string;
  externalShopId: string;
  name: string;
  /** The seller that owns the shop. */
  account: string;
}

/** The totals that a correct report must show, from the sandbox's ledger. */
export interface LedgerTotals {
  orders: number;
  gmv: string;
  netSales: string;
  units: number;
  validOrders: number;
  cancelledOrders: number;
  nmv: string;
}

/** Stops the sandbox's clock, so that orders do not change between report and ledger. */
export async function freezeClock(product: Product, now?: string): Promise<void> {
  await putControl(product, 'clock', { frozen: true, ...(now !== undefined && { now }) });
}

/** Returns the time of the sandbox. */
export async function readClock(product: Product): Promise<string> {
  const answer = await fetch(`${product.sandboxOrigin}/_sandbox/clock`);
  const { now }: { now: string } = await answer.json();
  return now;
}

/** Delays the marketplace's responses for a path, for one shop or all of Lazada. */
export async function addLatency(
  product: Product,
  path: string,
  ms: number,
  shop?: SandboxShop,
): Promise<void> {
  const ofShop = shop && { platform: shop.platform, shop: shop.externalShopId };
  const rule = { kind: 'latency', path, ms, ...ofShop };
  await putControl(product, 'faults', { faults: [rule] });
}

/** Returns the parameters of the newest message that Zalo was given. */
export async function newestZaloMessage(
  product: Product,
): Promise<Record<string, string> | undefined> {
  const answer = await fetch(`${product.sandboxOrigin}/_sandbox/zalo`);
  const { sent }: { sent: { templateData: Record<string, string> }[] } = await answer.json();
  return sent.at(-1)?.templateData;
}

/** Returns all shops of the sandbox. */
export async function sandboxShops(product: Product): Promise<SandboxShop[]> {
  const answer = await fetch(`${product.sandboxOrigin}/_sandbox/shops`);
  const { items }: { items: SandboxShop[] } = await answer.json();
  return items;
}

/**
 * Returns the first matching shop of a marketplace. Shops on several marketplaces share names.
 * @throws if none matches
 */
export async function pickShop(
  product: Product,
  wanted: (name: string) => boolean,
  platform = 'LAZADA',
): Promise<SandboxShop> {
  const shops = await sandboxShops(product);
  const found = shops.find((each) => each.platform === platform && wanted(each.name));
  if (!found) throw new Error('The sandbox has no such shop');
  return found;
}

/** Returns the ledger of one shop for days of its own calendar. */
export async function ledger(
  product: Product,
  { platform, externalShopId: shop }: SandboxShop,
  period: { from: string; to: string },
): Promise<LedgerTotals> {
  const query = new URLSearchParams({ platform, shop, ...period });
  const answer = await fetch(`${product.sandboxOrigin}/_sandbox/ledger?${query}`);
  if (!answer.ok) throw new Error(`The ledger answers ${answer.status}`);
  const { total }: { total: LedgerTotals } = await answer.json();
  return total;
}

/** Returns the file that a shop's seller center exports: orders placed on the days of a period. */
export async function exportFile(
  product: Product,
  { platform, externalShopId: shop }: SandboxShop,
  period: { from: string; to: string },
): Promise<Buffer> {
  const query = new URLSearchParams({ platform, shop, ...period, format: 'csv' });
  const answer = await fetch(`${product.sandboxOrigin}/_sandbox/export?${query}`);
  if (!answer.ok) throw new Error(`The export answers ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Returns the ad spend of an account in a period, from the sandbox's ledger. */
export async function adLedger(
  product: Product,
  account: string,
  period: { from: string; to: string },
): Promise<{ spend: string }> {
  const query = new URLSearchParams({ platform: 'FACEBOOK', shop: account, ...period });
  const answer = await fetch(`${product.sandboxOrigin}/_sandbox/ledger?${query}`);
  if (!answer.ok) throw new Error(`The ledger answers ${answer.status}`);
  const { total }: { total: { spend: string } } = await answer.json();
  return total;
}

/** Makes Google refuse the next exchange of a code. */
export async function failNextGoogleToken(product: Product): Promise<void> {
  const rule = { platform: 'GOOGLE', kind: 'http_5xx', path: '/token', count: 1 };
  await putControl(product, 'faults', { faults: [rule] });
}

async function putControl(product: Product, what: string, body: unknown): Promise<void> {
  const answer = await fetch(`${product.sandboxOrigin}/_sandbox/${what}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sandbox refuses ${what}: ${await answer.text()}`);
}

/** Makes the marketplace reject all tokens of a shop from now on. */
export async function withdrawConsent(product: Product, shop: string): Promise<void> {
  const rule = { platform: 'LAZADA', kind: 'revoked_token', shop };
  await putControl(product, 'faults', { faults: [rule] });
}
