import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildFacts, netSalesE4, nmvE4, type Measures } from './facts.ts';
import { localTimes } from '../../platform/calendar.ts';
import { orderState } from '../testing/order-arbitrary.ts';

const timeOf = localTimes('Asia/Ho_Chi_Minh');

function sum(rows: readonly Measures[], part: (row: Measures) => bigint): bigint {
  return rows.reduce((total, row) => total + part(row), 0n);
}

describe('identities of the metric definitions', () => {
  it('GMV = NMV + cancelled + failed + returned, for the order and each SKU', () => {
    fc.assert(
      fc.property(orderState, (order) => {
        const { order: whole, skus } = buildFacts(order, timeOf);
        for (const row of [whole, ...skus]) {
          expect(row.gmvE4).toBe(nmvE4(row) + row.cancelledE4 + row.failedE4 + row.returnedE4);
        }
        expect(whole.gmvE4).toBe(order.items.reduce((all, each) => all + each.sellerPriceE4, 0n));
      }),
    );
  });

  it('the SKUs of a committed order sum to the order', () => {
    fc.assert(
      fc.property(orderState, (order) => {
        const { order: whole, skus } = buildFacts(order, timeOf);
        fc.pre(whole.committedDay !== null);
        expect(sum(skus, (row) => row.gmvE4)).toBe(whole.gmvE4);
        expect(sum(skus, nmvE4)).toBe(nmvE4(whole));
        expect(sum(skus, netSalesE4)).toBe(netSalesE4(whole));
        expect(skus.reduce((all, row) => all + row.units, 0)).toBe(whole.units);
      }),
    );
  });

  it('the order of the lines does not matter', () => {
    fc.assert(
      fc.property(orderState, (order) => {
        const turned = { ...order, items: order.items.toReversed() };
        const bySku = (facts: ReturnType<typeof buildFacts>) =>
          facts.skus.toSorted((a, b) => a.skuKey.localeCompare(b.skuKey));
        expect(buildFacts(turned, timeOf).order).toEqual(buildFacts(order, timeOf).order);
        expect(bySku(buildFacts(turned, timeOf))).toEqual(bySku(buildFacts(order, timeOf)));
      }),
    );
  });
});

const sold = {
  orderId: '1',
  createdAt: new Date('2026-11-11T02:00:00Z'),
  updatedAt: new Date('2026-11-11T02:00:00Z'),
  committedAt: new Date('2026-11-11T02:00:00Z'),
  shippedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  isCod: true,
  currency: 'VND',
  paymentMethod: 'COD',
  buyerKey: null,
  shippingFeeE4: 120_000_000n,
  stage: 'completed' as const,
  isSplit: false,
  flags: [],
  items: [
    {
      lineId: '1',
      skuId: 'a',
      sellerSku: 'a',
      productName: 'a',
      quantity: 1,
      listPriceE4: 2_000_000_000n,
      sellerPriceE4: 1_800_000_000n,
      sellerVoucherE4: 100_000_000n,
      platformVoucherE4: 150_000_000n,
      stage: 'completed' as const,
      returnState: 'none' as const,
      rawStatus: 'delivered',
      cancelledBy: null,
      updatedAt: new Date('2026-11-11T02:00:00Z'),
    },
  ],
};

it('matches the worked example: net sales of 170,000 from a GMV of 180,000, and none once returned', () => {
  const { order } = buildFacts(sold, timeOf);
  expect([order.gmvE4, netSalesE4(order), order.units, order.isValid]).toEqual([
    1_800_000_000n,
    1_700_000_000n,
    1,
    true,
  ]);
  const back = buildFacts(
    { ...sold, items: sold.items.map((item) => ({ ...item, returnState: 'refunded' as const })) },
    timeOf,
  ).order;
  expect([back.gmvE4, back.returnedE4, nmvE4(back), netSalesE4(back), back.isValid]).toEqual([
    1_800_000_000n,
    1_800_000_000n,
    0n,
    0n,
    false,
  ]);
});

const price = 1_800_000_000n;
const none = { cancelledE4: 0n, failedE4: 0n, returnedE4: 0n, keptSellerVoucherE4: 0n, units: 0 };
const measuresOf = {
  kept: { units: 2, keptSellerVoucherE4: 100_000_000n },
  cancelled: { cancelledE4: price },
  failed: { failedE4: price },
  returned: { returnedE4: price },
};
it.each([
  [{ stage: 'completed' }, 'kept'],
  [{ stage: 'unknown' }, 'kept'],
  [{ returnState: 'requested' }, 'kept'],
  [{ stage: 'cancelled' }, 'cancelled'],
  [{ stage: 'failed_delivery' }, 'failed'],
  [{ returnState: 'refunded' }, 'returned'],
  [{ returnState: 'received' }, 'returned'],
] as const)('an item that is %j counts as %s, and as nothing else', (state, outcome) => {
  const items = sold.items.map((item) => ({ ...item, quantity: 2, ...state }));
  const { order, skus } = buildFacts({ ...sold, items }, timeOf);
  const expected = { ...none, gmvE4: price, ...measuresOf[outcome] };
  expect(order).toMatchObject({ ...expected, isValid: outcome === 'kept' });
  expect(skus).toMatchObject([{ skuKey: 'a', ...expected }]);
});

it('an order is valid with one kept item, and cancelled if its stage is', () => {
  const cancelled = sold.items.map((item) => ({ ...item, stage: 'cancelled' as const }));
  const items = [...cancelled, ...sold.items];
  expect(buildFacts({ ...sold, items }, timeOf).order).toMatchObject({
    isValid: true,
    isCancelled: false,
  });
  expect(buildFacts({ ...sold, stage: 'cancelled', items: cancelled }, timeOf).order).toMatchObject(
    {
      isValid: false,
      isCancelled: true,
    },
  );
});
