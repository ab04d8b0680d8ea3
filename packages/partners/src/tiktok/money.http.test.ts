import { describe, expect, it } from 'vitest';
import { createTestEnvironment } from '../testing/environment.ts';
import { faultHits, injectFault } from '../testing/faults.ts';
import {
  amountE4,
  expectCases,
  expectPayouts,
  fetchMoneyLedger,
  totalPaid,
  type MoneyLedger,
} from '../testing/money-ledger.ts';
import { linkShop, sandboxNow } from '../testing/linked-shop.ts';
import {
  requireReturns,
  requireSettlements,
  createFullFetch,
  type FullFetch,
} from '../testing/full-fetch.ts';
import { createTikTokConnector } from './connector.ts';

/** The smallest generated shop. */
const shopId = '7494391241642441604';
const all = { from: new Date('2024-01-01T00:00:00Z'), to: new Date(Date.parse(sandboxNow) + 1000) };

const { sandbox, connector, access } = await linkShop('TIKTOK', shopId, ({ tiktok }) =>
  createTikTokConnector(tiktok, createTestEnvironment({ shortenedBy: 50 })),
);
const whole = createFullFetch(connector, () => access);
const { returns: cases, estimates: expectedEstimates } = await fetchMoneyLedger(
  sandbox,
  'TIKTOK',
  shopId,
);
// Bookings since the last end of a UTC day are not on a statement yet.
const ledger: MoneyLedger = {
  ...(await fetchMoneyLedger(sandbox, 'TIKTOK', shopId, '2026-11-12T00:00:00Z')),
  returns: cases,
  estimates: expectedEstimates,
};

describe('returns and settlements of TikTok Shop against the sandbox', () => {
  const settlements = () => whole.settlements(all);
  async function returns(field: 'created' | 'updated') {
    const { found, totals } = await whole.returns({ ...all, field });
    expect(totals).toEqual([found.size]);
    return found;
  }
  const expectLedger = (found: Awaited<ReturnType<typeof settlements>>['found']) =>
    expectPayouts(found.values(), ledger, (number) => `576${number}`);

  it('have every payout of the ledger, by order and by class, to the đồng', async () => {
    const { found, rows } = await settlements();
    expect(found.size).toBeGreaterThan(500);
    expect(rows).toBe(found.size);
    expectLedger(found);
    expect([...found.values()].flatMap(({ flags }) => flags)).toEqual([]);
  });

  it('have statements that equal the sum of their settlements', async () => {
    const { found, statements } = await settlements();
    const byStatement = Map.groupBy(found.values(), ({ statementId }) => statementId);
    expect(statements.size).toBeGreaterThan(50);
    for (const [id, statement] of statements) {
      expect([id, totalPaid(byStatement.get(id) ?? [])]).toEqual([id, statement.totalE4]);
    }
    for (const { to, paidAt, flags } of statements.values()) {
      // The day after its end, as reported by the platform, not the end itself.
      if (paidAt) expect(paidAt.getTime() - (to?.getTime() ?? 0)).toBe(86_400_000);
      expect(flags).toEqual([]);
    }
    expect([...statements.values()].filter(({ paidAt }) => paidAt !== null)).toHaveLength(
      [...statements.values()].filter(
        ({ to }) => to && to.getTime() + 86_400_000 <= Date.parse(sandboxNow),
      ).length,
    );
  });

  /** Expects each order without a statement exactly once, with the ledger's estimate and the reason for waiting. */
  function expectEstimates({ found, total }: Awaited<ReturnType<FullFetch['estimates']>>) {
    expect(total).toBe(found.size);
    const amounts = new Map([...found.values()].map((one) => [one.orderId, totalPaid([one])]));
    expect(amounts).toEqual(
      new Map(ledger.estimates.map(({ number, amount }) => [`576${number}`, amountE4(amount)])),
    );
    for (const { isEstimate, settledAt, statementId, waiting, flags } of found.values()) {
      expect([isEstimate, settledAt, statementId, flags]).toEqual([true, null, null, []]);
      expect(waiting).toEqual({
        reason: expect.stringMatching(/delivery|progress/),
        until: 'Within 5 days after delivery',
      });
    }
  }

  it('have an estimate for each unsettled order, apart from what is booked', async () => {
    const estimates = await whole.estimates();
    expect(estimates.found.size).toBeGreaterThan(10);
    expectEstimates(estimates);
    const { found } = await settlements();
    expect([...estimates.found.keys()].filter((id) => found.has(id))).toEqual([]);
    expect([...found.values()].filter(({ isEstimate, waiting }) => isEstimate || waiting)).toEqual(
      [],
    );
  });

  it('have the returns of the ledger, by created and by updated time', async () => {
    const created = await returns('created');
    expectCases(created.values(), ledger);
    expect(created.size).toBeGreaterThan(10);
    expect(await returns('updated')).toEqual(created);
  });

  it('are the same under broken, short, doubled and shuffled pages, and server errors', async () => {
    const withoutFaults = await returns('created');
    await injectFault(
      sandbox,
      'TIKTOK',
      { kind: 'http_5xx', probability: 0.05 },
      { kind: 'broken_json', probability: 0.05 },
      { kind: 'drop_connection', probability: 0.02 },
      { kind: 'truncated_page', probability: 0.1 },
      { kind: 'duplicate_items', probability: 0.4 },
      { kind: 'reorder_items', probability: 0.4 },
    );
    expectLedger((await settlements()).found);
    expectEstimates(await whole.estimates());
    expect(await returns('created')).toEqual(withoutFaults);
    expect(await faultHits(sandbox)).toBeGreaterThan(10);
  });

  it('refuse an invalid checkpoint', async () => {
    const wrong = { kind: 'invalid_request', code: 'bad_checkpoint' };
    await expect(
      requireSettlements(connector).readSettlements(access, all, '{"day":"x"}'),
    ).rejects.toMatchObject(wrong);
    await expect(
      requireReturns(connector).readReturns(access, { ...all, field: 'created' }, 'x'),
    ).rejects.toMatchObject(wrong);
    await expect(
      requireSettlements(connector).readEstimates?.(access, '{"token":""}'),
    ).rejects.toMatchObject(wrong);
  });
});
