import type { TimeWindow } from '../connector/shop-access.ts';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CanonicalOrder } from '../canonical/canonical.ts';
import type { ThrottleScope } from '../connector/partner-error.ts';
import { createTestEnvironment } from '../testing/environment.ts';
import { injectFault } from '../testing/faults.ts';
import { eventsByStage } from '../testing/events-by-stage.ts';
import { groupByDay, fetchFirstOrderAt, fetchLedgerDays } from '../testing/ledger.ts';
import { linkShop } from '../testing/linked-shop.ts';
import { createFullFetch } from '../testing/full-fetch.ts';
import { createShopeeConnector } from './connector.ts';

/** The smallest generated shop. */
const shopId = '310391241';
const all: TimeWindow = {
  field: 'created',
  from: new Date('2025-01-01T00:00:00Z'),
  to: new Date('2026-11-12T05:00:01Z'),
};

const incomePath = '/api/v2/payment/get_escrow_detail_batch';
const Clock = Type.Object({ now: Type.String() });

const throttledScopes: ThrottleScope[] = [];
let incomeCalls = 0;
let clock = () => new Date();
const environment = createTestEnvironment(
  { realFromMs: 1000 },
  {
    clock: () => clock(),
    onThrottled: async (_call, { scope }) => {
      throttledScopes.push(scope);
    },
    fetch: (input, init) => {
      if (new Request(input).url.includes(incomePath)) incomeCalls += 1;
      return fetch(input, init);
    },
  },
);
const linked = await linkShop(
  'SHOPEE',
  shopId,
  ({ shopee }) => createShopeeConnector(shopee, environment),
  { shop_id: shopId },
);
const { sandbox, connector, grant } = linked;
let { access } = linked;
const refreshToken = grant.refreshToken ?? '';
const whole = createFullFetch(connector, () => access);
const { now } = Value.Parse(Clock, await sandbox.control('GET', '/_sandbox/clock'));
/** A year after the sandbox's time, which is frozen. */
const authorizationEndsAt = new Date((Math.floor(Date.parse(now) / 1000) + 365 * 86_400) * 1000);

