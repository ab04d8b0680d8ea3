import { setTimeout as delay } from 'node:timers/promises';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  CanonicalReturn,
  CanonicalSettlement,
  CanonicalStatement,
} from '../canonical-money.ts';
import type { ConnectorEnvironment, MarketplaceConnector, ShopAccess } from '../connector.ts';
import { parseMoney } from '../money.ts';
import { startSandbox, type Sandbox } from '../testing/sandbox.ts';
import { createTikTokConnector } from './connector.ts';

/** The smallest made-up shop. */
const shopId = '7494391241642441604';
const now = '2026-11-12T05:00:00Z';
const all = { from: new Date('2024-01-01T00:00:00Z'), to: new Date(Date.parse(now) + 1000) };

const Amounts = Type.Record(Type.String(), Type.String());
const Ledger = Type.Object({
  payout: Type.String(),
  pending: Type.String(),
  kinds: Amounts,
  orders: Type.Array(Type.Object({ number: Type.String(), payout: Type.String() })),
  statements: Type.Array(
    Type.Object({ paidAt: Type.Union([Type.String(), Type.Null()]), total: Type.String() }),
  ),
  returns: Type.Record(Type.String(), Type.Integer()),
});
const Faults = Type.Object({ faults: Type.Array(Type.Object({ hits: Type.Integer() })) });

function e4(text: string): bigint {
  const amount = parseMoney(text);
  if (amount === null) throw new Error(`${text} is not an amount`);
  return amount.amountE4;
}

