import { describe, expect, it } from 'vitest';
import type { RawItem } from '../../canonical/canonical.ts';
import { composeElement } from '../../parsing/lossless-json.ts';
import { feeTable } from './fee-table.ts';
import {
  deriveSettlement,
  deriveStatement,
  toPayoutItem,
  toTransaction,
} from './settlement-mapping.ts';

const shop = { region: 'VN' };

function transaction(changes: Record<string, string | null> = {}): RawItem {
  return toTransaction(
    composeElement(
      JSON.stringify({
        order_no: '411111111111111',
        orderItem_no: '4111111111111111',
        transaction_date: '17 May 2026',
        transaction_type: 'Orders-Lazada Fees',
        transaction_number: 'VN4A10-ABC01',
        fee_type: '16',
        fee_name: 'Commission',
        amount: '-19,800.00',
        paid_status: 'No',
        statement: '11 May 2026 - 17 May 2026',
        ...changes,
      }),
    ),
  ).raw;
}

function derive(changes: Record<string, string | null> = {}) {
  return deriveSettlement([transaction(changes)], shop);
}

describe('a Lazada transaction', () => {
  it('is a settlement of one line, dated in the venture’s time zone', () => {
    expect(derive().canonical).toEqual({
      settlementId: 'VN4A10-ABC01:16:4111111111111111',
      statementId: '2026-05-18',
      orderId: '411111111111111',
      currency: 'VND',
      occurredAt: new Date('2026-05-16T17:00:00Z'),
      settledAt: null,
      updatedAt: new Date('2026-05-16T17:00:00Z'),
      isEstimate: false,
      lines: [
        {
          lineId: '1',
          orderLineId: '4111111111111111',
          feeClass: 'commission',
          feeCode: '16',
          feeName: 'Commission',
          amountE4: -198_000_000n,
        },
      ],
      flags: [],
    });
  });

  it.each(['Yes', 'YES', 'yes', '1', ' yes '])(
    'is paid if its status says so (%j), at the end of its statement, and keeps its ID',
    (paid_status) => {
      const paid = derive({ paid_status });
      expect(paid.canonical?.settledAt).toEqual(new Date('2026-05-17T17:00:00Z'));
      expect(paid.canonical?.updatedAt).toEqual(new Date('2026-05-17T17:00:00Z'));
      expect(paid.canonical?.settlementId).toBe(derive().canonical?.settlementId);
      expect(transaction({ paid_status }).externalId).toBe(transaction().externalId);
    },
  );

  it('of the shop itself belongs to no order and no line', () => {
    const { canonical } = derive({ order_no: '', orderItem_no: null, fee_type: '112' });
    expect(canonical).toMatchObject({
      orderId: null,
      lines: [{ orderLineId: null, feeClass: 'ads_charge' }],
    });
  });

  it('without a statement is paid when booked', () => {
    const paid = derive({ paid_status: 'Yes', statement: '' }).canonical;
    expect(paid).toMatchObject({ statementId: null, settledAt: paid?.occurredAt });
  });

  it('keeps an unparsable statement, with a flag', () => {
    expect(derive({ statement: 'Week 20' }).canonical).toMatchObject({
      statementId: 'Week 20',
      flags: ['statement_unreadable'],
    });
  });

  it.each([
    ['-1,234,567.89', -12_345_678_900n],
    ['1234567.89', 12_345_678_900n],
    ['0.00', 0n],
    ['12', 120_000n],
  ])('parses the amount %s', (amount, amountE4) => {
    expect(derive({ amount }).canonical?.lines[0]?.amountE4).toBe(amountE4);
  });

  it.each(['1,23', '1.234,56', '--5', '1e', 'abc', ''])('refuses the amount %j', (amount) => {
    expect(derive({ amount }).reject?.reason).toMatch(/amount/);
  });

  it('keeps an unknown fee with its own code and name', () => {
    const { canonical } = derive({ fee_type: '9001', fee_name: 'Phí mới' });
    expect(canonical?.lines[0]).toMatchObject({
      feeClass: 'unknown',
      feeCode: '9001',
      feeName: 'Phí mới',
      amountE4: -198_000_000n,
    });
    expect(canonical?.flags).toEqual(['unknown_fee:9001']);
  });

  it('without a number has an ID that being paid does not change', () => {
    const first = transaction({ transaction_number: '' });
    const second = transaction({ transaction_number: null, paid_status: 'Yes' });
    expect(first.externalId).toMatch(/^unidentified:/);
    expect(second.externalId).toBe(first.externalId);
    expect(transaction({ transaction_number: '', amount: '-1.00' }).externalId).not.toBe(
      first.externalId,
    );
  });

  it('is rejected for an invalid date, and its raw item is kept', () => {
    expect(derive({ transaction_date: '31 Feb 2026' }).reject?.reason).toMatch(/transaction_date/);
    expect(transaction({ transaction_date: null, amount: null }).externalId).toBe(
      transaction().externalId,
    );
    const { raw } = toTransaction(composeElement('{"a":'));
    expect(raw.externalId).toMatch(/^unidentified:/);
    expect(deriveSettlement([raw], shop).reject?.raw).toBe(raw);
  });

  it('has every reversal in the class of its fee', () => {
    for (const [fee, reversal] of [
      ['16', '15'],
      ['3', '4'],
      ['117', '120'],
      ['118', '121'],
      ['119', '122'],
      ['202', '203'],
      ['209', '210'],
      ['157', '158'],
      ['212', '213'],
    ] as const) {
      expect(feeTable[reversal]).toBe(feeTable[fee]);
    }
  });
});

describe('a Lazada payout status', () => {
  const payout = (changes: Record<string, string | null> = {}) => derivePayout(changes).canonical;
  const derivePayout = (changes: Record<string, string | null>) =>
    deriveStatement(
      toPayoutItem(
        composeElement(
          JSON.stringify({
            statement_number: 'VN4A10-2026-05-11',
            created_at: '2026-05-18 00:00:00',
            updated_at: '2026-05-20 10:00:00',
            opening_balance: '-5000.00',
            closing_balance: '130500.00',
            payout: '130,500.00 VND',
            paid: '1',
            ...changes,
          }),
        ),
      ),
      shop,
    );

  it('without a payout is rejected under its number', () => {
    const { reject } = derivePayout({ payout: null });
    expect(reject?.raw.externalId).toBe('VN4A10-2026-05-11');
  });

  it('is the statement that its transactions refer to', () => {
    expect(payout()).toEqual({
      statementId: derive().canonical?.statementId,
      name: 'VN4A10-2026-05-11',
      from: null,
      to: new Date('2026-05-17T17:00:00Z'),
      currency: 'VND',
      totalE4: 1_355_000_000n,
      payoutE4: 1_305_000_000n,
      paidAt: new Date('2026-05-20T03:00:00Z'),
      updatedAt: new Date('2026-05-20T03:00:00Z'),
      flags: [],
    });
  });

  it('is open while it is not paid', () => {
    expect(payout({ paid: '0' })?.paidAt).toBeNull();
  });
});
