import { OrderStage } from '@seller-connect/contract';
import type { CanonicalItem, CanonicalOrder, ReturnState } from '@seller-connect/partners';
import fc from 'fast-check';

const returnStates: ReturnState[] = [
  'none',
  'requested',
  'approved',
  'in_transit',
  'received',
  'refunded',
  'rejected',
  'cancelled',
];

const amount = (max: number) => fc.integer({ min: 0, max }).map((value) => BigInt(value) * 100n);

const item = fc.record({
  sku: fc.integer({ min: 0, max: 4 }),
  sellerPriceE4: amount(50_000_000),
  sellerVoucherE4: amount(500_000),
  quantity: fc.integer({ min: 1, max: 5 }),
  stage: fc.constantFrom(...OrderStage.enum),
  returnState: fc.constantFrom(...returnStates),
});

const laterMinutes = fc.option(fc.integer({ min: 0, max: 9 * 24 * 60 }), { nil: null });

const start = Date.UTC(2026, 9, 30);

/** Orders of a few days. Ids repeat, so that several values are states of one order, some with the same change time. */
export const orderState: fc.Arbitrary<CanonicalOrder> = fc
  .record({
    id: fc.integer({ min: 0, max: 7 }),
    createdMinutes: fc.integer({ min: 0, max: 3 * 24 * 60 }),
    paidAfterMinutes: fc.option(fc.integer({ min: 0, max: 2 * 24 * 60 }), { nil: null }),
    shippedAfterMinutes: laterMinutes,
    deliveredAfterMinutes: laterMinutes,
    cancelledAfterMinutes: laterMinutes,
    version: fc.integer({ min: 0, max: 5 }),
    currency: fc.constantFrom('VND', 'VND', 'VND', 'USD'),
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
  })
  .map((made): CanonicalOrder => {
    const createdAt = new Date(start + made.createdMinutes * 60_000);
    const updatedAt = new Date(start + 10 * 86_400_000 + made.version * 1000);
    const after = (minutes: number | null) =>
      minutes === null ? null : new Date(createdAt.getTime() + minutes * 60_000);
    const isCod = made.paidAfterMinutes === 0;
    const cancelled = made.items.every((each) => each.stage === 'cancelled');
    return {
      orderId: `order-${made.id}`,
      createdAt,
      updatedAt,
      committedAt: after(made.paidAfterMinutes),
      shippedAt: after(made.shippedAfterMinutes),
      deliveredAt: after(made.deliveredAfterMinutes),
      cancelledAt: after(made.cancelledAfterMinutes),
      isCod,
      currency: made.currency,
      paymentMethod: isCod ? 'COD' : 'MIXEDCARD',
      buyerKey: null,
      shippingFeeE4: 0n,
      stage: cancelled ? 'cancelled' : 'to_ship',
      isSplit: false,
      flags: [],
      items: made.items.map((each, line): CanonicalItem => {
        const { sku, ...fields } = each;
        return {
          ...fields,
          lineId: `line-${line}`,
          skuId: sku === 0 ? null : `sku-${sku}`,
          sellerSku: sku === 1 ? '' : `S${sku}`,
          productName: `Nón lá ${sku}`,
          listPriceE4: each.sellerPriceE4,
          platformVoucherE4: 0n,
          rawStatus: each.stage,
          cancelledBy: null,
          updatedAt,
        };
      }),
    };
  });
