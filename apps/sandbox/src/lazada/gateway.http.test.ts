import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  SandboxTestClient,
  isJson,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from '../testing/sandbox-client.ts';

const worldNow = '2026-06-20T03:00:00Z';
const shopId = '200164501';
const since = { created_after: '2024-01-01T00:00:00+07:00' };

let sandbox: SandboxTestClient;
let token: string;
beforeAll(async () => {
  sandbox = await SandboxTestClient.start({ clockMs: Date.parse(worldNow), size: 'small' });
  await sandbox.control('clock', 'PUT', { frozen: true });
  token = await sandbox.token(shopId);
});
afterAll(() => sandbox.running.stop());

describe('the gateway', () => {
  it('responds in the documented envelope and names the shop', async () => {
    const answer = await sandbox.call('/seller/get', {}, token);
    expect(answer['code']).toBe('0');
    expect(answer['request_id']).toMatch(/^\w{20,}$/);
    expect(objectAt(answer, 'data')).toMatchObject({ seller_id: Number(shopId), status: 'ACTIVE' });
  });

  it('accepts parameters in the query, a form or JSON', async () => {
    const path = '/orders/get';
    const all = sandbox.signed(path, { ...since, limit: '3' }, token);
    const url = `${sandbox.running.lazadaUrl}/rest${path}`;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const json = { 'content-type': 'application/json' };
    const business = { ...since, limit: '3' };
    const system = new URLSearchParams(all);
    for (const name of Object.keys(business)) system.delete(name);
    const requests: readonly (readonly [string, RequestInit])[] = [
      [`${url}?${all.toString()}`, {}],
      [url, { method: 'POST', headers: form, body: all.toString() }],
      [
        `${url}?${system.toString()}`,
        { method: 'POST', headers: form, body: new URLSearchParams(business).toString() },
      ],
      [
        `${url}?${all.toString()}`,
        { method: 'POST', headers: json, body: JSON.stringify(business) },
      ],
      [
        `${url}?${system.toString()}`,
        { method: 'POST', headers: json, body: JSON.stringify({ ...since, limit: 3 }) },
      ],
    ];
    for (const [address, init] of requests) {
      const response = await fetch(address, init);
      expect(response.status).toBe(200);
      const answer: unknown = await response.json();
      expect(isJson(answer) && answer['code']).toBe('0');
    }
  });

  it('validates path, mandatory parameters, key, time, signature and token in that order', async () => {
    const url = `${sandbox.running.lazadaUrl}/rest`;
    const code = async (
      path: string,
      change: Record<string, string | undefined>,
    ): Promise<unknown> => {
      const parameters = sandbox.signed('/orders/get', since, token);
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined) parameters.delete(name);
        else parameters.set(name, value);
      }
      const response = await fetch(`${url}${path}?${parameters.toString()}`);
      expect(response.status).toBe(200);
      const answer: unknown = await response.json();
      return isJson(answer) ? answer['code'] : undefined;
    };
    expect(await code('/no/such', { sign: undefined })).toBe('InvalidApiPath');
    expect(await code('/orders/get', { sign: undefined, app_key: '1' })).toBe('MissingParameter');
    expect(await code('/orders/get', { app_key: '1', timestamp: '1' })).toBe('InvalidAppKey');
    expect(await code('/orders/get', { timestamp: '1', sign: 'x' })).toBe('InvalidTimestamp');
    expect(await code('/orders/get', { sign: 'X', access_token: 'bad' })).toBe(
      'IncompleteSignature',
    );
    expect(await code('/orders/get', { sign_method: 'md5' })).toBe('IncompleteSignature');
    expect((await sandbox.call('/orders/get', since, 'bad'))['code']).toBe('IllegalAccessToken');
    expect((await sandbox.call('/orders/get', since))['code']).toBe('MissingAccessToken');
    expect(await code('/orders/get', {})).toBe('0');
  });

  it('accepts an ISO timestamp and additional signed parameters', async () => {
    const further = { ...since, partner_id: 'lazop-sdk-python-20181207' };
    expect((await sandbox.call('/orders/get', further, token))['code']).toBe('0');
    const iso = new Date().toISOString().replace(/\.\d+Z/, 'Z');
    expect((await sandbox.call('/seller/get', { timestamp: iso }, token))['code']).toBe('0');
  });

  it.each([
    ['/orders/get', {}, 'MissingParameter'],
    ['/orders/get', { created_before: '2026-01-01T00:00:00+07:00' }, 'MissingParameter'],
    ['/orders/get', { created_after: '2026-01-01 00:00:00' }, '17'],
    ['/orders/get', { created_after: '2026-02-30T00:00:00+07:00' }, '17'],
    ['/orders/get', { created_after: '2026-01-01T00:00:00 07:00' }, '17'],
    ['/orders/get', { ...since, limit: '101' }, '19'],
    ['/orders/get', { ...since, limit: '0' }, '19'],
    ['/orders/get', { ...since, offset: '5001' }, '14'],
    ['/orders/get', { ...since, offset: '-1' }, '14'],
    ['/orders/get', { ...since, status: 'cancelled' }, '36'],
    ['/orders/get', { ...since, sort_by: 'price' }, '75'],
    ['/orders/get', { ...since, sort_direction: 'UP' }, '74'],
    ['/orders/get', { ...since, status: 'package_scrapped' }, '0'],
    ['/orders/get', { ...since, offset: '5000', limit: '100' }, '0'],
    ['/order/get', {}, 'MissingParameter'],
    ['/order/get', { order_id: '1' }, '16'],
    ['/order/items/get', { order_id: 'x' }, '16'],
    ['/orders/items/get', { order_ids: '1,2' }, '56'],
    ['/orders/items/get', { order_ids: '[]' }, '39'],
    ['/orders/items/get', { order_ids: '[1]' }, '39'],
    ['/orders/items/get', { order_ids: '["a"]' }, '37'],
    [
      '/orders/items/get',
      { order_ids: JSON.stringify(Array.from({ length: 51 }, (_, n) => n)) },
      '38',
    ],
    ['/products/get', { filter: 'all', limit: '51' }, '19'],
    ['/products/get', { filter: 'all', offset: '10001' }, '14'],
    ['/products/get', {}, 'MissingParameter'],
    ['/products/get', { filter: 'some' }, '36'],
    ['/products/get', { filter: 'all', sku_seller_list: 'x' }, '70'],
    ['/products/get', { filter: 'all', update_after: 'yesterday' }, '17'],
    ['/product/item/get', { item_id: '1' }, '208'],
    ['/product/item/get', { item_id: 'x' }, '200'],
  ] as const)('%s with %j returns code %s', async (path, parameters, code) => {
    expect((await sandbox.call(path, { ...parameters }, token))['code']).toBe(code);
  });

  it('sends ids, amounts and times in the formats of the live API', async () => {
    const page = await sandbox.call('/orders/get', { ...since, limit: '50' }, token);
    const orders = listAt(objectAt(page, 'data'), 'orders');
    const text = JSON.stringify(orders.map((order) => order['order_id']));
    const single = await sandbox.call(
      '/order/items/get',
      { order_id: String(orders[0]?.['order_id']) },
      token,
    );
    const several = await sandbox.call('/orders/items/get', { order_ids: text }, token);
    expect(listAt(several, 'data')).toHaveLength(50);
    for (const order of orders) {
      expect(order['order_id']).toBeTypeOf('number');
      expect(order['price']).toMatch(/^\d+\.\d\d$/);
      expect(order['voucher']).toBeTypeOf('number');
      expect(order['created_at']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0700$/);
    }
    for (const entry of listAt(several, 'data')) {
      for (const item of listAt(entry, 'order_items')) {
        expect(item['order_item_id']).toBeTypeOf('number');
        expect(item['sku_id']).toBeTypeOf('string');
        expect(item['item_price']).toMatch(/^\d+\.\d\d$/);
        expect(item['semi_managed']).toBeTypeOf('string');
      }
    }
    expect(listAt(single, 'data')[0]).toMatchObject({ currency: 'VND', semi_managed: false });
  });

  it('filters by status and sorts both ways without losing or repeating an order', async () => {
    const query = {
      update_after: '2026-06-01T00:00:00+07:00',
      sort_by: 'updated_at',
      status: 'canceled',
    };
    const up = await sandbox.call('/orders/get', { ...query, sort_direction: 'ASC' }, token);
    const down = await sandbox.call('/orders/get', { ...query, sort_direction: 'DESC' }, token);
    const ids = (answer: typeof up): number[] =>
      listAt(objectAt(answer, 'data'), 'orders').map((order) => numberAt(order, 'order_id'));
    expect(ids(up).length).toBeGreaterThan(3);
    expect(ids(down)).toEqual(ids(up).toReversed());
    for (const order of listAt(objectAt(up, 'data'), 'orders'))
      expect(order['statuses']).toContain('canceled');
  });

  it('lists every product exactly once over all pages', async () => {
    const first = objectAt(
      await sandbox.call('/products/get', { filter: 'all', limit: '5' }, token),
      'data',
    );
    const total = numberAt(first, 'total_products');
    const seen = new Set<number>();
    for (let offset = 0; offset < total; offset += 5) {
      const query = { filter: 'all', limit: '5', offset: String(offset) };
      const data = objectAt(await sandbox.call('/products/get', query, token), 'data');
      for (const product of listAt(data, 'products')) seen.add(numberAt(product, 'item_id'));
    }
    expect(seen.size).toBe(total);
    const one = await sandbox.call('/product/item/get', { item_id: String([...seen][0]) }, token);
    expect(objectAt(one, 'data')['item_id']).toBe([...seen][0]);
  });

  it('hides the orders of other shops', async () => {
    const other = await sandbox.token('200283117');
    const page = await sandbox.call('/orders/get', { ...since, limit: '1' }, token);
    const id = String(listAt(objectAt(page, 'data'), 'orders')[0]?.['order_id']);
    expect((await sandbox.call('/order/get', { order_id: id }, token))['code']).toBe('0');
    expect((await sandbox.call('/order/get', { order_id: id }, other))['code']).toBe('16');
  });
});

describe('tokens', () => {
  it('exchanges a code once', async () => {
    const code = await sandbox.code(shopId);
    expect(code).toMatch(/^0_100240_\w+$/);
    const answer = await sandbox.call('/auth/token/create', { code });
    expect(textAt(answer, 'access_token')).toMatch(/^5000\w{56}$/);
    expect(listAt(answer, 'country_user_info')[0]).toMatchObject({
      country: 'vn',
      seller_id: shopId,
    });
    expect((await sandbox.call('/auth/token/create', { code }))['code']).toBe('InvalidCode');
    expect((await sandbox.call('/auth/token/create'))['code']).toBe('MissingParameter');
  });
});
