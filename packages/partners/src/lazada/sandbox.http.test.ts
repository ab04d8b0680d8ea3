import type { TimeWindow } from '../connector/shop-access.ts';
import { describe, expect, it } from 'vitest';
import { createTestEnvironment } from '../testing/environment.ts';
import { faultHits, injectFault } from '../testing/faults.ts';
import { groupByDay, fetchFirstOrderAt, fetchLedgerDays } from '../testing/ledger.ts';
import { linkShop } from '../testing/linked-shop.ts';
import { createFullFetch } from '../testing/full-fetch.ts';
import { createLazadaConnector } from './connector.ts';

/** The smallest generated shop: about 600 orders in 18 months. */
const shopId = '200391241';
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
const { sandbox, connector, grant, access } = await linkShop('LAZADA', shopId, ({ lazada }) =>
  createLazadaConnector(lazada, environment),
);
const refreshToken = grant.refreshToken ?? '';
const whole = createFullFetch(connector, () => access);

describe('the Lazada connector against the sandbox', () => {
  const readAll = (window: TimeWindow) => whole.orders(window);
  let everyOrder: ReturnType<typeof readAll> | undefined;
  /** Reads every order of the shop once for all tests: its clock is frozen. */
  const readEvery = () => (everyOrder ??= readAll(all));

  it('fetches the shop', async () => {
    expect((await connector.readShop(access)).shop).toEqual({
      externalShopId: shopId,
      name: 'Trà & Đặc Sản Sương Mai',
      region: 'VN',
      currency: 'VND',
      timeZone: 'Asia/Ho_Chi_Minh',
      status: 'ACTIVE',
    });
  });

  it('fetches every order once, with daily sums equal to the ledger to the đồng', async () => {
    const { orders, totals, pages } = await readEvery();
    expect(totals).toEqual([orders.size]);
    expect(await connector.countOrders(access, all)).toBe(orders.size);
    expect(pages).toBe(Math.ceil(orders.size / 100));
    expect(groupByDay(orders.values())).toEqual(await fetchLedgerDays(sandbox, 'LAZADA', shopId));
    expect([...orders.values()].flatMap((order) => order.flags)).toEqual([]);
  });

  it('fetches the same orders by updated time', async () => {
    const created = await readEvery();
    const updated = await readAll({ ...all, field: 'updated' });
    expect(updated.totals).toEqual([created.orders.size]);
    expect([...updated.orders.keys()].toSorted()).toEqual([...created.orders.keys()].toSorted());
    // A page restarts at the last second of the previous one, so few orders are fetched twice.
    expect(updated.pages).toBeLessThanOrEqual(created.pages + 2);
  });

  it('fetches orders by ID as it lists them, and leaves out unknown ones', async () => {
    const { orders } = await readEvery();
    const newest = [...orders.values()].slice(-3);
    const ids = newest.map((order) => order.orderId);
    const read = await connector.ordersById?.read(access, [...ids, '999999999999999', 'not an id']);
    expect(read?.rejects).toEqual([]);
    const found = new Map(read?.orders.map(({ canonical }) => [canonical.orderId, canonical]));
    expect(ids.map((id) => found.get(id))).toEqual(newest);
    expect(found.size).toBe(3);
  });

  it('fetches the same under broken, short, doubled and shuffled pages, and server errors', async () => {
    await injectFault(
      sandbox,
      'LAZADA',
      { kind: 'http_5xx', probability: 0.1 },
      { kind: 'broken_json', probability: 0.1 },
      { kind: 'drop_connection', probability: 0.05 },
      { kind: 'truncated_page', probability: 0.3 },
      { kind: 'duplicate_items', probability: 0.4 },
      { kind: 'reorder_items', probability: 0.4 },
    );
    const { orders } = await readAll(all);
    expect(groupByDay(orders.values())).toEqual(await fetchLedgerDays(sandbox, 'LAZADA', shopId));
    expect(await faultHits(sandbox)).toBeGreaterThan(10);
  });

  it('waits out a ban of a second and continues', async () => {
    await injectFault(sandbox, 'LAZADA', {
      kind: 'throttle',
      path: '/orders/get',
      count: 1,
      seconds: 1,
    });
    expect(await connector.countOrders(access, all)).toBeGreaterThan(100);
    expect(throttles).toEqual([2000]);
  });

  it('finds when the first order was placed', async () => {
    const first = await connector.firstOrderAt(access);
    expect(first?.toISOString()).toBe(await fetchFirstOrderAt(sandbox, shopId));
  });

  it('finds the newest change, or null if the row is lost', async () => {
    const { orders } = await readEvery();
    const times = [...orders.values()].map((order) => order.updatedAt.getTime());
    expect((await connector.newestChangeAt?.(access))?.getTime()).toBe(Math.max(...times));
    await injectFault(sandbox, 'LAZADA', { kind: 'truncated_page', path: '/orders/get', count: 1 });
    expect(await connector.newestChangeAt?.(access)).toBeNull();
  });

  it('reports a page without its rows as a fault, not as a shop without orders', async () => {
    await injectFault(sandbox, 'LAZADA', { kind: 'truncated_page', path: '/orders/get', count: 1 });
    await expect(connector.firstOrderAt(access)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'rows_missing',
    });
    expect(await connector.firstOrderAt(access)).toBeInstanceOf(Date);
  });

  it('fetches the whole catalogue, also from short and shuffled pages', async () => {
    const read = async () => {
      const { skus, listings, total } = await whole.products();
      expect(listings).toBe(total);
      return skus;
    };
    const withoutFaults = await read();
    expect(withoutFaults.size).toBeGreaterThan(10);
    for (const sku of withoutFaults.values()) {
      expect(sku).toMatchObject({
        currency: 'VND',
        status: expect.stringMatching(/^(in)?active$/),
      });
      expect(sku.priceE4 > 0n && sku.name !== '').toBe(true);
    }
    await injectFault(
      sandbox,
      'LAZADA',
      { kind: 'duplicate_items', path: '/products/get' },
      { kind: 'reorder_items', path: '/products/get' },
    );
    expect(await read()).toEqual(withoutFaults);
  });

  it('rotates both tokens on refresh and keeps the expiry of the refresh token', async () => {
    const first = await connector.exchangeCode(await sandbox.authorize(shopId));
    await sandbox.control('PUT', '/_sandbox/clock', { advanceSeconds: 3600 });
    const second = await connector.refresh(first.refreshToken ?? '');
    expect(second.accessToken).not.toBe(first.accessToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    const left =
      (second.refreshExpiresAt?.getTime() ?? 0) - (first.refreshExpiresAt?.getTime() ?? 0);
    expect(Math.round(left / 60_000)).toBe(-60);
    expect(second.shops).toEqual([{ externalShopId: shopId, region: 'VN' }]);
    await sandbox.control('PUT', '/_sandbox/clock', { advanceSeconds: -3600 });
  });

  it('distinguishes a used code, a foreign refresh token and a subscription', async () => {
    const code = await sandbox.authorize(shopId);
    await connector.exchangeCode(code);
    await expect(connector.exchangeCode(code)).rejects.toMatchObject({ code: 'InvalidCode' });
    await expect(connector.refresh('50001nobody')).rejects.toMatchObject({
      kind: 'needs_reauthorization',
      code: 'IllegalRefreshToken',
    });
    await sandbox.control('PUT', '/_sandbox/lazada', { subscriptionMode: true });
    await expect(connector.refresh(refreshToken)).rejects.toMatchObject({
      kind: 'needs_reauthorization',
      code: 'AUTH_TYPE_UNSUPPORTED',
    });
    const subscription = await connector.exchangeCode(await sandbox.authorize(shopId));
    expect(subscription.refreshToken).toBeNull();
    await sandbox.control('PUT', '/_sandbox/lazada', { subscriptionMode: false });
  });

  it('distinguishes a refused token, a wrong secret and a missing permission', async () => {
    await expect(
      connector.readShop({ ...access, accessToken: '50000nobody' }),
    ).rejects.toMatchObject({ kind: 'unauthorized', code: 'IllegalAccessToken' });
    const other = createLazadaConnector({ ...sandbox.lazada, appSecret: 'wrong' }, environment);
    await expect(other.readShop(access)).rejects.toMatchObject({
      kind: 'invalid_request',
      code: 'IncompleteSignature',
    });
    await sandbox.control('PUT', '/_sandbox/lazada', { deniedPaths: ['/seller/get'] });
    await expect(connector.readShop(access)).rejects.toMatchObject({
      code: 'InsufficientPermission',
    });
    await sandbox.control('PUT', '/_sandbox/lazada', { deniedPaths: [] });
  });

  it('aborts a call that times out', async () => {
    await injectFault(sandbox, 'LAZADA', { kind: 'latency', ms: 60_000 });
    const impatient = createLazadaConnector(sandbox.lazada, { ...environment, timeoutMs: 30 });
    await expect(impatient.readShop(access)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'timeout',
    });
  });
});
