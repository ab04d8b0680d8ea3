import { describe, expect, it } from 'vitest';
import { composeElement } from '../../parsing/lossless-json.ts';
import { caseItem, deriveReturn } from './return-mapping.ts';

const sample = {
  return_sn: '2611031A2B3C',
  order_sn: '261101ABCD1234',
  status: 'PROCESSING',
  reason: 'PHYSICAL_DMG',
  text_reason: 'what the buyer wrote',
  refund_amount: 100_001,
  currency: 'VND',
  create_time: 1_793_000_000,
  update_time: 1_793_100_000,
  return_solution: 0,
  tracking_number: 'SPXVN0001',
  item: [
    { item_id: 2, model_id: 21, amount: 2, item_price: 25_000 },
    { item_id: 1, model_id: 0, amount: 1, item_price: 50_000 },
  ],
};

function derived(change: object) {
  return deriveReturn([caseItem(composeElement(JSON.stringify({ ...sample, ...change }))).raw], {
    region: 'VN',
  });
}

describe('a return of Shopee', () => {
  it('has an unknown kind for a solution that no table names', () => {
    const { canonical } = derived({ return_solution: 'constructor' });
    expect(canonical).toMatchObject({ kind: 'unknown', flags: ['unknown_kind:constructor'] });
  });

  it('is mapped with its items, which add up to the refund', () => {
    expect(derived({}).canonical).toEqual({
      returnId: '2611031A2B3C',
      orderId: '261101ABCD1234',
      kind: 'return_and_refund',
      state: 'in_transit',
      requestedAt: new Date(1_793_000_000_000),
      decidedAt: null,
      receivedAt: null,
      refundedAt: null,
      updatedAt: new Date(1_793_100_000_000),
      currency: 'VND',
      refundE4: 1_000_010_000n,
      borneBy: null,
      reason: 'PHYSICAL_DMG',
      items: [
        {
          returnItemId: '1.0',
          orderLineId: null,
          skuId: '1',
          quantity: 1,
          refundE4: 500_010_000n,
          state: 'in_transit',
          rawStatus: 'PROCESSING',
        },
        {
          returnItemId: '2.21',
          orderLineId: null,
          skuId: '21',
          quantity: 2,
          refundE4: 500_000_000n,
          state: 'in_transit',
          rawStatus: 'PROCESSING',
        },
      ],
      flags: [],
    });
  });

  it('has the refund of each item as the platform splits it', () => {
    const [first, second] = sample.item;
    const item = [
      { ...first, refund_amount: 40_001 },
      { ...second, refund_amount: 60_000 },
    ];
    const parts = derived({ item }).canonical?.items.map(({ refundE4 }) => refundE4);
    expect(parts).toEqual([600_000_000n, 400_010_000n]);
  });

  it.each([
    ['REQUESTED', 0, 'requested'],
    ['JUDGING', 0, 'requested'],
    ['SELLER_DISPUTE', 0, 'requested'],
    ['ACCEPTED', 0, 'refunded'],
    ['ACCEPTED', 1, 'refunded'],
    ['PROCESSING', 0, 'in_transit'],
    ['PROCESSING', 1, 'approved'],
    ['REFUND_PAID', 0, 'refunded'],
    ['CLOSED', 0, 'rejected'],
    ['CANCELLED', 0, 'cancelled'],
    ['BRAND_NEW', 0, 'unknown'],
  ])('%s with solution %i is %s', (status, return_solution, state) => {
    const { canonical } = derived({ status, return_solution });
    expect(canonical?.state).toBe(state);
    expect(canonical?.refundedAt).toEqual(state === 'refunded' ? canonical?.updatedAt : null);
    expect(canonical?.flags).toEqual(state === 'unknown' ? ['unknown_status:BRAND_NEW'] : []);
  });

  it.each([
    [1, 'in_transit'],
    [2, 'in_transit'],
    [3, 'received'],
    [4, 'in_transit'],
    [null, 'in_transit'],
  ])(
    'is received only if the platform’s warehouse has it: %s',
    (is_arrived_at_warehouse, state) => {
      expect(derived({ is_arrived_at_warehouse }).canonical?.state).toBe(state);
    },
  );

  it.each([null, ''])('is only approved while the goods have no tracking number: %s', (number) => {
    expect(derived({ tracking_number: number }).canonical?.state).toBe('approved');
  });

  it('is rejected without its items, under its number', () => {
    expect(derived({ item: [] }).reject).toMatchObject({
      reason: expect.stringContaining('case: item'),
      raw: { externalId: '2611031A2B3C' },
    });
  });
});