describe('returns and settlements of TikTok Shop against the sandbox', () => {
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
    connector = createTikTokConnector(sandbox.tiktok, environment);
    const grant = await connector.exchangeCode(await sandbox.authorize(shopId, 'TIKTOK'));
    const [shop] = grant.shops;
    if (!shop) throw new Error('The sandbox granted nothing');
    access = { ...shop, accessToken: grant.accessToken };
    const address = `/_sandbox/money?platform=TIKTOK&shop=${shopId}&by=order`;
    const { returns: cases } = Value.Parse(Ledger, await sandbox.control('GET', address));
    // What was booked since the end of the day of UTC is on no statement yet.
    const cut = await sandbox.control('GET', `${address}&as_of=2026-11-12T00:00:00Z`);
    ledger = { ...Value.Parse(Ledger, cut), returns: cases };
  });
  afterEach(() => sandbox.control('DELETE', '/_sandbox/faults'));
  afterAll(() => sandbox.stop());

  function settlementsOf() {
    if (!connector.settlements) throw new Error('The connector reads no settlements');
    return connector.settlements;
  }
  function returnsOf() {
    if (!connector.returns) throw new Error('The connector reads no returns');
    return connector.returns;
  }

  async function settlements() {
    const found = new Map<string, CanonicalSettlement>();
    const statements = new Map<string, CanonicalStatement>();
    let rows = 0;
    let next: string | null = null;
    do {
      const page = await settlementsOf().readSettlements(access, all, next);
      expect(page.rejects).toEqual([]);
      for (const { canonical, raw } of page.settlements) {
        rows += 1;
        found.set(canonical.settlementId, canonical);
        expect(settlementsOf().deriveSettlement(raw, access).canonical).toEqual(canonical);
      }
      for (const { canonical, raw } of page.statements) {
        statements.set(canonical.statementId, canonical);
        expect(settlementsOf().deriveStatement(raw, access).canonical).toEqual(canonical);
      }
      ({ next } = page);
    } while (next !== null);
    return { found, statements, rows };
  }

  async function returns(field: 'created' | 'updated') {
    const found = new Map<string, CanonicalReturn>();
    const totals = new Set<number | null>();
    let next: string | null = null;
    do {
      const page = await returnsOf().readReturns(access, { ...all, field }, next);
      expect(page.rejects).toEqual([]);
      for (const { canonical, raw } of page.returns) {
        found.set(canonical.returnId, canonical);
        expect(returnsOf().deriveReturn(raw, access).canonical).toEqual(canonical);
      }
      totals.add(page.total);
      ({ next } = page);
    } while (next !== null);
    expect([...totals]).toEqual([found.size]);
    return found;
  }

  function sum(some: Iterable<CanonicalSettlement>): bigint {
    let total = 0n;
    for (const { lines } of some) for (const { amountE4 } of lines) total += amountE4;
    return total;
  }

  function expectLedger(found: ReadonlyMap<string, CanonicalSettlement>) {
    const paid = [...found.values()].filter(({ settledAt }) => settledAt !== null);
    const open = [...found.values()].filter(({ settledAt }) => settledAt === null);
    expect(sum(paid)).toBe(e4(ledger.payout));
    expect(sum(open)).toBe(e4(ledger.pending));
    const byOrder = Map.groupBy(
      paid.filter(({ orderId }) => orderId !== null),
      ({ orderId }) => orderId,
    );
    for (const { number, payout } of ledger.orders) {
      expect(sum(byOrder.get(`576${number}`) ?? [])).toBe(e4(payout));
    }
    expect(byOrder.size).toBe(ledger.orders.length);
    const byClass: Record<string, bigint> = {};
    for (const { lines } of paid) {
      for (const { feeClass, amountE4 } of lines) {
        byClass[feeClass] = (byClass[feeClass] ?? 0n) + amountE4;
      }
    }
    expect(byClass).toEqual(
      Object.fromEntries(Object.entries(ledger.kinds).map(([kind, text]) => [kind, e4(text)])),
    );
  }

  it('give every payout of the ledger, by order and by class, to the đồng', async () => {
    const { found, rows } = await settlements();
    expect(found.size).toBeGreaterThan(500);
    expect(rows).toBe(found.size);
    expectLedger(found);
    expect([...found.values()].flatMap(({ flags }) => flags)).toEqual([]);
  });

  it('give statements that are what their settlements add up to', async () => {
    const { found, statements } = await settlements();
    const byStatement = Map.groupBy(found.values(), ({ statementId }) => statementId);
    expect(statements.size).toBeGreaterThan(50);
    for (const [id, statement] of statements) {
      expect([id, sum(byStatement.get(id) ?? [])]).toEqual([id, statement.totalE4]);
    }
    expect([...statements.values()].filter(({ paidAt }) => paidAt !== null)).toHaveLength(
      [...statements.values()].filter(
        ({ to }) => to && to.getTime() + 86_400_000 <= Date.parse(now),
      ).length,
    );
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
    const kinds = [
      { kind: 'http_5xx', probability: 0.05 },
      { kind: 'broken_json', probability: 0.05 },
      { kind: 'drop_connection', probability: 0.02 },
      { kind: 'truncated_page', probability: 0.1 },
      { kind: 'duplicate_items', probability: 0.4 },
      { kind: 'reorder_items', probability: 0.4 },
    ];
    await sandbox.control('PUT', '/_sandbox/faults', {
      faults: kinds.map((kind) => ({ platform: 'TIKTOK', ...kind })),
    });
    expectLedger((await settlements()).found);
    expect(await returns('created')).toEqual(calm);
    const { faults } = Value.Parse(Faults, await sandbox.control('GET', '/_sandbox/faults'));
    expect(faults.reduce((total, { hits }) => total + hits, 0)).toBeGreaterThan(10);
  });

  it('refuse a checkpoint that is none', async () => {
    const wrong = { kind: 'invalid_request', code: 'bad_checkpoint' };
    await expect(settlementsOf().readSettlements(access, all, '{"day":"x"}')).rejects.toMatchObject(
      wrong,
    );
    await expect(
      returnsOf().readReturns(access, { ...all, field: 'created' }, 'x'),
    ).rejects.toMatchObject(wrong);
  });
});
