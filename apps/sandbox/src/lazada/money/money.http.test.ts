import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  SandboxTestClient,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from '../../testing/sandbox-client.ts';
import type { Json } from '../../testing/sandbox-client.ts';

const worldNow = '2026-06-20T03:00:00Z';
const shopId = '200164501';
const details = '/finance/transaction/details/get';
const reverse = '/reverse/getreverseordersforseller';

let sandbox: SandboxTestClient;
let token: string;
let rows: readonly Json[];
let cases: readonly Json[];

/** Parses a decimal text into exact ten-thousandths, independently of the code under test. */
function parseE4(text: string): bigint {
  const [whole = '0', decimals = ''] = text.replaceAll(',', '').replace('-', '').split('.');
  const size = BigInt(whole + decimals.padEnd(4, '0').slice(0, 4));
  return text.startsWith('-') ? -size : size;
}

function sum(some: readonly Json[]): bigint {
  return some.reduce((total, row) => total + parseE4(textAt(row, 'amount')), 0n);
}

/** Parses the first day of `15 Jun 2026 - 21 Jun 2026`. */
function firstDayOf(statement: string): string {
  return new Date(`${statement.slice(0, 11)} UTC`).toISOString().slice(0, 10);
}

async function allRows(): Promise<readonly Json[]> {
  const found: Json[] = [];
  for (const [start_time, end_time] of [
    ['2024-12-15', '2025-05-31'],
    ['2025-06-01', '2025-11-20'],
    ['2025-11-21', '2026-03-31'],
    ['2026-04-01', '2026-06-20'],
  ] as const) {
    for (let offset = 0; ;) {
      const query = {
        start_time,
        end_time,
        trans_type: '-1',
        offset: String(offset),
        limit: '500',
      };
      const page = listAt(await sandbox.call(details, query, token), 'data');
      found.push(...page);
      offset += page.length;
      if (page.length < 500) break;
    }
  }
  return found;
}

async function allCases(): Promise<readonly Json[]> {
  const found: Json[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page_no: String(page), page_size: '100' };
    const result = objectAt(await sandbox.call(reverse, query, token), 'result');
    found.push(...listAt(result, 'items'));
    if (found.length >= numberAt(result, 'total')) return found;
  }
}

beforeAll(async () => {
  sandbox = await SandboxTestClient.start({ clockMs: Date.parse(worldNow), size: 'tiny' });
  await sandbox.control('clock', 'PUT', { frozen: true });
  token = await sandbox.token(shopId);
  rows = await allRows();
  cases = await allCases();
});
afterAll(() => sandbox.running.stop());

describe('transactions', () => {
  it('consist of strings and have unique numbers', () => {
    expect(rows.length).toBeGreaterThan(100);
    for (const row of rows) {
      expect(Object.values(row).every((value) => typeof value === 'string')).toBe(true);
    }
    expect(new Set(rows.map((row) => row['transaction_number'])).size).toBe(rows.length);
  });

  it('add up to the ledger, paid and pending, by statement and by order', async () => {
    const ledger = await sandbox.control(`money?platform=LAZADA&shop=${shopId}&by=order`);
    const paid = rows.filter((row) => row['paid_status'] === 'Yes');
    expect(sum(paid)).toBe(parseE4(textAt(ledger, 'payout')));
    expect(sum(rows.filter((row) => row['paid_status'] === 'No'))).toBe(
      parseE4(textAt(ledger, 'pending')),
    );
    const byOrder = Map.groupBy(
      paid.filter((row) => row['order_no'] !== ''),
      (row) => textAt(row, 'order_no'),
    );
    const orders = listAt(ledger, 'orders');
    expect(orders).toHaveLength(byOrder.size);
    for (const order of orders) {
      expect(sum(byOrder.get(textAt(order, 'number')) ?? [])).toBe(
        parseE4(textAt(order, 'payout')),
      );
    }
    const statements = Map.groupBy(paid, (row) => textAt(row, 'statement'));
    const totals = listAt(ledger, 'statements').filter(({ paidAt }) => paidAt !== null);
    expect([...statements.values()].map(sum).toSorted()).toEqual(
      totals.map((each) => parseE4(textAt(each, 'total'))).toSorted(),
    );
  });

  it('add up to the payout of each statement, with debts carried over', async () => {
    const query = { created_after: '2024-12-01' };
    const payouts = listAt(await sandbox.call('/finance/payout/status/get', query, token), 'data');
    const byStatement = Map.groupBy(rows, (row) => firstDayOf(textAt(row, 'statement')));
    let carried = 0n;
    for (const payout of payouts) {
      expect(parseE4(textAt(payout, 'opening_balance'))).toBe(carried);
      const paidOut = parseE4(textAt(payout, 'payout').replace(' VND', ''));
      const closing = parseE4(textAt(payout, 'closing_balance'));
      const day = textAt(payout, 'statement_number').slice(-10);
      expect([day, closing - carried]).toEqual([day, sum(byStatement.get(day) ?? [])]);
      byStatement.delete(day);
      carried = closing - paidOut;
    }
    expect(payouts.length).toBeGreaterThan(10);
    // The week that is not over has no statement yet.
    expect([...byStatement.keys()]).toEqual(['2026-06-15']);
  });

  it('appear and are paid as time passes', async () => {
    const month = { start_time: '2026-06-01', end_time: '2026-07-20' };
    const before = listAt(await sandbox.call(details, month, token), 'data');
    await sandbox.control('clock', 'PUT', { advanceSeconds: 20 * 86_400 });
    const after = listAt(await sandbox.call(details, month, token), 'data');
    await sandbox.control('clock', 'PUT', { advanceSeconds: -20 * 86_400 });
    expect(before.length).toBeGreaterThan(0);
    expect(after.length).toBeGreaterThan(before.length);
    const known = new Map(after.map((row) => [row['transaction_number'], row]));
    for (const row of before) {
      const now = known.get(row['transaction_number']);
      expect(now?.['amount']).toBe(row['amount']);
      expect(now?.['paid_status']).toBe('Yes');
    }
  });

  it('refuse a range of 180 days, an unknown type and an invalid date', async () => {
    const span = { start_time: '2026-01-01', end_time: '2026-06-29' };
    expect((await sandbox.call(details, span, token))['code']).toBe('0');
    const longer = { ...span, end_time: '2026-06-30' };
    expect((await sandbox.call(details, longer, token))['code']).toBe('1000012');
    const type = { ...span, trans_type: '99999' };
    expect((await sandbox.call(details, type, token))['code']).toBe('1000014');
    const day = { ...span, end_time: '2026-06-31' };
    expect((await sandbox.call(details, day, token))['code']).toBe('17');
  });

  it('are filtered by type and by order', async () => {
    const span = { start_time: '2026-05-01', end_time: '2026-06-20' };
    const fees = listAt(await sandbox.call(details, { ...span, trans_type: '16' }, token), 'data');
    expect(fees.length).toBeGreaterThan(0);
    expect(new Set(fees.map((row) => row['fee_name']))).toEqual(new Set(['Commission']));
    const order = textAt(fees[0] ?? {}, 'order_no');
    const own = listAt(
      await sandbox.call(details, { ...span, trade_order_id: order }, token),
      'data',
    );
    expect(own.length).toBeGreaterThan(1);
    expect(own.every((row) => row['order_no'] === order)).toBe(true);
  });
});

