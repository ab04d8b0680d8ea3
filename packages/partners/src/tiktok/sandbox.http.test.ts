import type { OrdersPage } from '../connector/connector.ts';
import type { TimeWindow } from '../connector/shop-access.ts';
import { describe, expect, it } from 'vitest';
import { createTestEnvironment } from '../testing/environment.ts';
import { faultHits, injectFault } from '../testing/faults.ts';
import { eventsByStage } from '../testing/events-by-stage.ts';
import { groupByDay, fetchFirstOrderAt, fetchLedgerDays } from '../testing/ledger.ts';
import { linkShop, sandboxNow } from '../testing/linked-shop.ts';
import { createFullFetch } from '../testing/full-fetch.ts';
import { createTikTokConnector } from './connector.ts';

/** The smallest generated shop. */
const shopId = '7494391241642441604';
const all: TimeWindow = {
  field: 'created',
  from: new Date('2012-01-01T00:00:00Z'),
  to: new Date('2026-11-12T05:00:01Z'),
};

let throttles = 0;
const environment = createTestEnvironment(
  { realFromMs: 1000 },
  {
    onThrottled: async () => {
      throttles += 1;
    },
  },
);
const linked = await linkShop('TIKTOK', shopId, ({ tiktok }) =>
  createTikTokConnector(tiktok, environment),
);
const { sandbox, connector } = linked;
let { access } = linked;
let refreshToken = linked.grant.refreshToken ?? '';
const whole = createFullFetch(connector, () => access);
const consent = async (shop = shopId) =>
  connector.exchangeCode(await sandbox.authorize(shop, 'TIKTOK'));
const strikeWith = (...faults: object[]) => injectFault(sandbox, 'TIKTOK', ...faults);
const option = (change: object) => sandbox.control('PUT', '/_sandbox/tiktok', change);

