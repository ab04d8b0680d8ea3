import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberAt, objectAt, textAt } from '../../testing/sandbox-client.ts';
import type { Json } from '../../testing/sandbox-client.ts';
import { worldNow, shopId, TiktokTestClient } from '../../testing/tiktok-client.ts';

describe('the statements of TikTok Shop in the sandbox', () => {
  let caller: TiktokTestClient;

  beforeAll(async () => {
    caller = await TiktokTestClient.start();
  });
  afterAll(async () => {
    await caller.sandbox.running.stop();
  });

  it('pay out what the ledger says, one statement per UTC day', async () => {
    const path = '/finance/202309/statements';
    const statements = await caller.rows('GET', path, 'statements', {
      sort_field: 'statement_time',
      page_size: '100',
    });
    expect(statements.length).toBeGreaterThan(200);
    const paid = statements.filter((each) => each['payment_status'] === 'PAID');
    const sum = (rows: readonly Json[], field = 'settlement_amount') =>
      rows.reduce((total, row) => total + Number(textAt(row, field)), 0);
    const money = await caller.sandbox.control(`money?platform=TIKTOK&shop=${shopId}`);
    expect(String(sum(paid))).toBe(textAt(money, 'payout'));
    const now = Date.parse(worldNow) / 1000;
    for (const statement of statements) {
      const isPaid = statement['payment_status'] === 'PAID';
      const paidAt = isPaid ? numberAt(statement, 'statement_time') + 86_400 : undefined;
      expect(statement['payment_time']).toBe(paidAt);
    }
    for (const statement of statements.slice(-20)) {
      expect(numberAt(statement, 'statement_time') % 86_400).toBe(0);
      expect(numberAt(statement, 'statement_time')).toBeLessThanOrEqual(now);
      const id = textAt(statement, 'id');
      expect(id).toMatch(/^\d{19}$/);
      const transactions = await caller.rows(
        'GET',
        `/finance/202501/statements/${id}/statement_transactions`,
        'transactions',
        { sort_field: 'order_create_time', page_size: '10' },
      );
      expect(sum(transactions)).toBe(Number(textAt(statement, 'settlement_amount')));
      for (const row of transactions) {
        const fields = ['revenue', 'shipping_cost', 'fee_tax', 'adjustment'];
        const parts = fields.reduce((total, name) => total + sum([row], `${name}_amount`), 0);
        expect(parts).toBe(sum([row]));
      }
    }
    const unsorted = await caller.send('GET', path, { shop_cipher: caller.cipher });
    expect(unsorted.answer['code']).toBe(36_009_004);
  });
});

describe('the unsettled orders of TikTok Shop in the sandbox', () => {
  let caller: TiktokTestClient;

  beforeAll(async () => {
    caller = await TiktokTestClient.start();
  });
  afterAll(async () => {
    await caller.sandbox.running.stop();
  });

  const path = '/finance/202507/orders/unsettled';
  const sorted = { sort_field: 'order_create_time' };
  const unsettled = (more: Record<string, string> = {}) =>
    caller.rows('GET', path, 'transactions', { ...sorted, page_size: '5', ...more });
  const byOrder = (rows: readonly Json[], field: string) =>
    new Map(rows.map((row) => [textAt(row, 'order_id'), Number(textAt(row, field))]));

  it('match the estimates of the ledger and leave the list shortly before settlement', async () => {
    const rows = await unsettled();
    expect(rows.length).toBeGreaterThan(10);
    const money = await caller.sandbox.control(`money?platform=TIKTOK&shop=${shopId}`);
    const page = await caller.ask('GET', path, { ...sorted, page_size: '1' });
    expect(textAt(page, 'sum_est_settlement_amount')).toBe(textAt(money, 'estimated'));
    const estimates = byOrder(rows, 'est_settlement_amount');
    expect(String([...estimates.values()].reduce((all, one) => all + one, 0))).toBe(
      textAt(money, 'estimated'),
    );
    for (const row of rows) {
      const parts = ['revenue', 'shipping_cost', 'fee_tax', 'adjustment'];
      const sum = parts.reduce((all, name) => all + Number(textAt(row, `est_${name}_amount`)), 0);
      expect(sum).toBe(Number(textAt(row, 'est_settlement_amount')));
      expect(textAt(row, 'status')).toBe('UNSETTLED');
    }
    expect(new Set(rows.map((row) => textAt(row, 'unsettled_reason'))).size).toBeGreaterThan(1);

    await caller.sandbox.control('clock', 'PUT', { advanceSeconds: 30 * 86_400 });
    const again = objectAt(await caller.exchange(await caller.code()), 'data');
    caller.token = textAt(again, 'access_token');
    const left = byOrder(await unsettled(), 'est_settlement_amount');
    expect([...estimates.keys()].filter((id) => left.has(id))).toEqual([]);
    const settled = new Map<string, number>();
    const statements = await caller.rows('GET', '/finance/202309/statements', 'statements', {
      sort_field: 'statement_time',
      statement_time_ge: String(Date.parse(worldNow) / 1000 - 86_400),
    });
    for (const statement of statements) {
      const transactions = await caller.rows(
        'GET',
        `/finance/202501/statements/${textAt(statement, 'id')}/statement_transactions`,
        'transactions',
        { ...sorted, page_size: '100' },
      );
      for (const one of transactions.filter((each) => each['type'] === 'ORDER')) {
        const id = textAt(one, 'order_id');
        settled.set(id, (settled.get(id) ?? 0) + Number(textAt(one, 'settlement_amount')));
      }
    }
    const both = [...estimates].filter(([id]) => settled.has(id));
    const exact = both.filter(([id, estimate]) => settled.get(id) === estimate);
    expect(both.length).toBeGreaterThan(estimates.size / 2);
    // Affiliate commissions and refunds are not known before they are booked.
    expect(exact.length).toBeGreaterThan(0);
    expect(exact.length).toBeLessThan(both.length);
  });

  it('are found by creation time, in either order, and require a sort field', async () => {
    const all = (await unsettled()).map((row) => numberAt(row, 'order_create_time'));
    const middle = all[Math.floor(all.length / 2)] ?? 0;
    const early = await unsettled({ search_time_lt: String(middle), sort_order: 'DESC' });
    expect(early.map((row) => numberAt(row, 'order_create_time'))).toEqual(
      all.filter((at) => at < middle).toReversed(),
    );
    expect(await unsettled({ search_time_ge: String(middle) })).toHaveLength(
      all.filter((at) => at >= middle).length,
    );
    const unsorted = await caller.send('GET', path, { shop_cipher: caller.cipher });
    expect(unsorted.answer['code']).toBe(36_009_004);
  });
});
