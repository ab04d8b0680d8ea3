import { setTimeout as delay } from 'node:timers/promises';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CanonicalOrder, CanonicalProduct } from '../canonical.ts';
import type {
  ConnectorEnvironment,
  MarketplaceConnector,
  ShopAccess,
  Window,
} from '../connector.ts';
import { startSandbox, type Sandbox } from '../testing/sandbox.ts';
import { createShopeeConnector } from './connector.ts';

/** The smallest made-up shop. */
const shopId = '310391241';
const all: Window = {
  field: 'created',
  from: new Date('2025-01-01T00:00:00Z'),
  to: new Date('2026-11-12T05:00:01Z'),
};

const LedgerDay = Type.Object({
  date: Type.String(),
  orders: Type.Integer(),
  gmv: Type.String(),
  cancelledValue: Type.String(),
  failedValue: Type.String(),
  returnedValue: Type.String(),
  netSales: Type.String(),
  units: Type.Integer(),
});
type LedgerDay = Static<typeof LedgerDay>;
const Ledger = Type.Object({ days: Type.Array(LedgerDay) });
const Shops = Type.Object({
  items: Type.Array(Type.Object({ externalShopId: Type.String(), firstOrderAt: Type.String() })),
});

const frozen = { frozen: true };
const Clock = Type.Object({ now: Type.String() });

