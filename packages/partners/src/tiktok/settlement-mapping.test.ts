import { describe, expect, it } from 'vitest';
import { composed } from '../lossless-json.ts';
import { deriveReturn } from './return-mapping.ts';
import {
  deriveSettlement,
  deriveStatement,
  settlementItem,
  statementItem,
} from './settlement-mapping.ts';
import { rawItem } from '../raw-item.ts';

const shop = { region: 'VN' };
const statement = {
  id: '3458000630000020000',
  statement_time: 1_767_225_600,
  currency: 'VND',
  settlement_amount: '135500',
  payment_id: '9458',
  payment_status: 'PAID',
};
const transaction = {
  id: '7400000000000001000',
  type: 'ORDER',
  order_id: '576461413038785752',
  order_create_time: 1_766_000_000,
  settlement_amount: '135500',
  revenue_amount: '170000',
  shipping_cost_amount: '0',
  fee_tax_amount: '-34500',
  adjustment_amount: '0',
  revenue_breakdown: {
    subtotal_before_discount_amount: '180000',
    seller_discount_amount: '-10000',
  },
  shipping_cost_breakdown: {
    actual_shipping_fee_amount: '-30000',
    shipping_fee_discount_amount: '18000',
    customer_paid_shipping_fee_amount: '12000',
    supplementary_component: { platform_shipping_fee_discount_amount: '18000' },
  },
  fee_tax_breakdown: {
    fee: {
      platform_commission_amount: '-19800',
      transaction_fee_amount: '-8100',
      vn_fix_infrastructure_fee: '-3000',
      voucher_xtra_service_fee_amount: '-3600',
    },
    tax: { vat_amount: '0' },
  },
};

function settle(changes: object, of: object = {}) {
  const { raw } = settlementItem(
    JSON.stringify({ ...statement, ...of }),
    composed(JSON.stringify({ ...transaction, ...changes })),
  );
  const { canonical, reject } = deriveSettlement([raw], shop);
  if (!canonical) throw new Error(reject.reason);
  return canonical;
}
const classes = (changes: object) =>
  settle(changes).lines.map(({ feeClass, feeCode, amountE4 }) => [
    feeClass,
    feeCode,
    Number(amountE4 / 10_000n),
  ]);
const total = (changes: object) =>
  settle(changes).lines.reduce((sum, { amountE4 }) => sum + amountE4, 0n) / 10_000n;

