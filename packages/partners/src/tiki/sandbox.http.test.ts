import type { TimeWindow } from '../connector/shop-access.ts';
import { describe, expect, it } from 'vitest';
import { createTestEnvironment } from '../testing/environment.ts';
import { faultHits, injectFault } from '../testing/faults.ts';
import { eventsByStage } from '../testing/events-by-stage.ts';
import { groupByDay, fetchLedgerDays } from '../testing/ledger.ts';
import { linkShop } from '../testing/linked-shop.ts';
import { createFullFetch } from '../testing/full-fetch.ts';
import { createTikiConnector } from './connector.ts';

const shopId = '231907';
const redirect_uri = 'http://localhost:3000/oauth/callback/tiki';
const all: TimeWindow = {
  field: 'created',
  from: new Date('2012-01-01T00:00:00Z'),
  to: new Date('2026-11-12T05:00:01Z'),
};

const throttles: number[] = [];
const environment = createTestEnvironment(
  // Waits for bans are real.
  { realFromMs: 1000 },
  {
    onThrottled: async (_call, throttle) => {
      throttles.push(throttle.waitMs);
    },
  },
);
const { sandbox, connector, access } = await linkShop(
  'TIKI',
  shopId,
  ({ tiki }) => createTikiConnector(tiki, environment),
  { redirect_uri },
);
const whole = createFullFetch(connector, () => access);
const exchange = async () =>
  connector.exchangeCode(await sandbox.authorize(shopId, 'TIKI'), { redirect_uri });
const strikeWith = (...faults: object[]) => injectFault(sandbox, 'TIKI', ...faults);