describe('reverse orders', () => {
  it('are returned or refunded exactly where the order item says so', async () => {
    const returned = new Set(
      cases.flatMap((each) =>
        each['request_type'] === 'CANCEL'
          ? []
          : listAt(each, 'reverse_order_lines')
              .filter((line) =>
                ['REFUND_PENDING', 'REFUND_SUCCESS'].includes(textAt(line, 'reverse_status')),
              )
              .map((line) => numberAt(line, 'trade_order_line_id')),
      ),
    );
    const orders = [...new Set(cases.map((each) => numberAt(each, 'trade_order_id')))];
    const items: Json[] = [];
    for (let from = 0; from < orders.length; from += 50) {
      const order_ids = JSON.stringify(orders.slice(from, from + 50));
      const answer = await sandbox.call('/orders/items/get', { order_ids }, token);
      for (const order of listAt(answer, 'data')) items.push(...listAt(order, 'order_items'));
    }
    const byStatus = items
      .filter((item) => item['status'] === 'returned')
      .map((item) => numberAt(item, 'order_item_id'));
    expect(byStatus.length).toBeGreaterThan(0);
    expect(new Set(byStatus)).toEqual(returned);
  });

  it('are found by type, change time and number', async () => {
    const types = { request_type_list: '["RETURN","ONLY_REFUND"]' };
    const paging = { page_no: '1', page_size: '100' };
    const some = objectAt(await sandbox.call(reverse, { ...paging, ...types }, token), 'result');
    expect(numberAt(some, 'total')).toBe(
      cases.filter((each) => each['request_type'] !== 'CANCEL').length,
    );
    const [first] = listAt(some, 'items');
    const [line] = listAt(first ?? {}, 'reverse_order_lines');
    const changed = numberAt(line ?? {}, 'return_order_line_gmt_modified') * 1000;
    const span = {
      ReverseOrderLineModifiedTimeRangeStart: String(changed),
      ReverseOrderLineModifiedTimeRangeEnd: String(changed),
    };
    const exact = objectAt(await sandbox.call(reverse, { ...paging, ...span }, token), 'result');
    expect(listAt(exact, 'items')).toContainEqual(first);
    const id = String(numberAt(first ?? {}, 'reverse_order_id'));
    const detail = await sandbox.call(
      '/order/reverse/return/detail/list',
      { reverse_order_id: id },
      token,
    );
    expect(String(numberAt(objectAt(detail, 'data'), 'reverse_order_id'))).toBe(id);
  });

  it('require a page number and a page size', async () => {
    expect((await sandbox.call(reverse, { page_no: '1' }, token))['code']).toBe('MissingParameter');
    expect((await sandbox.call(reverse, { page_size: '1' }, token))['code']).toBe(
      'MissingParameter',
    );
  });
});
