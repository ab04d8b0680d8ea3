import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemStage, ReturnState } from '@seller-connect/partners';
import { itemOutcome } from './facts.ts';
import { caseState } from '../testing/money-arbitrary.ts';
import { applyReturnCases, type ReturnCaseItem, type FactItem } from './return-cases.ts';

function item(changes: Partial<FactItem> = {}): FactItem {
  return {
    lineId: '1',
    skuId: 'a',
    sellerSku: '',
    productName: '',
    quantity: 3,
    sellerPriceE4: 900n,
    sellerVoucherE4: 100n,
    stage: 'completed',
    returnState: 'none',
    updatedAt: new Date('2026-11-01T00:00:00Z'),
    ...changes,
  };
}

function caseItem(changes: Partial<ReturnCaseItem> = {}): ReturnCaseItem {
  return {
    returnId: 'r',
    returnItemId: '1',
    orderLineId: '1',
    skuId: null,
    quantity: 1,
    state: 'refunded',
    kind: 'return_and_refund',
    updatedAt: new Date('2026-11-02T00:00:00Z'),
    ...changes,
  };
}

const returnedValue = (items: readonly FactItem[]) =>
  items.reduce(
    (sum, each) => (itemOutcome(each) === 'returned' ? sum + each.sellerPriceE4 : sum),
    0n,
  );

describe('the returned value of an order', () => {
  it('is a share of the line by quantity', () => {
    const { items, returned } = applyReturnCases([item()], [caseItem()]);
    expect(
      items.map(({ quantity, sellerPriceE4, sellerVoucherE4, returnState }) => [
        quantity,
        sellerPriceE4,
        sellerVoucherE4,
        returnState,
      ]),
    ).toEqual([
      [1, 300n, 33n, 'refunded'],
      [2, 600n, 67n, 'none'],
    ]);
    expect(returned).toEqual([{ valueE4: 300n, skuKey: 'a' }]);
  });

  it('never exceeds the line, however many cases there are', () => {
    const { items, returned } = applyReturnCases(
      [item()],
      [caseItem({ quantity: 2 }), caseItem({ returnId: 's', quantity: 9 })],
    );
    expect(returnedValue(items)).toBe(900n);
    expect(returned.map(({ valueE4 }) => valueE4)).toEqual([600n, 300n]);
  });

  it.each(['requested', 'approved', 'in_transit', 'rejected', 'cancelled', 'unknown'] as const)(
    'is zero while the case is %s, whatever the status of the item',
    (state) => {
      const { items } = applyReturnCases(
        [item({ returnState: 'received' })],
        [caseItem({ state })],
      );
      expect(returnedValue(items)).toBe(0n);
    },
  );

  it('follows the item when its status is newer than an open case', () => {
    const later = item({ returnState: 'received', updatedAt: new Date('2026-11-03T00:00:00Z') });
    expect(
      returnedValue(applyReturnCases([later], [caseItem({ state: 'in_transit' })]).items),
    ).toBe(900n);
    // A case that counts decides how much came back, whatever its time.
    expect(returnedValue(applyReturnCases([later], [caseItem()]).items)).toBe(300n);
  });

  it('is zero for an exchange', () => {
    const exchanged = caseItem({ kind: 'replacement', state: 'received' });
    expect(returnedValue(applyReturnCases([item()], [exchanged]).items)).toBe(0n);
  });

  it('is the refund when an exchange ends in one', () => {
    const refunded = caseItem({ kind: 'replacement', state: 'refunded' });
    expect(returnedValue(applyReturnCases([item()], [refunded]).items)).toBe(300n);
  });

  it('follows the status of the item without a case', () => {
    const other = item({ lineId: '2', returnState: 'received' });
    const { items } = applyReturnCases([item(), other], [caseItem({ state: 'requested' })]);
    expect(returnedValue(items)).toBe(900n);
  });

  it('is matched by SKU where the partner names no line, preferring items that are returned', () => {
    const { items } = applyReturnCases(
      [item({ lineId: '1' }), item({ lineId: '2', returnState: 'received', sellerPriceE4: 600n })],
      [caseItem({ orderLineId: null, skuId: 'a', quantity: 3 })],
    );
    expect(items.find(({ lineId }) => lineId === '2')?.returnState).toBe('refunded');
    expect(returnedValue(items)).toBe(600n);
  });

  it('is matched to the parts of a line', () => {
    const parts = [item({ lineId: '7' }), item({ lineId: '7-returned', returnState: 'received' })];
    const { items } = applyReturnCases(parts, [caseItem({ orderLineId: '7', quantity: 3 })]);
    expect(
      items.filter((each) => itemOutcome(each) === 'returned').map(({ lineId }) => lineId),
    ).toEqual(['7-returned']);
  });

  it('excludes cancelled and undelivered items', () => {
    const gone = item({ stage: 'cancelled' });
    expect(returnedValue(applyReturnCases([gone], [caseItem()]).items)).toBe(0n);
  });

  it('preserves every amount and quantity, in any order of the cases', () => {
    const items = fc.array(
      fc.record({
        line: fc.integer({ min: 0, max: 3 }),
        sku: fc.integer({ min: 1, max: 4 }),
        quantity: fc.integer({ min: 1, max: 5 }),
        price: fc.integer({ min: 0, max: 9999 }),
        stage: fc.constantFrom<ItemStage>('completed', 'cancelled', 'failed_delivery'),
        returnState: fc.constantFrom<ReturnState>('none', 'requested', 'received', 'refunded'),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(items, fc.array(caseState, { maxLength: 4 }), (made, cases) => {
        const given = made.map((each, index) =>
          item({
            lineId: `line-${index}`,
            skuId: `sku-${each.sku}`,
            quantity: each.quantity,
            sellerPriceE4: BigInt(each.price),
            sellerVoucherE4: BigInt(Math.floor(each.price / 10)),
            stage: each.stage,
            returnState: each.returnState,
          }),
        );
        const caseItems = cases.flatMap((one, index) =>
          one.items.map(({ refundE4: _refund, rawStatus: _status, ...each }) => ({
            ...each,
            returnId: `${one.returnId}/${index}`,
            kind: one.kind,
            updatedAt: one.updatedAt,
          })),
        );
        const forwards = applyReturnCases(given, caseItems);
        const backwards = applyReturnCases(given, caseItems.toReversed());
        const sums = (some: readonly FactItem[]) => [
          some.reduce((sum, each) => sum + each.sellerPriceE4, 0n),
          some.reduce((sum, each) => sum + each.sellerVoucherE4, 0n),
          some.reduce((sum, each) => sum + each.quantity, 0),
        ];
        expect(sums(forwards.items)).toEqual(sums(given));
        expect(returnedValue(backwards.items)).toBe(returnedValue(forwards.items));
        expect(backwards.returned.toReversed()).toEqual(forwards.returned);
      }),
    );
  });
});