describe('the Shopee connector against the sandbox', () => {
  let sandbox: Sandbox;
  let connector: MarketplaceConnector;
  let access: ShopAccess;
  let refreshToken: string;
  let grantEndsAt: Date | null;
  /** A year after the sandbox's present, which stands still. */
  let authorisationEndsAt: Date;
  let waits = 0;

  const environment: ConnectorEnvironment = {
    fetch,
    clock: () => new Date(),
    log: { debug: () => undefined, warn: () => undefined },
    beforeCall: async () => undefined,
    onThrottled: async () => {
      waits += 1;
    },
    timeoutMs: 5000,
    sleep: async (ms, signal) => {
      await delay(ms >= 1000 ? ms : ms / 20, undefined, signal ? { signal } : {});
    },
    random: () => 0.5,
  };

  beforeAll(async () => {
    sandbox = await startSandbox({ SANDBOX_CLOCK: '2026-11-12T05:00:00Z' });
    const clock = Value.Parse(Clock, await sandbox.control('PUT', '/_sandbox/clock', frozen));
    const present = Math.floor(Date.parse(clock.now) / 1000);
    authorisationEndsAt = new Date((present + 365 * 86_400) * 1000);
    connector = createShopeeConnector(sandbox.shopee, environment);
    const grant = await connector.exchangeCode(await sandbox.authorize(shopId, 'SHOPEE'), {
      shop_id: shopId,
    });
    const [shop] = grant.shops;
    if (!shop || !grant.refreshToken) throw new Error('The sandbox granted nothing');
    grantEndsAt = grant.refreshExpiresAt;
    access = { ...shop, accessToken: grant.accessToken, buyerHashKey: Buffer.from('key') };
    ({ refreshToken } = grant);
  });
  afterEach(() => sandbox.control('DELETE', '/_sandbox/faults'));
  afterAll(() => sandbox.stop());

  function fault(rule: object) {
    return sandbox.control('PUT', '/_sandbox/faults', [{ platform: 'SHOPEE', ...rule }]);
  }

  async function readAll(window: Window): Promise<Map<string, CanonicalOrder>> {
    const orders = new Map<string, CanonicalOrder>();
    let next: string | null = null;
    let total: number | null = null;
    do {
      const page = await connector.readOrders(access, window, next);
      expect(page.rejects).toEqual([]);
      for (const { canonical, raw } of page.orders) {
        orders.set(canonical.orderId, canonical);
        expect(connector.deriveOrder(raw, access).canonical).toEqual(canonical);
      }
      total ??= page.total;
      next = page.next;
    } while (next !== null);
    expect(orders.size).toBe(total);
    return orders;
  }

  async function ledger(): Promise<LedgerDay[]> {
    const address = `/_sandbox/ledger?platform=SHOPEE&shop=${shopId}`;
    const days = Value.Parse(Ledger, await sandbox.control('GET', address)).days;
    return days
      .filter((day) => day.orders > 0)
      .map((day) => Value.Clean(LedgerDay, { ...day }))
      .map((day) => Value.Parse(LedgerDay, day));
  }

  function figures(orders: Iterable<CanonicalOrder>): LedgerDay[] {
    const days = new Map<string, Record<keyof Omit<LedgerDay, 'date'>, bigint>>();
    for (const order of orders) {
      if (order.committedAt === null) continue;
      const date = new Date(order.committedAt.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
      const day = days.get(date) ?? {
        orders: 0n,
        gmv: 0n,
        cancelledValue: 0n,
        failedValue: 0n,
        returnedValue: 0n,
        netSales: 0n,
        units: 0n,
      };
      days.set(date, day);
      day.orders += 1n;
      for (const item of order.items) {
        day.gmv += item.sellerPriceE4;
        if (item.stage === 'cancelled') day.cancelledValue += item.sellerPriceE4;
        else if (item.stage === 'failed_delivery') day.failedValue += item.sellerPriceE4;
        else if (item.returnState === 'received') day.returnedValue += item.sellerPriceE4;
        else {
          day.units += BigInt(item.quantity);
          day.netSales += item.sellerPriceE4 - item.sellerVoucherE4;
        }
      }
    }
    const whole = (amount: bigint) => {
      expect(amount % 10_000n).toBe(0n);
      return String(amount / 10_000n);
    };
    return [...days]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, day]) => ({
        date,
        orders: Number(day.orders),
        gmv: whole(day.gmv),
        cancelledValue: whole(day.cancelledValue),
        failedValue: whole(day.failedValue),
        returnedValue: whole(day.returnedValue),
        netSales: whole(day.netSales),
        units: Number(day.units),
      }));
  }

  it('reads the shop', async () => {
    expect((await connector.readShop(access)).shop).toEqual({
      externalShopId: shopId,
      name: 'Trà & Đặc Sản Sương Mai',
      region: 'VN',
      currency: 'VND',
      timeZone: 'Asia/Ho_Chi_Minh',
      status: 'NORMAL',
    });
  });

  it('reads every order; the figures of each day are the ledger’s to the đồng', async () => {
    const orders = await readAll(all);
    expect(orders.size).toBeGreaterThan(400);
    expect(figures(orders.values())).toEqual(await ledger());
    expect([...orders.values()].flatMap((order) => order.flags)).toEqual([]);
    const stages = new Set([...orders.values()].flatMap(({ items }) => items.map((i) => i.stage)));
    expect(stages.size).toBeGreaterThanOrEqual(6);
  });

  it('counts the orders of a window and finds the first one', async () => {
    expect(await connector.countOrders(access, all)).toBe((await readAll(all)).size);
    const shops = Value.Parse(Shops, await sandbox.control('GET', '/_sandbox/shops')).items;
    const expected = shops.find((shop) => shop.externalShopId === shopId)?.firstOrderAt;
    expect((await connector.firstOrderAt(access))?.toISOString()).toBe(expected);
  });

  it('reads orders by their numbers as it lists them, and leaves out those of nobody', async () => {
    const from = new Date('2026-11-10T00:00:00Z');
    const changed = await readAll({ field: 'updated', from, to: new Date('2036-01-01T00:00:00Z') });
    const wanted = [...changed.values()].slice(-3);
    const ids = wanted.map((order) => order.orderId);
    const read = await connector.ordersById?.read(access, [...ids, '260101NOBODY00']);
    expect(read?.rejects).toEqual([]);
    const found = new Map(read?.orders.map(({ canonical }) => [canonical.orderId, canonical]));
    expect(ids.map((id) => found.get(id))).toEqual(wanted);
    expect(found.size).toBe(3);
  });

  it('reads what changed, and nothing for a window of the future', async () => {
    const from = new Date('2026-11-10T00:00:00Z');
    const changed = await readAll({ field: 'updated', from, to: new Date('2036-01-01T00:00:00Z') });
    expect(changed.size).toBeGreaterThan(0);
    for (const order of changed.values()) expect(order.updatedAt >= from).toBe(true);
    const future = { field: 'created', from: new Date('2035-01-01'), to: new Date('2036-01-01') };
    expect(await readAll({ ...future, field: 'created' })).toEqual(new Map());
  });

  it('reads products with and without models', async () => {
    const rows: CanonicalProduct[] = [];
    let next: string | null = null;
    do {
      const page = await connector.readProducts(access, next);
      expect(page.rejects).toEqual([]);
      for (const { canonical, raw } of page.products) {
        rows.push(...canonical);
        expect(connector.deriveProduct(raw, access).canonical).toEqual(canonical);
      }
      next = page.next;
    } while (next !== null);
    expect(rows.some((row) => row.skuId === row.itemId)).toBe(true);
    expect(rows.some((row) => row.skuId !== row.itemId)).toBe(true);
    expect(new Set(rows.map((row) => row.skuId)).size).toBe(rows.length);
    expect(rows.every((row) => row.currency === 'VND' && row.priceE4 > 0n)).toBe(true);
    const sold = new Set(
      [...(await readAll(all)).values()].flatMap(({ items }) => items.map((item) => item.skuId)),
    );
    const listed = new Set<string | null>(rows.map((row) => row.skuId));
    expect([...sold].filter((sku) => !listed.has(sku))).toEqual([]);
  });

  it.each([
    ['http_5xx', 0.2],
    ['broken_json', 0.2],
    ['drop_connection', 0.2],
    ['throttle', 0.2],
    ['duplicate_items', 1],
    ['reorder_items', 1],
    ['latency', 0.2],
  ])('loses nothing to %s', async (kind, probability) => {
    const window = { ...all, from: new Date('2026-10-01T00:00:00Z') };
    const whole = await readAll(window);
    await fault({ kind, probability, seconds: 0, ms: 20 });
    expect(await readAll(window)).toEqual(whole);
    if (kind === 'throttle') expect(waits).toBeGreaterThan(0);
  });

  it('says what an expired or withdrawn token, a used code and a redirect without a shop mean', async () => {
    await fault({ kind: 'api_error', code: 'invalid_acceess_token', count: 1 });
    await expect(connector.readShop(access)).rejects.toMatchObject({ kind: 'unauthorized' });
    await fault({ kind: 'api_error', code: 'error_limit', count: 1 });
    await expect(connector.readShop(access)).rejects.toMatchObject({
      kind: 'throttled',
      scope: 'app',
    });
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

  it('rotates tokens, and takes a spent refresh token for a consent that is over', async () => {
    expect(grantEndsAt).toEqual(authorisationEndsAt);
    const next = await connector.refresh(refreshToken);
    expect(next.shops).toEqual([{ externalShopId: shopId, region: 'VN' }]);
    // A renewal does not put off the end of the seller's authorisation.
    expect(next.refreshExpiresAt).toEqual(authorisationEndsAt);
    expect(next.accessToken).not.toBe(access.accessToken);
    await expect(connector.refresh(refreshToken)).rejects.toMatchObject({
      kind: 'needs_reauthorization',
      code: 'error_shop_refresh_token',
    });
    access = { ...access, accessToken: next.accessToken };
    expect((await connector.readShop(access)).shop.externalShopId).toBe(shopId);
  });

  it('reads all shops of a main account, each with a chain of tokens of its own', async () => {
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
    const grant = await connector.exchangeCode(of.code, extras);
    expect(grant).toMatchObject({ refreshToken: null, account: of.main_account_id });
    expect(grant.shops.map((shop) => shop.externalShopId)).toEqual(['310391240', shopId]);
    const tokens = new Set([grant.accessToken]);
    for (const { externalShopId, region, renewal } of grant.shops) {
      const shared = { externalShopId, region, accessToken: grant.accessToken };
      expect((await connector.readShop(shared)).shop.externalShopId).toBe(externalShopId);
      expect(renewal?.refreshExpiresAt).toEqual(authorisationEndsAt);
      const own = await connector.refresh(renewal?.refreshToken ?? '');
      expect(own.shops).toEqual([{ externalShopId, region }]);
      tokens.add(own.accessToken);
      await connector.readShop({ ...shared, accessToken: own.accessToken });
    }
    expect(tokens.size).toBe(3);
  });

  it('leads to the authorisation page', async () => {
    const url = connector.authorizeUrl({
      state: 'one',
      redirectUri: 'http://localhost:3000/oauth/callback/shopee',
    });
    const shown = await fetch(url);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('Bếp Nhà Mộc');
  });
});
