import { setTimeout as delay } from 'node:timers/promises';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CanonicalReturn, CanonicalSettlement } from '../canonical-money.ts';
import type { ConnectorEnvironment, MarketplaceConnector, ShopAccess } from '../connector.ts';
import { parseMoney } from '../money.ts';
import { startSandbox, type Sandbox } from '../testing/sandbox.ts';
import { createShopeeConnector } from './connector.ts';

/** The smallest made-up shop that advertises on the marketplace. */
const shopId = '310391240';
const now = '2026-11-12T05:00:00Z';
const all = { from: new Date('2025-04-01T00:00:00Z'), to: new Date(Date.parse(now) + 1000) };

const Ledger = Type.Object({
  payout: Type.String(),
  pending: Type.String(),
  kinds: Type.Record(Type.String(), Type.String()),
  orders: Type.Array(Type.Object({ number: Type.String(), payout: Type.String() })),
  returns: Type.Record(Type.String(), Type.Integer()),
});
/** The platform tells these corrections without their cause. */
const corrections = new Set(['adjustment', 'penalty', 'compensation']);

function e4(text: string): bigint {
  const amount = parseMoney(text);
  if (amount === null) throw new Error(`${text} is not an amount`);
  return amount.amountE4;
}

describe('returns and incomes of Shopee against the sandbox', () => {
  let sandbox: Sandbox;
  let connector: MarketplaceConnector;
  let access: ShopAccess;
  let ledger: Static<typeof Ledger>;

  const environment: ConnectorEnvironment = {
    fetch,
    clock: () => new Date(),
    log: { debug: () => undefined, warn: () => undefined },
    beforeCall: async () => undefined,
    onThrottled: async () => undefined,
    timeoutMs: 5000,
    sleep: async (ms, signal) => {
      await delay(ms / 50, undefined, signal ? { signal } : {});
    },
    random: () => 0.5,
  };

  beforeAll(async () => {
    sandbox = await startSandbox({ SANDBOX_CLOCK: now });
    await sandbox.control('PUT', '/_sandbox/clock', { frozen: true });
    connector = createShopeeConnector(sandbox.shopee, environment);
    const code = await sandbox.authorize(shopId, 'SHOPEE');
    const grant = await connector.exchangeCode(code, { shop_id: shopId });
    const [shop] = grant.shops;
    if (!shop) throw new Error('The sandbox granted nothing');
    access = { ...shop, accessToken: grant.accessToken };
    const address = `/_sandbox/money?platform=SHOPEE&shop=${shopId}&by=order`;
    ledger = Value.Parse(Ledger, await sandbox.control('GET', address));
  });
  afterEach(() => sandbox.control('DELETE', '/_sandbox/faults'));
  afterAll(() => sandbox.stop());

  function readings() {
    if (!connector.settlements || !connector.returns) {
      throw new Error('The connector reads no money');
    }
    return { settlements: connector.settlements, returns: connector.returns };
  }

  async function settlements(span = all) {
    const { settlements: reading } = readings();
    const found = new Map<string, CanonicalSettlement>();
    let next: string | null = null;
    do {
      const page = await reading.readSettlements(access, span, next);
      expect(page.rejects).toEqual([]);
      expect(page.statements).toEqual([]);
      for (const { canonical, raw } of page.settlements) {
        found.set(canonical.settlementId, canonical);
        expect(reading.deriveSettlement(raw, access).canonical).toEqual(canonical);
      }
      ({ next } = page);
    } while (next !== null);
    return found;
  }

  async function returns(field: 'created' | 'updated') {
    const { returns: reading } = readings();
    const found = new Map<string, CanonicalReturn>();
    let next: string | null = null;
    do {
      const page = await reading.readReturns(access, { ...all, field }, next);
      expect(page.rejects).toEqual([]);
      for (const { canonical, raw } of page.returns) {
        found.set(canonical.returnId, canonical);
        expect(reading.deriveReturn(raw, access).canonical).toEqual(canonical);
      }
      ({ next } = page);
    } while (next !== null);
    return found;
  }

  function sum(some: Iterable<CanonicalSettlement>): bigint {
    let total = 0n;
    for (const { lines } of some) for (const { amountE4 } of lines) total += amountE4;
    return total;
  }

  function expectLedger(found: ReadonlyMap<string, CanonicalSettlement>) {
    const every = [...found.values()];
    expect(every.flatMap(({ flags }) => flags)).toEqual([]);
    expect(every.every(({ settledAt }) => settledAt !== null)).toBe(true);
    expect(sum(every)).toBe(e4(ledger.payout));
    expect(ledger.pending).toBe('0');
    const ofOrders = every.filter(({ orderId }) => orderId !== null);
    const byOrder = Map.groupBy(ofOrders, ({ orderId }) => orderId);
    // The ledger numbers orders as the world does, the platform names them: what each was paid tells them.
    const ascending = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
    expect([...byOrder.values()].map(sum).toSorted(ascending)).toEqual(
      ledger.orders.map(({ payout }) => e4(payout)).toSorted(ascending),
    );
    const add = (sums: Record<string, bigint>, kind: string, amountE4: bigint) => {
      const name = corrections.has(kind) ? 'adjustment' : kind;
      sums[name] = (sums[name] ?? 0n) + amountE4;
    };
    const told: Record<string, bigint> = {};
    for (const { lines } of every) {
      for (const { feeClass, amountE4 } of lines) add(told, feeClass, amountE4);
    }
    const expected: Record<string, bigint> = {};
    for (const [kind, text] of Object.entries(ledger.kinds)) add(expected, kind, e4(text));
    expect(told).toEqual(expected);
  }

  it('give every payout of the ledger, by order and by class, to the đồng', async () => {
    const found = await settlements();
    expect(found.size).toBeGreaterThan(500);
    expectLedger(found);
    const classes = new Set(
      [...found.values()].flatMap(({ lines }) => lines.map(({ feeClass }) => feeClass)),
    );
    for (const each of ['infrastructure_fee', 'programme_fee', 'ads_charge', 'refund'] as const) {
      expect(classes).toContain(each);
    }
  });

  it('give the same when a span is read in parts, by the time of the release', async () => {
    const middle = new Date('2026-05-05T12:34:56Z');
    const parts = [
      await settlements({ from: all.from, to: middle }),
      await settlements({ from: middle, to: all.to }),
    ];
    expect(parts.every((part) => part.size > 0)).toBe(true);
    expectLedger(new Map(parts.flatMap((part) => [...part])));
  });

  it('give the returns of the ledger, by either time', async () => {
    const created = await returns('created');
    const states: Record<string, number> = {};
    for (const { state } of created.values()) states[state] = (states[state] ?? 0) + 1;
    const { withdrawn, ...others } = ledger.returns;
    expect(states).toEqual({ ...others, ...(withdrawn && { cancelled: withdrawn }) });
    expect(created.size).toBeGreaterThan(10);
    expect(await returns('updated')).toEqual(created);
  });

  it('read the same under broken, short, doubled and shuffled pages, and server errors', async () => {
    const calm = await returns('created');
    const paths = ['get_escrow_list', 'get_wallet_transaction_list'].map(
      (name) => `/api/v2/payment/${name}`,
    );
    await sandbox.control('PUT', '/_sandbox/faults', {
      faults: [
        { kind: 'http_5xx', probability: 0.05 },
        { kind: 'broken_json', probability: 0.05 },
        { kind: 'drop_connection', probability: 0.03 },
        {
          kind: 'truncated_page',
          path: '/api/v2/payment/get_escrow_detail_batch',
          probability: 0.2,
        },
        ...[...paths, '/api/v2/returns/get_return_list'].map((path) => ({
          kind: 'truncated_page',
          path,
          count: 1,
        })),
        { kind: 'duplicate_items', probability: 0.3 },
        { kind: 'reorder_items', probability: 0.3 },
      ].map((rule) => ({ platform: 'SHOPEE', ...rule })),
    });
    expectLedger(await settlements());
    expect(await returns('created')).toEqual(calm);
  });

  it('refuse a checkpoint that is none', async () => {
    const wrong = { kind: 'invalid_request', code: 'bad_checkpoint' };
    const { settlements: settling, returns: returning } = readings();
    await expect(settling.readSettlements(access, all, '{"part":"x"}')).rejects.toMatchObject(
      wrong,
    );
    const window = { ...all, field: 'created' } as const;
    await expect(returning.readReturns(access, window, 'x')).rejects.toMatchObject(wrong);
  });
});