describe('a settlement of TikTok Shop', () => {
  it('has a line for each part, and they are what was settled', () => {
    expect(settle({})).toMatchObject({
      settlementId: '3458000630000020000:7400000000000001000',
      statementId: '3458000630000020000',
      orderId: '576461413038785752',
      occurredAt: new Date('2025-12-31T00:00:00Z'),
      settledAt: new Date('2026-01-01T00:00:00Z'),
      isEstimate: false,
      flags: [],
    });
    expect(classes({})).toEqual([
      ['commission', 'platform_commission_amount', -19_800],
      ['payment_fee', 'transaction_fee_amount', -8100],
      ['infrastructure_fee', 'vn_fix_infrastructure_fee', -3000],
      ['programme_fee', 'voucher_xtra_service_fee_amount', -3600],
      ['seller_voucher', 'seller_discount_amount', -10_000],
      ['item_price', 'subtotal_before_discount_amount', 180_000],
      ['shipping_carrier', 'actual_shipping_fee_amount', -30_000],
      ['shipping_buyer', 'customer_paid_shipping_fee_amount', 12_000],
      ['shipping_subsidy', 'shipping_fee_discount_amount', 18_000],
    ]);
    expect(total({})).toBe(135_500n);
  });

  it('is open while its statement is not paid', () => {
    expect(settle({}, { payment_status: 'PROCESSING' }).settledAt).toBeNull();
  });

  it.each([
    ['PLATFORM_PENALTY', 'penalty'],
    ['LOGISTICS_REIMBURSEMENT', 'compensation'],
    ['GMV_PAYMENT_FOR_ADS', 'ads_charge'],
    ['REBATE', 'adjustment'],
    ['SOMETHING_NEW', 'unknown'],
  ])('of the type %s is a %s', (type, feeClass) => {
    const { lines, orderId, flags } = settle({
      type,
      order_id: undefined,
      adjustment_order_id: '576461413038785753',
      settlement_amount: '-10000',
      adjustment_amount: '-10000',
      revenue_amount: '0',
      fee_tax_amount: '0',
      revenue_breakdown: null,
      shipping_cost_breakdown: null,
      fee_tax_breakdown: null,
    });
    expect(lines).toMatchObject([{ feeClass, feeCode: type, amountE4: -100_000_000n }]);
    expect(orderId).toBe('576461413038785753');
    expect(flags).toEqual(feeClass === 'unknown' ? [`unknown_fee:${type}`] : []);
  });

  it('shows what no part explains, and a fee that has no name here', () => {
    const odd = settle({ fee_tax_amount: '-36000', settlement_amount: '134500' });
    expect(odd.flags).toEqual(['unexplained:fee', 'unexplained:settlement']);
    expect(total({ fee_tax_amount: '-36000', settlement_amount: '134500' })).toBe(134_500n);
    const fee = { ...transaction.fee_tax_breakdown.fee, hologram_fee_amount: '-500' };
    const named = {
      fee_tax_breakdown: { fee },
      fee_tax_amount: '-35000',
      settlement_amount: '135000',
    };
    expect(settle(named).flags).toEqual(['unknown_fee:hologram_fee_amount']);
    expect(total(named)).toBe(135_000n);
  });

  it('counts a fee once that is said twice, and counts it where it is said once', () => {
    const before = { affiliate_commission_amount_before_pit: '-8000' };
    const fee = { ...transaction.fee_tax_breakdown.fee, ...before };
    const twice = { fee: { ...fee, affiliate_commission_amount: '-8000' } };
    const sums = { fee_tax_amount: '-42500', settlement_amount: '127500' };
    for (const fee_tax_breakdown of [twice, { fee }]) {
      const affiliate = classes({ ...sums, fee_tax_breakdown }).filter(
        ([feeClass]) => feeClass === 'affiliate_commission',
      );
      expect(affiliate.map(([, , amount]) => amount)).toEqual([-8000]);
      expect(settle({ ...sums, fee_tax_breakdown }).flags).toEqual([]);
    }
  });

  it('names a reserve, and keeps a transaction of nothing', () => {
    const none = {
      revenue_amount: '0',
      fee_tax_amount: '0',
      revenue_breakdown: {},
      shipping_cost_breakdown: {},
      fee_tax_breakdown: {},
    };
    const held = { ...none, type: 'RESERVE', settlement_amount: '-5000', reserve_amount: '-5000' };
    expect(classes(held)).toEqual([['other', 'RESERVE', -5000]]);
    expect(classes({ ...none, settlement_amount: '0' })).toEqual([
      ['adjustment', 'settlement_amount', 0],
    ]);
  });

  it('is refused when it is none', () => {
    const { raw } = settlementItem(JSON.stringify(statement), composed('{"id":"1"}'));
    expect(deriveSettlement([raw], shop).reject).toMatchObject({
      reason: expect.stringContaining('transaction'),
    });
    expect(raw.externalId).toMatch(/^unidentified:/);
  });
});

describe('a statement of TikTok Shop', () => {
  const derived = (changes: object) =>
    deriveStatement(statementItem(composed(JSON.stringify({ ...statement, ...changes }))), shop);

  it('covers a day of UTC', () => {
    expect(derived({}).canonical).toEqual({
      statementId: '3458000630000020000',
      name: '9458',
      from: new Date('2025-12-31T00:00:00Z'),
      to: new Date('2026-01-01T00:00:00Z'),
      currency: 'VND',
      totalE4: 1_355_000_000n,
      payoutE4: 1_355_000_000n,
      paidAt: new Date('2026-01-01T00:00:00Z'),
      updatedAt: new Date('2026-01-01T00:00:00Z'),
      flags: [],
    });
  });

  it('says what keeps it from being paid', () => {
    const failed = derived({ payment_status: 'FAILED' }).canonical;
    expect(failed).toMatchObject({ paidAt: null, flags: ['payment_status:FAILED'] });
    expect(derived({ settlement_amount: 'much' }).reject?.reason).toContain('not an amount');
  });
});

