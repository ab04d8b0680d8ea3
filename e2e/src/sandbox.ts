import type { Product } from './product.ts';

export interface SandboxShop {
  platform: string;
  externalShopId: string;
  name: string;
  /** The seller that it belongs to. */
  account: string;
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

/** Stops the sandbox's clock: orders must not move on between a report and the ledger. */
export async function freezeClock(product: Product): Promise<void> {
  await putControl(product, 'clock', { frozen: true });
}

/** Lets the marketplace's answers for a path, of one shop or of all, come this much later. */
export async function addLatency(
  product: Product,
  path: string,
  ms: number,
  shop?: string,
): Promise<void> {
  const rule = { kind: 'latency', path, ms, ...(shop !== undefined && { shop }) };
  await putControl(product, 'faults', { faults: [rule] });
}

/** Every shop of the sandbox's world. */
export async function sandboxShops(product: Product): Promise<SandboxShop[]> {
  const answer = await fetch(`${product.sandboxOrigin}/_sandbox/shops`);
  const { items }: { items: SandboxShop[] } = await answer.json();
  return items;
}

/** The first shop of a marketplace whose name is wanted; sellers have the same one on several. Throws when there is none. */
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

/** The books of one shop over days of its own calendar. */
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

/** The file that the seller centre of a shop exports: orders that were placed on the days of a period. */
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

/** What an ad account spent in a period, from the sandbox's own books. */
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

async function putControl(product: Product, what: string, body: unknown): Promise<void> {
  const answer = await fetch(`${product.sandboxOrigin}/_sandbox/${what}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sandbox refuses ${what}: ${await answer.text()}`);
}

/** Lets the marketplace refuse every token of a shop from now on. */
export async function withdrawConsent(product: Product, shop: string): Promise<void> {
  const rule = { platform: 'LAZADA', kind: 'revoked_token', shop };
  await putControl(product, 'faults', { faults: [rule] });
}
