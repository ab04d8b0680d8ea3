import { describe, expect, it } from 'vitest';
import type { CanonicalSettlement, FeeClass } from '../../canonical/money.ts';
import { composeElement } from '../../parsing/lossless-json.ts';
import { ignoredWalletTypes } from './fee-table.ts';
import { deriveSettlement, toMovementItem, toReleaseItem } from './settlement-mapping.ts';

const shop = { region: 'VN' };
const release =
  '{"order_sn":"261101ABCD1234","payout_amount":135500,"escrow_release_time":1793000000}';

/** Returns an income in the platform's format, with the given fields instead of zeros. */
function escrow(fields: Record<string, unknown>): string {
  const income = { escrow_amount: 0, commission_fee: 0, service_fee: 0, items: [], ...fields };
  return JSON.stringify({ order_sn: '261101ABCD1234', order_income: income });
}

function derived(
  fields: Record<string, unknown>,
  edit = (text: string) => text,
): CanonicalSettlement {
  const { canonical } = deriveSettlement(
    [toReleaseItem(Buffer.from(release), Buffer.from(edit(escrow(fields)))).raw],
    shop,
  );
  if (!canonical) throw new Error('It was rejected');
  return canonical;
}

function byClass({ lines }: CanonicalSettlement): Partial<Record<FeeClass, bigint>> {
  const sums: Partial<Record<FeeClass, bigint>> = {};
  for (const { feeClass, amountE4 } of lines) {
    sums[feeClass] = (sums[feeClass] ?? 0n) + amountE4 / 10_000n;
  }
  return sums;
}

function payout({ lines }: CanonicalSettlement): bigint {
  return lines.reduce((sum, { amountE4 }) => sum + amountE4, 0n);
}

/** The worked example: list price 200,000, discount 20,000, vouchers of seller and platform, coins, and four fees. */
const example = {
  escrow_amount: 135_500,
  buyer_total_amount: 162_000,
  original_price: 200_000,
  seller_discount: 20_000,
  order_selling_price: 180_000,
  cost_of_goods_sold: 180_000,
  original_cost_of_goods_sold: 180_000,
  voucher_from_seller: 10_000,
  voucher_from_shopee: 15_000,
  coins: 5_000,
  buyer_paid_shipping_fee: 12_000,
  actual_shipping_fee: 12_000,
  final_shipping_fee: 0,
  commission_fee: 19_800,
  seller_transaction_fee: 8_100,
  credit_card_transaction_fee: 8_100,
  seller_order_processing_fee: 3_000,
  service_fee: 3_600,
};

describe('the escrow of an order', () => {
  it('pays 135,500 for the worked example, each fee in its class', () => {
    const settlement = derived(example);
    expect(payout(settlement)).toBe(135_500n * 10_000n);
    expect(byClass(settlement)).toEqual({
      item_price: 180_000n,
      seller_voucher: -10_000n,
      shipping_buyer: 12_000n,
      shipping_carrier: -12_000n,
      commission: -19_800n,
      payment_fee: -8_100n,
      infrastructure_fee: -3_000n,
      programme_fee: -3_600n,
    });
    expect(settlement.flags).toEqual([]);
    expect(settlement).toMatchObject({
      settlementId: '261101ABCD1234',
      orderId: '261101ABCD1234',
      currency: 'VND',
      occurredAt: new Date(1_793_000_000_000),
      settledAt: new Date(1_793_000_000_000),
      isEstimate: false,
    });
    // Cross-check from the payment side: what buyer and platform paid, minus shipping and fees.
    const fees = 19_800n + 8_100n + 3_000n + 3_600n;
    expect(payout(settlement) / 10_000n).toBe(162_000n + 20_000n - 12_000n - fees);
  });

  it('is reduced by the refund and the return shipping of a full return', () => {
    const returned = derived({
      ...example,
      seller_return_refund: -180_000,
      voucher_from_seller: 0,
      commission_fee: 0,
      reverse_shipping_fee: 11_000,
      escrow_amount: -25_700,
    });
    expect(byClass(returned)).toMatchObject({ refund: -180_000n, shipping_seller: -11_000n });
    expect(payout(returned)).toBe(-25_700n * 10_000n);
    expect(returned.flags).toEqual([]);
  });

  it('without a readable release is rejected under its order', () => {
    const { raw } = toReleaseItem(
      Buffer.from('{"order_sn":"261101ABCD1234"}'),
      Buffer.from(escrow({})),
    );
    expect(raw.externalId).toBe('261101ABCD1234');
    expect(deriveSettlement([raw], shop).reject?.reason).toContain('release');
  });

  it('keeps an unexplained amount as unknown, so that the lines still add up', () => {
    const settlement = derived({ ...example, escrow_amount: 135_000 });
    expect(byClass(settlement)).toMatchObject({ unknown: -500n });
    expect(payout(settlement)).toBe(135_000n * 10_000n);
    expect(settlement.flags).toEqual(['escrow_unexplained']);
    expect(settlement.lines.find(({ feeClass }) => feeClass === 'unknown')?.feeCode).toBe(
      'unexplained',
    );
  });

  it('has the tax withheld in Vietnam as a line', () => {
    const taxed = { withholding_vat_tax: 1_700, withholding_pit_tax: 850 };
    const settlement = derived({ ...example, ...taxed, escrow_amount: 132_950 });
    expect(byClass(settlement)).toMatchObject({ tax_withheld: -2_550n });
    expect(settlement.flags).toEqual([]);
  });

  it.each([
    ['final_escrow_product_gst', -900n, 'tax_withheld'],
    ['reverse_shipping_fee_sst', -900n, 'tax_withheld'],
    ['shipping_fee_sst', -900n, 'tax_withheld'],
    ['th_import_duty', -900n, 'tax_withheld'],
    ['trade_in_bonus_by_seller', -900n, 'seller_voucher'],
    ['trade_in_bonus_seller', -900n, 'seller_voucher'],
    ['buyer_paid_packaging_fee', 900n, 'other'],
    ['shipping_fee_discount_from_pl', 900n, 'shipping_subsidy'],
  ] as const)('includes %s', (code, amount, feeClass) => {
    const settlement = derived({
      escrow_amount: 10_000 + Number(amount),
      original_cost_of_goods_sold: 10_000,
      [code]: 900,
    });
    expect(byClass(settlement)).toEqual({ item_price: 10_000n, [feeClass]: amount });
    expect(settlement.flags).toEqual([]);
  });

  it.each(['cross_border_tax', 'fsf_seller_protection_fee_claim_amount'])('excludes %s', (code) => {
    const settlement = derived({ ...example, [code]: 1_000 });
    expect(byClass(settlement)).toEqual(byClass(derived(example)));
    expect(settlement.flags).toEqual([]);
  });

  it('of an affiliate shop is converted from the primary shop’s currency', () => {
    const income = {
      escrow_amount: 248_731,
      escrow_amount_pri: 70.5,
      original_price_pri: 80,
      commission_fee_pri: 6.5,
      service_fee_pri: 3,
      seller_return_refund_pri: 0,
      drc_adjustable_refund_pri: 0,
      // In the shop's currency, rounded separately.
      commission_fee: 22_933,
      service_fee: 10_584,
      pri_currency: 'CNY',
      aff_currency: 'VND',
      exchange_rate: 3528.1,
    };
    const settlement = derived(income);
    expect(settlement.flags).toEqual([]);
    // JSON may write any number with an exponent.
    for (const rate of ['3.5281E3', '35281e-1', '0.00035281E+7']) {
      const written = derived(income, (text) => text.replace('3528.1', rate));
      expect(written.lines).toEqual(settlement.lines);
      expect(written.flags).toEqual([]);
    }
    expect(payout(settlement)).toBe(248_731n * 10_000n);
    const codes = settlement.lines.map(({ feeCode, amountE4 }) => [feeCode, amountE4]);
    expect(codes).toEqual([
      ['commission_fee_pri', -229_326_500n],
      ['original_price_pri', 2_822_479_500n],
      ['service_fee_pri', -105_843_000n],
    ]);
    expect(derived({ ...income, escrow_amount: 240_000 }).flags).toEqual(['escrow_unexplained']);
  });

  it.each([
    ['null', 'escrow'],
    [escrow({ escrow_amount: null }).replace('261101ABCD1234', 'ANOTHER'), 'another order'],
    [escrow({ ...example, commission_fee: 'a lot' }), 'commission_fee is not an amount'],
    ['{"order_sn":"261101ABCD1234","order_income":{}}', 'escrow_amount is absent'],
  ])('is rejected if it is malformed: %s', (detail, reason) => {
    const { reject } = deriveSettlement(
      [toReleaseItem(Buffer.from(release), Buffer.from(detail)).raw],
      shop,
    );
    expect(reject?.reason).toContain(reason);
  });
});

