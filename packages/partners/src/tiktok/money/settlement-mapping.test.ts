import { describe, expect, it } from 'vitest';
import { composeElement } from '../../parsing/lossless-json.ts';
import {
  deriveSettlement,
  deriveStatement,
  settlementItem,
  statementItem,
  unsettledItem,
} from './settlement-mapping.ts';

const shop = { region: 'VN' };
const statement = {
  id: '3458000630000020000',
  statement_time: 1_767_225_600,
  currency: 'VND',
  settlement_amount: '135500',
  payment_id: '9458',
  payment_status: 'PAID',
  payment_time: 1_767_312_000,
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

function settlementOf(changes: object, of: object = {}) {
  const { raw } = settlementItem(
    JSON.stringify({ ...statement, ...of }),
    composeElement(JSON.stringify({ ...transaction, ...changes })),
  );
  const { canonical, reject } = deriveSettlement([raw], shop);
  if (!canonical) throw new Error(reject.reason);
  return canonical;
}
const classes = (changes: object) =>
  settlementOf(changes).lines.map(({ feeClass, feeCode, amountE4 }) => [
    feeClass,
    feeCode,
    Number(amountE4 / 10_000n),
  ]);
const total = (changes: object) =>
  settlementOf(changes).lines.reduce((sum, { amountE4 }) => sum + amountE4, 0n) / 10_000n;

describe('a settlement of TikTok Shop', () => {
  it('has a line for each part, which sum to the settled amount', () => {
    expect(settlementOf({})).toMatchObject({
      settlementId: '3458000630000020000:7400000000000001000',
      statementId: '3458000630000020000',
      orderId: '576461413038785752',
      occurredAt: new Date('2025-12-31T00:00:00Z'),
      settledAt: new Date('2026-01-02T00:00:00Z'),
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

  it('is not settled while its statement is not paid', () => {
    expect(settlementOf({}, { payment_status: 'PROCESSING' }).settledAt).toBeNull();
  });

  it.each([
    ['PLATFORM_PENALTY', 'penalty'],
    ['LOGISTICS_REIMBURSEMENT', 'compensation'],
    ['GMV_PAYMENT_FOR_ADS', 'ads_charge'],
    ['REBATE', 'adjustment'],
    ['Violation fee （settlement fee）', 'penalty'],
    ['Bill deduction for negative balance ', 'other'],
    ['Sales proceed（negative balance） ', 'other'],
    ['SOMETHING_NEW', 'unknown'],
  ])('of the type %s is a %s', (type, feeClass) => {
    const { lines, orderId, flags } = settlementOf({
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

  it('refers to the order of its adjustment if its own is 0', () => {
    const row = { order_id: '0', adjustment_order_id: '576461413038785753' };
    expect(settlementOf(row).orderId).toBe('576461413038785753');
    expect(settlementOf({ order_id: '0' }).orderId).toBeNull();
  });

  it('keeps unexplained amounts and unknown fees, with flags', () => {
    const odd = settlementOf({ fee_tax_amount: '-36000', settlement_amount: '134500' });
    expect(odd.flags).toEqual(['unexplained:fee', 'unexplained:settlement']);
    expect(total({ fee_tax_amount: '-36000', settlement_amount: '134500' })).toBe(134_500n);
    const fee = { ...transaction.fee_tax_breakdown.fee, hologram_fee_amount: '-500' };
    const named = {
      fee_tax_breakdown: { fee },
      fee_tax_amount: '-35000',
      settlement_amount: '135000',
    };
    expect(settlementOf(named).flags).toEqual(['unknown_fee:hologram_fee_amount']);
    expect(total(named)).toBe(135_000n);
  });

  it.each(['affiliate_commission_amount_before_pit', 'affiliate_commission_before_pit_amount'])(
    'counts %s once, with or without its repetition',
    (name) => {
      const before = { [name]: '-8000' };
      const fee = { ...transaction.fee_tax_breakdown.fee, ...before };
      const twice = { fee: { ...fee, affiliate_commission_amount: '-8000' } };
      const sums = { fee_tax_amount: '-42500', settlement_amount: '127500' };
      for (const fee_tax_breakdown of [twice, { fee }]) {
        const affiliate = classes({ ...sums, fee_tax_breakdown }).filter(
          ([feeClass]) => feeClass === 'affiliate_commission',
        );
        expect(affiliate.map(([, , amount]) => amount)).toEqual([-8000]);
        expect(settlementOf({ ...sums, fee_tax_breakdown }).flags).toEqual([]);
      }
    },
  );

  it('distinguishes advertising charged per order from other fees', () => {
    const fee = { ...transaction.fee_tax_breakdown.fee, gmv_max_ad_fee_amount: '-5000 ' };
    const sums = { fee_tax_amount: '-39500', settlement_amount: '130500' };
    const read = settlementOf({ ...sums, fee_tax_breakdown: { fee } });
    expect(read.lines).toContainEqual(
      expect.objectContaining({ feeClass: 'ads_charge', amountE4: -50_000_000n }),
    );
    expect(read.flags).toEqual([]);
  });

  it('has a line for a reserve, and for a transaction of zero', () => {
    const none = {
      revenue_amount: '0',
      fee_tax_amount: '0',
      revenue_breakdown: {},
      shipping_cost_breakdown: {},
      fee_tax_breakdown: {},
    };
    const reserve = {
      ...none,
      type: 'RESERVE',
      settlement_amount: '-5000',
      reserve_amount: '-5000',
    };
    expect(classes(reserve)).toEqual([['other', 'RESERVE', -5000]]);
    expect(classes({ ...none, settlement_amount: '0' })).toEqual([
      ['adjustment', 'settlement_amount', 0],
    ]);
  });

  it('is rejected if it is not a transaction', () => {
    const { raw } = settlementItem(JSON.stringify(statement), composeElement('{"id":"1"}'));
    expect(deriveSettlement([raw], shop).reject).toMatchObject({
      reason: expect.stringContaining('transaction'),
    });
    expect(raw.externalId).toBe('3458000630000020000:1');
  });

  it('without a number is rejected under an ID made of its content', () => {
    const { raw } = settlementItem(JSON.stringify(statement), composeElement('{"type":"ORDER"}'));
    expect(raw.externalId).toMatch(/^unidentified:/);
  });
});

describe('an estimate of TikTok Shop', () => {
  const derived = (row: object) =>
    deriveSettlement([unsettledItem(composeElement(JSON.stringify(row))).raw], shop);

  it('without any ID is rejected under one made of its content', () => {
    const { raw } = unsettledItem(composeElement('{"est_settlement_amount":"1"}'));
    expect(raw.externalId).toMatch(/^unsettled:unidentified:/);
  });

  it('in an unknown format is rejected under its id', () => {
    const { raw } = unsettledItem(composeElement('{"order_id":"576461413038785752"}'));
    expect(raw.externalId).toBe('unsettled:576461413038785752');
    expect(deriveSettlement([raw], shop).canonical).toBeNull();
  });

  it.each(['', '0'])('has the first of its IDs that is not %j', (none) => {
    const row = { id: none, order_id: none, adjustment_id: '77', adjustment_order_id: '88' };
    const { settlementId, orderId } =
      derived({ ...row, est_settlement_amount: '1' }).canonical ?? {};
    expect([settlementId, orderId]).toEqual(['unsettled:77', '88']);
    const [raw, malformed] = [{ ...row, est_settlement_amount: '1' }, row].map(
      (each) => unsettledItem(composeElement(JSON.stringify(each))).raw.externalId,
    );
    expect([raw, malformed]).toEqual(['unsettled:77', 'unsettled:77']);
  });

  it('of an adjustment without an order has no time of its own', () => {
    const adjustment = { adjustment_id: '77', est_settlement_amount: '-5000' };
    expect(derived(adjustment).canonical).toMatchObject({
      settlementId: 'unsettled:77',
      orderId: null,
      occurredAt: new Date('2025-01-01T00:00:00Z'),
      flags: ['order_time_missing'],
    });
  });

  it('that is malformed is rejected with the prefix unsettled', () => {
    expect(derived({ id: '1' }).reject?.reason).toMatch(/^unsettled: .*est_settlement_amount/);
    expect(derived({ est_settlement_amount: '1' }).reject?.reason).toContain('neither a number');
    expect(
      derived({ id: '1', est_settlement_amount: '1', order_create_time: 'soon' }).reject?.reason,
    ).toBe('unsettled: order_create_time is not a time');
  });
});

describe('a statement of TikTok Shop', () => {
  const derived = (changes: object) =>
    deriveStatement(
      statementItem(composeElement(JSON.stringify({ ...statement, ...changes }))),
      shop,
    );

  it('covers a day in UTC', () => {
    expect(derived({}).canonical).toEqual({
      statementId: '3458000630000020000',
      name: '9458',
      from: new Date('2025-12-31T00:00:00Z'),
      to: new Date('2026-01-01T00:00:00Z'),
      currency: 'VND',
      totalE4: 1_355_000_000n,
      payoutE4: 1_355_000_000n,
      paidAt: new Date('2026-01-02T00:00:00Z'),
      updatedAt: new Date('2026-01-02T00:00:00Z'),
      flags: [],
    });
  });

  it.each([undefined, null, '', 0])(
    'is paid at its end if its payment time is %j',
    (payment_time) => {
      expect(derived({ payment_time }).canonical).toMatchObject({
        paidAt: new Date('2026-01-01T00:00:00Z'),
        flags: ['payment_time_missing'],
      });
    },
  );

  it('flags a failed payment, and is rejected for an invalid amount', () => {
    const failed = derived({ payment_status: 'FAILED' }).canonical;
    expect(failed).toMatchObject({ paidAt: null, flags: ['payment_status:FAILED'] });
    expect(derived({ settlement_amount: 'much' }).reject?.reason).toContain('not an amount');
  });

  it('without a time is rejected under its ID', () => {
    expect(derived({ statement_time: null }).reject?.raw.externalId).toBe('3458000630000020000');
  });
});