describe('the TikTok Shop connector against the sandbox', () => {
  const readAll = (window: TimeWindow) => whole.orders(window);
  let everyOrder: ReturnType<typeof readAll> | undefined;
  /** Reads every order of the shop once for all tests before those that advance its clock. */
  const readEvery = () => (everyOrder ??= readAll(all));

  it('finds the linked shop after the consent, and fetches it', async () => {
    const grant = await consent();
    expect(grant.shops).toEqual([{ externalShopId: shopId, region: 'VN' }]);
    expect((await connector.readShop(access)).shop).toEqual({
      externalShopId: shopId,
      name: 'Trà & Đặc Sản Sương Mai',
      region: 'VN',
      currency: 'VND',
      timeZone: 'Asia/Ho_Chi_Minh',
      status: 'AUTHORIZED',
    });
  });

  it('links every shop of a seller if the consent covers them all', async () => {
    await option({ wholeAccount: true });
    const grant = await consent('7494049642642441602');
    await option({ wholeAccount: false });
    expect(grant.shops.map((shop) => shop.externalShopId)).toEqual([
      '7494049642642441602',
      '7494049642642441601',
    ]);
    for (const shop of grant.shops) {
      const own = { ...shop, accessToken: grant.accessToken };
      expect(await connector.countOrders(own, all)).toBeGreaterThan(1000);
    }
  });

  it('fetches every order once, with daily sums equal to the ledger to the đồng', async () => {
    const { orders, totals, pages } = await readEvery();
    expect(orders.size).toBeGreaterThan(400);
    expect(totals).toEqual([orders.size]);
    expect(await connector.countOrders(access, all)).toBe(orders.size);
    expect(pages).toBe(Math.ceil(orders.size / 50));
    expect(groupByDay(orders.values())).toEqual(await fetchLedgerDays(sandbox, 'TIKTOK', shopId));
    const items = [...orders.values()].flatMap((order) => order.items);
    const stages = new Set(items.map(({ stage }) => stage));
    for (const stage of ['to_ship', 'completed', 'cancelled', 'failed_delivery'] as const) {
      expect(stages).toContain(stage);
    }
    expect(items.filter(({ returnState }) => returnState === 'refunded').length).toBeGreaterThan(3);
    expect(items.every(({ quantity }) => quantity === 1)).toBe(true);
    expect([...orders.values()].flatMap((order) => order.flags)).toEqual([]);
    expect([...orders.keys()].every((id) => /^\d{18}$/.test(id))).toBe(true);
  });

  it('reports when orders were shipped, delivered and cancelled', async () => {
    const { orders } = await readEvery();
    const shipped = new Set(['ordered, shipped']);
    const delivered = new Set(['ordered, shipped, delivered']);
    expect(eventsByStage(orders.values())).toEqual({
      to_ship: new Set(['ordered']),
      shipping: shipped,
      delivered,
      completed: delivered,
      cancelled: new Set(['ordered, cancelled']),
      failed_delivery: shipped,
    });
  });

  it('counts an order on hold, and one that was just returned', async () => {
    const { orders } = await readEvery();
    const cash = [...orders.values()].filter((order) => order.isCod).at(-10);
    const late = [...orders.values()].find((order) =>
      order.items.some((item) => item.returnState === 'refunded'),
    );
    if (!cash || !late) throw new Error('The sandbox has no such orders');
    for (const instant of [new Date(cash.createdAt.getTime() + 60_000), late.updatedAt]) {
      await sandbox.control('PUT', '/_sandbox/clock', { now: instant.toISOString() });
      const read = await readAll(all);
      expect(groupByDay(read.orders.values())).toEqual(
        await fetchLedgerDays(sandbox, 'TIKTOK', shopId),
      );
    }
    await sandbox.control('PUT', '/_sandbox/clock', { now: sandboxNow });
  });

  it('fetches by updated time what was sold and returned since', async () => {
    const created = await readAll(all);
    const updated = await readAll({ ...all, field: 'updated' });
    expect([...updated.orders.keys()].toSorted()).toEqual([...created.orders.keys()].toSorted());
    // The most recently returned order, which nothing but its return has changed since.
    const back = [...created.orders.values()]
      .filter((order) => order.items.some((item) => item.returnState === 'refunded'))
      .toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())[0];
    if (back === undefined) throw new Error('The sandbox has no returned order');
    const from = back.updatedAt;
    const since = await readAll({ field: 'updated', from, to: new Date('2036-01-01T00:00:00Z') });
    expect(since.orders.get(back.orderId)).toEqual(back);
    const expected = [...created.orders.values()].filter((order) => order.updatedAt >= from);
    for (const order of expected) expect(since.orders.get(order.orderId)).toEqual(order);
  });

  it('counts no order whose return alone has changed', async () => {
    const created = await readAll(all);
    const back = [...created.orders.values()]
      .filter((order) => order.items.some((item) => item.returnState === 'refunded'))
      .toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())[0];
    if (back === undefined) throw new Error('The sandbox has no returned order');
    const window = { ...all, field: 'updated', from: back.updatedAt } as const;
    const counted = new Set<string>();
    const uncounted = new Set<string>();
    let total = 0;
    let next: string | null = null;
    do {
      const page: OrdersPage = await connector.readOrders(access, window, next);
      const ids = page.isUncounted ? uncounted : counted;
      for (const { canonical } of page.orders) ids.add(canonical.orderId);
      ({ total, next } = page);
    } while (next !== null);
    expect(counted.size).toBe(total);
    expect(uncounted).toContain(back.orderId);
  });

  it('loses no order that changes while its pages are fetched', async () => {
    const window: TimeWindow = { ...all, field: 'updated', from: new Date('2026-09-01T00:00:00Z') };
    const before = await readAll(window);
    const seen = new Set<string>();
    let next: string | null = null;
    do {
      const page = await connector.readOrders(
        access,
        { ...window, to: new Date('2036-01-01') },
        next,
      );
      for (const { canonical } of page.orders) seen.add(canonical.orderId);
      ({ next } = page);
      await sandbox.control('PUT', '/_sandbox/clock', { advanceSeconds: 6 * 3600 });
    } while (next !== null);
    await sandbox.control('PUT', '/_sandbox/clock', { now: sandboxNow });
    expect([...before.orders.keys()].filter((id) => !seen.has(id))).toEqual([]);
  });

  it('fetches orders by ID and leaves out unknown ones', async () => {
    const { orders } = await readAll({ ...all, from: new Date('2026-11-01T00:00:00Z') });
    const known = [...orders.keys()].slice(0, 5);
    const ids = [...known, '576461413038785752', 'no id'];
    const read = await connector.ordersById?.read(access, ids);
    expect(read?.rejects).toEqual([]);
    expect(read?.orders.map(({ canonical }) => canonical)).toEqual(
      known.map((id) => orders.get(id)),
    );
  });

  it('finds the first order', async () => {
    const first = await connector.firstOrderAt(access);
    expect(first?.toISOString()).toBe(await fetchFirstOrderAt(sandbox, shopId));
    const future = { field: 'created', from: new Date('2035-01-01'), to: new Date('2036-01-01') };
    expect(await readAll({ ...future, field: 'created' })).toMatchObject({ totals: [0], pages: 1 });
  });

  it('finds the newest change', async () => {
    const { orders } = await readAll(all);
    const times = [...orders.values()].map((order) => order.updatedAt.getTime());
    expect((await connector.newestChangeAt?.(access))?.getTime()).toBe(Math.max(...times));
  });

  it('fetches every product that was sold, with either form of a last page', async () => {
    const { orders } = await readAll(all);
    for (const emptyPageToken of [false, true]) {
      await option({ emptyPageToken });
      const { skus, rows } = await whole.products();
      expect(skus.size).toBe(rows);
      const listed = [...skus.values()];
      expect(listed.every((row) => row.currency === 'VND' && row.priceE4 > 0n)).toBe(true);
      const sold = [...orders.values()].flatMap(({ items }) => items.map((item) => item.skuId));
      expect(sold.filter((sku) => sku === null || !skus.has(sku))).toEqual([]);
    }
  });

  it.each([
    'http_5xx',
    'broken_json',
    'drop_connection',
    'throttle',
    'duplicate_items',
    'reorder_items',
    'truncated_page',
  ])('loses nothing to the fault %s', async (kind) => {
    const window = { ...all, from: new Date('2026-08-01T00:00:00Z') };
    const withoutFaults = await readAll(window);
    const always = kind === 'duplicate_items' || kind === 'reorder_items';
    await strikeWith({ kind, probability: always ? 1 : 0.3, seconds: 0 });
    const { orders } = await readAll(window);
    expect(new Map([...orders].toSorted())).toEqual(new Map([...withoutFaults.orders].toSorted()));
    expect(await faultHits(sandbox)).toBeGreaterThan(0);
    if (kind === 'throttle') expect(throttles).toBeGreaterThan(0);
  });

  it.each([401, 200])(
    'recognizes an expired token with the status %d',
    async (tokenFaultStatus) => {
      await option({ tokenFaultStatus });
      const { accessToken } = await consent();
      await strikeWith({ kind: 'expired_token', count: 1 });
      await expect(connector.readShop({ ...access, accessToken })).rejects.toMatchObject({
        kind: 'unauthorized',
        code: '105002',
      });
      await option({ tokenFaultStatus: 401 });
    },
  );

  it('recognizes a withdrawn consent, a missing permission and a used code', async () => {
    const grant = await consent();
    await option({ deniedScopes: ['seller.order.info'] });
    await expect(connector.countOrders(access, all)).rejects.toMatchObject({
      kind: 'not_permitted',
      code: '105005',
    });
    await option({ deniedScopes: [] });
    await strikeWith({ kind: 'revoked_token', count: 1 });
    const own = { ...access, accessToken: grant.accessToken };
    await expect(connector.readShop(own)).rejects.toMatchObject({ kind: 'unauthorized' });
    await expect(connector.refresh(grant.refreshToken ?? '')).rejects.toMatchObject({
      kind: 'needs_reauthorization',
    });
    await expect(connector.exchangeCode('used')).rejects.toMatchObject({
      kind: 'invalid_request',
      code: 'invalid_code',
    });
  });

  it.each([true, false])(
    'refreshes tokens, with refresh tokens rotated (%s) or kept',
    async (rotateRefreshTokens) => {
      await option({ rotateRefreshTokens, refreshGraceSeconds: 0 });
      const next = await connector.refresh(refreshToken);
      expect(next.accessToken).not.toBe(access.accessToken);
      expect(next.refreshToken !== refreshToken).toBe(rotateRefreshTokens);
      if (rotateRefreshTokens) {
        await expect(connector.refresh(refreshToken)).rejects.toMatchObject({
          kind: 'needs_reauthorization',
          code: '36004005',
        });
      }
      refreshToken = next.refreshToken ?? '';
      access = { ...access, accessToken: next.accessToken };
      expect((await connector.readShop(access)).shop.externalShopId).toBe(shopId);
    },
  );

  it('links to the authorization page', async () => {
    const response = await fetch(connector.authorizeUrl({ state: 'one', redirectUri: '' }));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Mẹ &amp; Bé An Nhiên');
  });
});