describe('a wallet transaction', () => {
  const movement = (fields: object) =>
    composeElement(
      JSON.stringify({
        status: 'COMPLETED',
        transaction_type: 'PAID_ADS_CHARGE',
        amount: -50_000,
        create_time: 1_793_000_000,
        order_sn: '',
        reason: 'Shopee Ads',
        ...fields,
      }),
    );

  it('without an order is a settlement of its own', () => {
    const item = toMovementItem(movement({}), ignoredWalletTypes);
    if (!item) throw new Error('The transaction is ignored');
    const { canonical } = deriveSettlement([item.raw], shop);
    expect(canonical).toMatchObject({
      orderId: null,
      isEstimate: false,
      settledAt: new Date(1_793_000_000_000),
      lines: [{ feeClass: 'ads_charge', feeCode: 'PAID_ADS_CHARGE', amountE4: -500_000_000n }],
      flags: [],
    });
  });

  it.each([
    { transaction_type: 'ADJUSTMENT_ADD' },
    { create_time: 1_793_000_001 },
    { amount: -50_001 },
    { order_sn: '261101ABCD1234' },
    { refund_sn: '2611010001' },
    { reason: 'Shopee Ads 2' },
  ])('differs from another one by %j', (fields) => {
    const idOf = (of: object) => toMovementItem(movement(of), ignoredWalletTypes)?.raw.externalId;
    expect(idOf(fields)).not.toBe(idOf({}));
    expect(idOf(fields)).toBe(idOf(fields));
  });

  it('of an unknown type has the class unknown and a flag', () => {
    const item = toMovementItem(movement({ transaction_type: 'NEW_THING' }), ignoredWalletTypes);
    const { canonical } = deriveSettlement(item ? [item.raw] : [], shop);
    expect(canonical?.lines[0]?.feeClass).toBe('unknown');
    expect(canonical?.flags).toEqual(['unknown_fee:NEW_THING']);
  });

  it('of an unknown status is rejected with its raw item', () => {
    const item = toMovementItem(movement({ status: 'REVERSED' }), ignoredWalletTypes);
    const { reject } = deriveSettlement(item ? [item.raw] : [], shop);
    expect(reject?.reason).toBe('movement: the status REVERSED is not known');
  });

  it.each([
    { transaction_type: 'ESCROW_VERIFIED_ADD' },
    { transaction_type: 'WITHDRAWAL_COMPLETED' },
    { status: 'PENDING' },
  ])('that is reported elsewhere or not completed is ignored: %o', (fields) => {
    expect(toMovementItem(movement(fields), ignoredWalletTypes)).toBeNull();
  });
});