describe('the Shopee connector against the sandbox', () => {
  const fault = (rule: object) => injectFault(sandbox, 'SHOPEE', rule);

  async function readAll(window: TimeWindow): Promise<Map<string, CanonicalOrder>> {
    const { orders, totals } = await whole.orders(window);
    expect(totals[0]).toBe(orders.size);
    return orders;
  }
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
      status: 'NORMAL',
    });
  });

  it('fetches every order, with daily sums equal to the ledger to the đồng', async () => {
    const orders = await readEvery();
    expect(orders.size).toBeGreaterThan(400);
    expect(groupByDay(orders.values())).toEqual(await fetchLedgerDays(sandbox, 'SHOPEE', shopId));
    expect([...orders.values()].flatMap((order) => order.flags)).toEqual([]);
    const stages = new Set([...orders.values()].flatMap(({ items }) => items.map((i) => i.stage)));
    expect(stages.size).toBeGreaterThanOrEqual(6);
  });

  it('reports when orders were shipped', async () => {
    const orders = await readEvery();
    const ordered = new Set(['ordered']);
    const shipped = new Set(['ordered, shipped']);
    expect(eventsByStage(orders.values())).toEqual({
      to_ship: ordered,
      shipping: shipped,
      delivered: shipped,
      completed: shipped,
      cancelled: ordered,
      failed_delivery: shipped,
    });
  });

  it('counts the orders of a window', async () => {
    expect(await connector.countOrders(access, all)).toBe((await readEvery()).size);
  });

  it('finds the first order', async () => {
    // Orders before a gap of more than 400 days are ignored, also before one up to the machine's time.
    const option = (seconds: number) =>
      sandbox.control('PUT', '/_sandbox/shopee', { timestampToleranceSeconds: seconds });
    await option(1e9);
    clock = () => new Date(now);
    onTestFinished(async () => {
      clock = () => new Date();
      await option(300);
    });
    const first = await connector.firstOrderAt(access);
    expect(first?.toISOString()).toBe(await fetchFirstOrderAt(sandbox, shopId));
  });

  it.each([
    ['names them in a warning', false],
    ['refuses their whole batch', true],
  ])('fetches orders by ID and leaves out unknown ones: Shopee %s', async (_, wholeBatches) => {
    await sandbox.control('PUT', '/_sandbox/shopee', { wholeBatches });
    const from = new Date('2026-11-10T00:00:00Z');
    const changed = await readAll({
      field: 'updated',
      from,
      to: new Date('2036-01-01T00:00:00Z'),
    });
    const newest = [...changed.values()].slice(-3);
    const ids = newest.map((order) => order.orderId);
    const read = await connector.ordersById?.read(access, [...ids, '260101NOBODY00']);
    expect(read?.rejects).toEqual([]);
    const found = new Map(read?.orders.map(({ canonical }) => [canonical.orderId, canonical]));
    expect(ids.map((id) => found.get(id))).toEqual(newest);
    expect(found.size).toBe(3);
    await sandbox.control('PUT', '/_sandbox/shopee', { wholeBatches: false });
  });

  it('fetches what changed, and nothing for a window in the future', async () => {
    const from = new Date('2026-11-10T00:00:00Z');
    const changed = await readAll({ field: 'updated', from, to: new Date('2036-01-01T00:00:00Z') });
    expect(changed.size).toBeGreaterThan(0);
    for (const order of changed.values()) expect(order.updatedAt >= from).toBe(true);
    const future = { field: 'created', from: new Date('2035-01-01'), to: new Date('2036-01-01') };
    expect(await readAll({ ...future, field: 'created' })).toEqual(new Map());
  });

  it('fetches products with and without models', async () => {
    const { skus, rows } = await whole.products();
    const listed = [...skus.values()];
    expect(listed.some((row) => row.skuId === row.itemId)).toBe(true);
    expect(listed.some((row) => row.skuId !== row.itemId)).toBe(true);
    expect(listed).toHaveLength(rows);
    expect(listed.every((row) => row.currency === 'VND' && row.priceE4 > 0n)).toBe(true);
    const sold = [...(await readEvery()).values()].flatMap(({ items }) => items);
    const unlisted = sold.filter(({ skuId }) => skuId === null || !skus.has(skuId));
    expect(unlisted).toEqual([]);
    // An order names a variant as the catalogue does.
    const names = sold.map(({ skuId, productName }) => [productName, skus.get(skuId ?? '')?.name]);
    expect(names.some(([name]) => name?.includes(' – '))).toBe(true);
    for (const [name, nameInCatalogue] of names) expect(name).toBe(nameInCatalogue);
  });

  it.each([
    ['http_5xx', 0.2],
    ['broken_json', 0.2],
    ['drop_connection', 0.2],
    ['throttle', 0.2],
    ['duplicate_items', 1],
    ['reorder_items', 1],
    ['latency', 0.2],
  ])('loses nothing to the fault %s', async (kind, probability) => {
    const window = { ...all, from: new Date('2026-10-01T00:00:00Z') };
    const withoutFaults = await readAll(window);
    await fault({ kind, probability, seconds: 0, ms: 20 });
    expect(await readAll(window)).toEqual(withoutFaults);
    if (kind === 'throttle') expect(throttledScopes).not.toEqual([]);
  });

  it.each([
    ['one order', 1, 4],
    ['a page of orders', 30, 7],
  ])('fetches the escrow of %s though responses omit it', async (_, orders, count) => {
    const earning = [...(await readEvery()).values()].filter(({ stage }) => stage === 'completed');
    const wanted = earning.slice(0, orders);
    expect(wanted).toHaveLength(orders);
    await fault({ kind: 'truncated_page', path: incomePath, count });
    const ids = wanted.map(({ orderId }) => orderId);
    const read = await connector.ordersById?.read(access, ids);
    const found = new Map(read?.orders.map(({ canonical }) => [canonical.orderId, canonical]));
    expect(ids.map((id) => found.get(id))).toEqual(wanted);
  });

  it('requests the escrow of orders cancelled before payment once', async () => {
    const orders = [...(await readEvery()).values()];
    const unpaid = orders.filter((order) => order.stage === 'cancelled' && !order.committedAt);
    expect(unpaid.length).toBeGreaterThan(0);
    const ids = unpaid.slice(0, 5).map(({ orderId }) => orderId);
    incomeCalls = 0;
    await connector.ordersById?.read(access, ids);
    expect(incomeCalls).toBe(1);
  });

  it('classifies an expired or withdrawn token, a used code and a redirect without a shop', async () => {
    await fault({ kind: 'api_error', code: 'invalid_acceess_token', count: 1 });
    await expect(connector.readShop(access)).rejects.toMatchObject({ kind: 'unauthorized' });
    await fault({ kind: 'api_error', code: 'error_limit', count: 1 });
    // In the last seconds of the day that the limit counts, the call waits for the next day and succeeds.
    await connector.readShop(access).catch(() => undefined);
    expect(throttledScopes.at(-1)).toBe('app');
    await expect(connector.exchangeCode('used', { shop_id: shopId })).rejects.toMatchObject({
      kind: 'invalid_request',
      code: 'invalid_code',
    });
    await expect(connector.exchangeCode('of nobody')).rejects.toMatchObject({
      kind: 'invalid_request',
      code: 'shop_missing',
    });
    await expect(connector.exchangeCode('main', { main_account_id: '7' })).rejects.toMatchObject({
      code: 'invalid_code',
    });
  });

  it('rotates tokens, and requires a new consent for a used refresh token', async () => {
    expect(grant.refreshExpiresAt).toEqual(authorizationEndsAt);
    const next = await connector.refresh(refreshToken);
    expect(next.shops).toEqual([{ externalShopId: shopId, region: 'VN' }]);
    // A refresh does not extend the consent.
    expect(next.refreshExpiresAt).toEqual(authorizationEndsAt);
    expect(next.accessToken).not.toBe(access.accessToken);
    await expect(connector.refresh(refreshToken)).rejects.toMatchObject({
      kind: 'needs_reauthorization',
      code: 'error_shop_refresh_token',
    });
    access = { ...access, accessToken: next.accessToken };
    expect((await connector.readShop(access)).shop.externalShopId).toBe(shopId);
  });

  it('links all shops of a main account, each with its own tokens', async () => {
    const answer = await sandbox.control('POST', '/_sandbox/authorize', {
      platform: 'SHOPEE',
      shop: shopId,
      mainAccount: true,
      redirectUri: 'http://localhost:3000/oauth/callback/shopee',
    });
    const of = Value.Parse(
      Type.Object({ code: Type.String(), main_account_id: Type.String() }),
      answer,
    );
    const extras = { main_account_id: of.main_account_id };
    const mainGrant = await connector.exchangeCode(of.code, extras);
    expect(mainGrant).toMatchObject({ refreshToken: null, account: of.main_account_id });
    expect(mainGrant.shops.map((shop) => shop.externalShopId)).toEqual(['310391240', shopId]);
    const tokens = new Set([mainGrant.accessToken]);
    for (const { externalShopId, region, renewal } of mainGrant.shops) {
      const shared = { externalShopId, region, accessToken: mainGrant.accessToken };
      expect((await connector.readShop(shared)).shop.externalShopId).toBe(externalShopId);
      expect(renewal?.refreshExpiresAt).toEqual(authorizationEndsAt);
      const own = await connector.refresh(renewal?.refreshToken ?? '');
      expect(own.shops).toEqual([{ externalShopId, region }]);
      tokens.add(own.accessToken);
      await connector.readShop({ ...shared, accessToken: own.accessToken });
    }
    expect(tokens.size).toBe(3);
  });

  it('links to the authorization page', async () => {
    const url = connector.authorizeUrl({
      state: 'one',
      redirectUri: 'http://localhost:3000/oauth/callback/shopee',
    });
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Bếp Nhà Mộc');
  });

  it('pulls undelivered pushes, oldest first and again until acknowledged', async () => {
    await sandbox.control('PUT', '/_sandbox/push', { SHOPEE: 'http://127.0.0.1:9/push' });
    await fault({ kind: 'push_lost' });
    await sandbox.control('PUT', '/_sandbox/clock', { advanceSeconds: 40 * 86_400 });
    const { events } = connector;
    if (!events) throw new Error('There is no queue');
    const code = await events.open('any');
    const lost = async () => (await events.pull(code, null)).events.length;
    await expect.poll(lost).toBeGreaterThan(20);
    const { events: received, ackId } = await events.pull(code, null);
    const hints = received.flatMap((push) => push.hints);
    // The main account has linked another shop.
    const shops = new Set(hints.map((hint) => hint.externalShopId));
    expect([shopId, '310391240']).toEqual(expect.arrayContaining([...shops]));
    const topics = new Set(received.map(({ topic }) => topic));
    expect(topics).toEqual(new Set(['3', '29']));
    const times = received
      .filter(({ topic }) => topic === '3')
      .flatMap((push) => push.hints.filter((hint) => hint.externalShopId === shopId))
      .map(({ changedAt }) => changedAt?.getTime());
    expect(times).toEqual(times.toSorted((a = 0, b = 0) => a - b));
    expect(hints.flatMap(({ ids }) => ids).length).toBeGreaterThan(20);
    expect(new Set(received.map(({ eventId }) => eventId)).size).toBe(received.length);
    // Not acknowledged yet, so the events are returned again.
    expect((await events.pull(code, null)).events).toHaveLength(received.length);
    for (let last = ackId; ;) {
      const next = await events.pull(code, last);
      for (const { eventId } of next.events) {
        expect(received.map((push) => push.eventId)).not.toContain(eventId);
      }
      if (next.events.length === 0) break;
      last = next.ackId;
    }
    expect((await events.pull(code, null)).events).toEqual([]);
  });
});