describe('the Tiki connector against the sandbox', () => {
  const readAll = (window: TimeWindow) => whole.orders(window);
  let everyOrder: ReturnType<typeof readAll> | undefined;
  /** Reads every order of the shop once for all tests: its clock stands still, or is put back. */
  const readEvery = () => (everyOrder ??= readAll(all));

  it('finds the linked shop by its token, and fetches it', async () => {
    const grant = await exchange();
    expect(grant.shops).toEqual([{ externalShopId: shopId, region: 'VN' }]);
    expect(grant.account).toBe('Minh Khang Digital');
    expect((await connector.readShop(access)).shop).toEqual({
      externalShopId: shopId,
      name: 'Minh Khang Digital',
      region: 'VN',
      currency: 'VND',
      timeZone: 'Asia/Ho_Chi_Minh',
      status: 'ACTIVE',
    });
  });

  it('fetches every order once, with daily sums equal to the ledger to the đồng', async () => {
    const { orders, totals, pages } = await readEvery();
    expect(orders.size).toBeGreaterThan(500);
    expect(totals).toEqual([orders.size]);
    expect(await connector.countOrders(access, all)).toBe(orders.size);
    expect(pages).toBe(Math.ceil(orders.size / 50));
    expect(groupByDay(orders.values())).toEqual(await fetchLedgerDays(sandbox, 'TIKI', shopId));
    const items = [...orders.values()].flatMap((order) => order.items);
    expect(items.some(({ quantity }) => quantity > 1)).toBe(true);
    expect(items.some(({ returnState }) => returnState === 'received')).toBe(true);
    expect([...orders.values()].flatMap((order) => order.flags)).toEqual([]);
  });

  it('reports when orders were shipped, delivered and cancelled', async () => {
    const { orders } = await readEvery();
    const ordered = new Set(['ordered']);
    const shipped = new Set(['ordered, shipped']);
    const delivered = new Set(['ordered, shipped, delivered']);
    expect(eventsByStage(orders.values())).toEqual({
      unpaid: ordered,
      to_ship: ordered,
      shipping: shipped,
      delivered,
      completed: delivered,
      cancelled: new Set(['ordered, cancelled']),
      failed_delivery: shipped,
    });
  });

  it('fetches the same orders by updated time, with inclusive and exclusive bounds', async () => {
    const created = await readEvery();
    const codes = [...created.orders.keys()].toSorted();
    for (const inclusiveDates of [false, true]) {
      await sandbox.control('PUT', '/_sandbox/tiki', { inclusiveDates });
      const updated = await readAll({ ...all, field: 'updated' });
      expect([...updated.orders.keys()].toSorted()).toEqual(codes);
      expect(updated.pages).toBeLessThanOrEqual(created.pages + 2);
    }
    await sandbox.control('PUT', '/_sandbox/tiki', { inclusiveDates: false });
  });

  it('loses no order that changes while its pages are fetched', async () => {
    const window: TimeWindow = {
      field: 'updated',
      from: new Date('2026-10-20T00:00:00Z'),
      to: new Date('2026-11-20T00:00:00Z'),
    };
    const before = await readAll(window);
    const seen = new Set<string>();
    let next: string | null = null;
    do {
      const page = await connector.readOrders(access, window, next);
      for (const { canonical } of page.orders) seen.add(canonical.orderId);
      ({ next } = page);
      // Orders are packed, shipped and delivered between two pages.
      await sandbox.control('PUT', '/_sandbox/clock', { advanceSeconds: 3 * 3600 });
    } while (next !== null);
    expect([...before.orders.keys()].filter((code) => !seen.has(code))).toEqual([]);
    await sandbox.control('PUT', '/_sandbox/clock', { now: '2026-11-12T05:00:00Z' });
  });

  it('fetches orders by ID as it lists them, and leaves out unknown ones', async () => {
    const { orders } = await readEvery();
    const newest = [...orders.values()].slice(-3);
    const ids = newest.map((order) => order.orderId);
    const read = await connector.ordersById?.read(access, [...ids, '999999999', 'not,a code']);
    expect(read?.rejects).toEqual([]);
    const found = new Map(read?.orders.map(({ canonical }) => [canonical.orderId, canonical]));
    expect(ids.map((id) => found.get(id))).toEqual(newest);
    expect(found.size).toBe(3);
  });

  it('fetches the same under broken, short, doubled and shuffled pages, and server errors', async () => {
    await strikeWith(
      { kind: 'http_5xx', probability: 0.1 },
      { kind: 'broken_json', probability: 0.1 },
      { kind: 'drop_connection', probability: 0.05 },
      { kind: 'truncated_page', probability: 0.2 },
      { kind: 'duplicate_items', probability: 0.4 },
      { kind: 'reorder_items', probability: 0.4 },
    );
    const { orders } = await readAll(all);
    expect(groupByDay(orders.values())).toEqual(await fetchLedgerDays(sandbox, 'TIKI', shopId));
    expect(await faultHits(sandbox)).toBeGreaterThan(10);
  });

  it('waits out a throttle and continues', async () => {
    await strikeWith({ kind: 'throttle', path: '/integration/v2/orders', count: 1, seconds: 1 });
    expect(await connector.countOrders(access, all)).toBeGreaterThan(100);
    expect(throttles).toContain(1000);
  });

  it('finds the newest change, or null if the row is lost', async () => {
    const { orders } = await readEvery();
    const times = [...orders.values()].map((order) => order.updatedAt.getTime());
    expect((await connector.newestChangeAt?.(access))?.getTime()).toBe(Math.max(...times));
    await strikeWith({ kind: 'truncated_page', path: '/integration/v2/orders', count: 1 });
    expect(await connector.newestChangeAt?.(access)).toBeNull();
  });

  it('finds when the first order was placed, and reports lost rows as a fault', async () => {
    const { orders } = await readEvery();
    const times = [...orders.values()].map((order) => order.createdAt.getTime());
    const first = await connector.firstOrderAt(access);
    expect(first?.getTime()).toBe(Math.min(...times));
    await strikeWith({ kind: 'truncated_page', path: '/integration/v2/orders', count: 1 });
    await expect(connector.firstOrderAt(access)).rejects.toMatchObject({ code: 'rows_missing' });
  });

  it('fetches the whole catalogue with prices and stock, also from doubled and shuffled pages', async () => {
    const read = async () => {
      const { skus, total } = await whole.products();
      expect(skus.size).toBe(total);
      return skus;
    };
    const withoutFaults = await read();
    expect(withoutFaults.size).toBeGreaterThan(20);
    for (const sku of withoutFaults.values()) {
      expect(sku.priceE4 > 0n && sku.name !== '' && sku.stock !== null).toBe(true);
    }
    const path = '/integration/v2/products';
    await strikeWith({ kind: 'duplicate_items', path }, { kind: 'reorder_items', path });
    expect(await read()).toEqual(withoutFaults);
  });

  it('rotates both tokens on refresh; a used one requires a new consent', async () => {
    const first = await exchange();
    expect(first.refreshExpiresAt).toBeNull();
    const second = await connector.refresh(first.refreshToken ?? '');
    expect(second.accessToken).not.toBe(first.accessToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    await connector.readShop({ ...access, accessToken: second.accessToken });
    await expect(connector.refresh(first.refreshToken ?? '')).rejects.toMatchObject({
      kind: 'needs_reauthorization',
      code: 'invalid_grant',
    });
  });

  it('distinguishes a used code, a wrong secret, an expired token and a missing scope', async () => {
    const code = await sandbox.authorize(shopId, 'TIKI');
    await connector.exchangeCode(code, { redirect_uri });
    const again = connector.exchangeCode(code, { redirect_uri });
    await expect(again).rejects.toMatchObject({ kind: 'invalid_request', code: 'InvalidCode' });
    const wrong = createTikiConnector({ ...sandbox.tiki, clientSecret: 'wrong' }, environment);
    await expect(wrong.refresh('any')).rejects.toMatchObject({
      kind: 'invalid_request',
      code: 'invalid_client',
    });
    const { accessToken } = await exchange();
    await strikeWith({ kind: 'expired_token', count: 1 });
    await expect(connector.readShop({ ...access, accessToken })).rejects.toMatchObject({
      kind: 'unauthorized',
      code: 'http_401',
    });
    await strikeWith({ kind: 'api_error', code: '403', count: 1 });
    await expect(connector.readShop(access)).rejects.toMatchObject({
      kind: 'not_permitted',
      code: 'http_403',
      detail: 'The application has no permission for this resource',
    });
  });

  it('sends its secret in the body if the application is registered so', async () => {
    const clientAuthentication = 'client_secret_post';
    await sandbox.control('PUT', '/_sandbox/tiki', { clientAuthentication });
    const posting = createTikiConnector({ ...sandbox.tiki, clientAuthentication }, environment);
    const code = await sandbox.authorize(shopId, 'TIKI');
    expect((await posting.exchangeCode(code, { redirect_uri })).shops).toHaveLength(1);
    await sandbox.control('PUT', '/_sandbox/tiki', { clientAuthentication: 'client_secret_basic' });
  });
});
