import { describe, expect, it } from 'vitest';
import { createTestEnvironment } from '../testing/environment.ts';
import { faultHits, injectFault } from '../testing/faults.ts';
import {
  expectCases,
  expectPayouts,
  fetchMoneyLedger,
  totalPaid,
} from '../testing/money-ledger.ts';
import { linkShop, sandboxNow } from '../testing/linked-shop.ts';
import { requireReturns, requireSettlements, createFullFetch } from '../testing/full-fetch.ts';
import { createLazadaConnector } from './connector.ts';

/** The smallest generated shop: about 6,500 transactions in 18 months. */
const shopId = '200391241';
const all = { from: new Date('2024-01-01T00:00:00Z'), to: new Date(Date.parse(sandboxNow) + 1000) };

const { sandbox, connector, access } = await linkShop('LAZADA', shopId, ({ lazada }) =>
  createLazadaConnector(lazada, createTestEnvironment({ shortenedBy: 50 })),
);
const whole = createFullFetch(connector, () => access);
const ledger = await fetchMoneyLedger(sandbox, 'LAZADA', shopId);

describe('returns and settlements of Lazada against the sandbox', () => {
  const settlements = () => whole.settlements(all);
  async function returns(field: 'created' | 'updated') {
    const { found, totals } = await whole.returns({ ...all, field });
    expect(totals).toEqual([found.size]);
    return found;
  }
  const expectLedger = (found: Awaited<ReturnType<typeof settlements>>['found']) =>
    expectPayouts(found.values(), ledger, (number) => number);

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
    expect([...statements.values()].filter(({ paidAt }) => paidAt !== null)).toHaveLength(
      [...statements.values()].filter(
        ({ to }) => to && to.getTime() < Date.parse(sandboxNow) - 3 * 86_400_000,
      ).length,
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
      'LAZADA',
      { kind: 'http_5xx', probability: 0.1 },
      { kind: 'broken_json', probability: 0.1 },
      { kind: 'drop_connection', probability: 0.05 },
      { kind: 'truncated_page', path: '/finance/transaction/details/get', probability: 0.3 },
      { kind: 'truncated_page', path: '/reverse/getreverseordersforseller', probability: 0.3 },
      { kind: 'duplicate_items', probability: 0.4 },
    );
    expectLedger((await settlements()).found);
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
  });
});