describe('a return of TikTok Shop', () => {
  const back = {
    return_id: '4035318504086604180',
    order_id: '576461413038785752',
    return_type: 'RETURN_AND_REFUND',
    return_status: 'RETURN_OR_REFUND_REQUEST_COMPLETE',
    create_time: 1_767_300_000,
    update_time: 1_767_400_000,
    return_reason_text: 'Hàng bị lỗi',
    refund_amount: { currency: 'VND', refund_total: '300000' },
    return_line_items: [
      {
        return_line_item_id: '2',
        order_line_item_id: '12',
        refund_amount: { refund_total: '200000' },
      },
      {
        return_line_item_id: '1',
        order_line_item_id: '11',
        refund_amount: { refund_total: '100000' },
      },
    ],
  };
  function derive(changes: object) {
    const payload = Buffer.from(JSON.stringify({ ...back, ...changes }));
    const { canonical, reject } = deriveReturn([rawItem('return', '1', null, payload)], shop);
    if (!canonical) throw new Error(reject.reason);
    return canonical;
  }

  it('has its pieces in order, with what the buyer gets back for each', () => {
    expect(derive({})).toMatchObject({
      kind: 'return_and_refund',
      state: 'refunded',
      refundedAt: new Date(back.update_time * 1000),
      refundE4: 3_000_000_000n,
      reason: 'Hàng bị lỗi',
      items: [
        { returnItemId: '1', orderLineId: '11', refundE4: 1_000_000_000n },
        { returnItemId: '2', orderLineId: '12', refundE4: 2_000_000_000n },
      ],
      flags: [],
    });
  });

  it('shares the refund of a part, and one that only the case tells', () => {
    const taken = { partial_refund: { amount: '90000' }, refund_amount: { refund_total: '90000' } };
    const part = derive(taken);
    expect(part.items.map(({ refundE4 }) => refundE4)).toEqual([300_000_000n, 600_000_000n]);
    expect(part).toMatchObject({ refundE4: 900_000_000n, flags: ['part_refunded'] });
    expect(part.items.map(({ quantity }) => quantity)).toEqual([0, 0]);
    expect(derive({ ...taken, return_status: 'RETURN_OR_REFUND_REQUEST_SUCCESS' }).state).toBe(
      'approved',
    );
    const whole = derive({ return_line_items: null });
    expect(whole.items).toMatchObject([{ orderLineId: null, refundE4: 3_000_000_000n }]);
  });

  it.each([
    ['refused', { buyer_rejected_partial_refund: true }, 'refunded'],
    ['refused, as a text', { buyer_rejected_partial_refund: 'TRUE' }, 'refunded'],
    ['not answered', { return_status: 'AWAITING_BUYER_RESPONSE' }, 'requested'],
    ['of another amount', { buyer_rejected_partial_refund: false }, 'refunded'],
  ])('is whole while an offer of a part is %s', (_offer, changes, state) => {
    const read = derive({ partial_refund: { amount: '20000' }, ...changes });
    expect(read).toMatchObject({ state, refundE4: 3_000_000_000n, flags: [] });
    expect(read.items.map(({ quantity }) => quantity)).toEqual([1, 1]);
  });

  it('has no end of its own once the buyer edited it, unless the money was given back', () => {
    const next_return_id = '4035318504086604181';
    const pending = { next_return_id, return_status: 'RETURN_OR_REFUND_REQUEST_PENDING' };
    expect(derive(pending)).toMatchObject({ state: 'cancelled', flags: ['request_edited'] });
    expect(derive({ next_return_id }).state).toBe('refunded');
    expect(derive({ ...pending, next_return_id: '0' }).state).toBe('requested');
  });

  it('gives no money back for goods that were exchanged', () => {
    const exchanged = { return_type: 'REPLACEMENT', return_status: 'REPLACEMENT_REQUEST_COMPLETE' };
    expect(derive(exchanged)).toMatchObject({ state: 'received', refundE4: 0n, refundedAt: null });
    const instead = { ...exchanged, return_status: 'REPLACEMENT_REQUEST_REFUND_SUCCESS' };
    expect(derive(instead)).toMatchObject({
      kind: 'replacement',
      state: 'refunded',
      refundE4: 3_000_000_000n,
    });
  });

  it.each([
    ['REPLACEMENT', 'REPLACEMENT_REQUEST_PENDING', 'replacement', 'requested'],
    ['REPLACEMENT', 'REPLACEMENT_REQUEST_REJECT', 'replacement', 'rejected'],
    ['REPLACEMENT', 'REPLACEMENT_REQUEST_CANCEL', 'replacement', 'cancelled'],
    ['REPLACEMENT', 'RETURN_OR_REFUND_REQUEST_SUCCESS', 'replacement', 'approved'],
    ['REFUND', 'RETURN_OR_REFUND_REQUEST_SUCCESS', 'refund_only', 'approved'],
    ['RETURN_AND_REFUND', 'AWAITING_BUYER_RESPONSE', 'return_and_refund', 'requested'],
    ['SWAP', 'SEALED', 'unknown', 'unknown'],
  ])('%s that is %s is a %s, %s', (return_type, return_status, kind, state) => {
    const read = derive({ return_type, return_status });
    expect([read.kind, read.state, read.refundedAt]).toEqual([kind, state, null]);
    expect(read.flags.length).toBe(kind === 'unknown' ? 2 : 0);
  });
});
