import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  SandboxTestClient,
  isJson,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from '../testing/sandbox-client.ts';
import type { Json } from '../testing/sandbox-client.ts';

const shopId = '200164501';

let sandbox: SandboxTestClient;
let token: string;
/** The shop's products, taken from the world. */
let names: ReadonlySet<string>;
let skus: ReadonlySet<string>;
let variations: ReadonlySet<string>;
let shopName: string;

beforeAll(async () => {
  sandbox = await SandboxTestClient.start({ clockMs: Date.parse('2026-06-20T03:00:00Z') });
  await sandbox.control('clock', 'PUT', { frozen: true });
  token = await sandbox.token(shopId);
  const shop = sandbox.running.world.shop('LAZADA', shopId);
  const listings = shop?.listings() ?? [];
  names = new Set(listings.map(({ name }) => name));
  skus = new Set(listings.flatMap((listing) => listing.skus.map(({ sellerSku }) => sellerSku)));
  variations = new Set(listings.flatMap((one) => one.skus.map(({ variation }) => variation)));
  shopName = shop?.info.name ?? '';
});
afterAll(() => sandbox.running.stop());

/** Rejects bytes that are not UTF-8, like a strict client. */
async function read(path: string, query: Readonly<Record<string, string>>): Promise<Json> {
  const response = await sandbox.callResponse(path, query, token);
  const bytes = await response.arrayBuffer();
  const answer: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (!isJson(answer)) throw new TypeError('the answer is not an object');
  return answer;
}

function checkItems(items: readonly Json[]): void {
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) {
    expect(names).toContain(item['name']);
    expect(skus).toContain(item['sku']);
    expect(variations).toContain(item['variation']);
    expect(item['shop_id']).toBe(shopName);
  }
}

describe('Vietnamese text', () => {
  it('arrives unchanged in orders and their items', async () => {
    const since = { created_after: '2024-01-01T00:00:00+07:00' };
    const orders = listAt(objectAt(await read('/orders/get', since), 'data'), 'orders');
    const ids = orders.map((order) => numberAt(order, 'order_id'));
    for (const order of orders) {
      expect(textAt(order, 'customer_first_name')).toMatch(/^\p{Lu}\*+( \p{Lu}\*+){2}$/u);
      const { address3, address4, address5, city } = objectAt(order, 'address_shipping');
      expect(`${String(address3)} ${String(address4)} ${String(address5)}`).toMatch(
        /(Quận|Thành phố) .*Phường/,
      );
      expect(city).toBe(address4);
    }
    const order_ids = JSON.stringify(ids.slice(0, 50));
    const several = await read('/orders/items/get', { order_ids });
    checkItems(listAt(several, 'data').flatMap((order) => listAt(order, 'order_items')));
    const order_id = String(ids[0]);
    checkItems(listAt(await read('/order/items/get', { order_id }), 'data'));
    // The single order spells the district's field name correctly, and is otherwise identical.
    const listed = JSON.stringify(orders[0]).replaceAll('addressDsitrict', 'addressDistrict');
    const single = objectAt(await read('/order/get', { order_id }), 'data');
    expect(single).toEqual(JSON.parse(listed));
  });

  it('arrives unchanged in transactions and in a truncated response', async () => {
    const path = '/finance/transaction/details/get';
    const span = { start_time: '2026-01-01', end_time: '2026-06-20' };
    const rows = listAt(await read(path, span), 'data').filter((row) => row['order_no'] !== '');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(names).toContain(row['details']);
      expect(skus).toContain(row['seller_sku']);
    }
    await sandbox.control('faults', 'POST', { platform: 'LAZADA', kind: 'broken_json' });
    await expect(read(path, span)).rejects.toThrow(SyntaxError);
    await sandbox.control('faults', 'DELETE');
  });
});
