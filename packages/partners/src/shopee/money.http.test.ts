import { describe, expect, it } from 'vitest';
import type { CanonicalSettlement } from '../canonical/money.ts';
import { createTestEnvironment } from '../testing/environment.ts';
import { injectFault } from '../testing/faults.ts';
import {
  amountE4,
  expectCases,
  fetchMoneyLedger,
  totalPaid,
  totalPaidByClass,
} from '../testing/money-ledger.ts';
import { linkShop, sandboxNow } from '../testing/linked-shop.ts';
import { requireReturns, requireSettlements, createFullFetch } from '../testing/full-fetch.ts';
import { createShopeeConnector } from './connector.ts';

/** The smallest generated shop with marketplace ads. */
const shopId = '310391240';
const fullRange = {
  from: new Date('2025-04-01T00:00:00Z'),
  to: new Date(Date.parse(sandboxNow) + 1000),
};

/** Classes of the ledger that Shopee reports as corrections without a cause. The test adds them up. */
const corrections = new Set(['adjustment', 'penalty', 'compensation']);

const { sandbox, connector, access } = await linkShop(
  'SHOPEE',
  shopId,
  ({ shopee }) => createShopeeConnector(shopee, createTestEnvironment({ shortenedBy: 50 })),
  { shop_id: shopId },
);
const fullFetch = createFullFetch(connector, () => access);
const ledger = await fetchMoneyLedger(sandbox, 'SHOPEE', shopId);

describe('returns and settlements of Shopee against the sandbox', () => {
  async function fetchSettlements(range = fullRange) {
    const { found, statements } = await fullFetch.settlements(range);
    expect(statements.size).toBe(0);
    return found;
  }
  const fetchReturns = async (field: 'created' | 'updated') =>
    (await fullFetch.returns({ ...fullRange, field })).found;

  /** Expects that the settlements add up to the sandbox's ledger: in total, by order and by fee class. */
  function expectLedger(found: ReadonlyMap<string, CanonicalSettlement>) {
    const settlements = [...found.values()];
    expect(settlements.flatMap(({ flags }) => flags)).toEqual([]);
    expect(settlements.every(({ settledAt }) => settledAt !== null)).toBe(true);
    expect(totalPaid(settlements)).toBe(amountE4(ledger.payout));
    expect(ledger.pending).toBe('0');
    const orderSettlements = settlements.filter(({ orderId }) => orderId !== null);
    const byOrder = Map.groupBy(orderSettlements, ({ orderId }) => orderId);
    // The ledger and Shopee have different order ids, so orders are matched by their payouts.
    const ascending = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
    expect([...byOrder.values()].map(totalPaid).toSorted(ascending)).toEqual(
      ledger.orders.map(({ payout }) => amountE4(payout)).toSorted(ascending),
    );
    const sumByClass = (sums: Iterable<readonly [string, bigint]>) => {
      const totals: Record<string, bigint> = {};
      for (const [kind, sum] of sums) {
        const name = corrections.has(kind) ? 'adjustment' : kind;
        totals[name] = (totals[name] ?? 0n) + sum;
      }
      return totals;
    };
    const kinds = Object.entries(ledger.kinds);
    expect(sumByClass(Object.entries(totalPaidByClass(settlements)))).toEqual(
      sumByClass(kinds.map(([kind, text]) => [kind, amountE4(text)])),
    );
  }

  it('have every payout of the ledger, by order and by class, to the đồng', async () => {
    const found = await fetchSettlements();
    expect(found.size).toBeGreaterThan(500);
    expectLedger(found);
    const classes = new Set(
      [...found.values()].flatMap(({ lines }) => lines.map(({ feeClass }) => feeClass)),
    );
    for (const feeClass of [
      'infrastructure_fee',
      'programme_fee',
      'ads_charge',
      'refund',
    ] as const) {
      expect(classes).toContain(feeClass);
    }
  });

  it('are the same if a range is fetched in parts, by release time', async () => {
    const middle = new Date('2026-05-05T12:34:56Z');
    const parts = [
      await fetchSettlements({ from: fullRange.from, to: middle }),
      await fetchSettlements({ from: middle, to: fullRange.to }),
    ];
    expect(parts.every((part) => part.size > 0)).toBe(true);
    expectLedger(new Map(parts.flatMap((part) => [...part])));
  });

  it('have the returns of the ledger, by created and by updated time', async () => {
    const created = await fetchReturns('created');
    expectCases(created.values(), ledger);
    expect(created.size).toBeGreaterThan(10);
    expect(await fetchReturns('updated')).toEqual(created);
  });

  it('are the same under broken, short, doubled and shuffled pages, and server errors', async () => {
    const undisturbed = await fetchReturns('created');
    const paths = ['get_escrow_list', 'get_wallet_transaction_list'].map(
      (name) => `/api/v2/payment/${name}`,
    );
    await injectFault(
      sandbox,
      'SHOPEE',
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
    );
    expectLedger(await fetchSettlements());
    expect(await fetchReturns('created')).toEqual(undisturbed);
  });

  it('refuse an invalid checkpoint', async () => {
    const error = { kind: 'invalid_request', code: 'bad_checkpoint' };
    await expect(
      requireSettlements(connector).readSettlements(access, fullRange, '{"part":"x"}'),
    ).rejects.toMatchObject(error);
    const window = { ...fullRange, field: 'created' } as const;
    await expect(requireReturns(connector).readReturns(access, window, 'x')).rejects.toMatchObject(
      error,
    );
  });
});
