import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberAt, textAt } from '../test-client.ts';
import type { Json } from '../test-client.ts';
import { NOW, SHOP, TestCaller } from './test-caller.ts';

describe('TikTok Shop’s statements in the sandbox', () => {
  let caller: TestCaller;

  beforeAll(async () => {
    caller = await TestCaller.start();
  });
  afterAll(async () => {
    await caller.sandbox.running.stop();
  });

  it('pay out what the ledger says, one for each day of UTC', async () => {
    const path = '/finance/202309/statements';
    const statements = await caller.rows('GET', path, 'statements', {
      sort_field: 'statement_time',
      page_size: '100',
    });
    expect(statements.length).toBeGreaterThan(200);
    const paid = statements.filter((each) => each['payment_status'] === 'PAID');
    const sum = (rows: readonly Json[], field = 'settlement_amount') =>
      rows.reduce((total, row) => total + Number(textAt(row, field)), 0);
    const money = await caller.sandbox.control(`money?platform=TIKTOK&shop=${SHOP}`);
    expect(String(sum(paid))).toBe(textAt(money, 'payout'));
    const now = Date.parse(NOW) / 1000;
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
