import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../platform/calendar.ts';
import {
  detectCancellationIncrease,
  detectReturnIncrease,
  detectSalesDrop,
  type ShopDay,
} from './sales-rules.ts';

const today = '2026-11-10';
const plain: ShopDay = {
  orders: 20,
  cancelledOrders: 1,
  gmvE4: 1_000_0000n,
  returnedE4: 20_0000n,
};

/** Fifty equal days up to today; `changes` overrides days by their distance from today. */
function daysWith(changes: Record<number, Partial<ShopDay>>): Map<string, ShopDay> {
  return new Map(
    Array.from({ length: 50 }, (_, back) => [
      addDays(today, -back),
      { ...plain, ...changes[back] },
    ]),
  );
}

const range = (from: number, to: number, change: Partial<ShopDay>) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, index) => [from + index, change]));

describe('a sales drop', () => {
  it('is half the usual sales of that weekday or less', () => {
    expect(detectSalesDrop(daysWith({ 0: { gmvE4: 500_0000n } }), today)).toEqual({
      day: today,
      gmvE4: 500_0000n,
      baselineE4: 1_000_0000n,
    });
    expect(detectSalesDrop(daysWith({ 0: { gmvE4: 500_0001n } }), today)).toBeNull();
  });

  it('includes a day without orders', () => {
    const days = daysWith({});
    days.delete(today);
    expect(detectSalesDrop(days, today)).toMatchObject({ gmvE4: 0n });
  });

  it('is neither caused by one campaign among the weeks before nor hidden by one bad week', () => {
    expect(detectSalesDrop(daysWith({ 7: { gmvE4: 90_000_0000n } }), today)).toBeNull();
    const days = daysWith({ 0: { gmvE4: 400_0000n }, 14: { gmvE4: 0n, orders: 0 } });
    expect(detectSalesDrop(days, today)).not.toBeNull();
  });

  it('is not found for a shop with few sales or without history', () => {
    expect(
      detectSalesDrop(daysWith({ ...range(7, 28, { orders: 9 }), 0: { gmvE4: 0n } }), today),
    ).toBeNull();
    expect(detectSalesDrop(new Map(), today)).toBeNull();
  });
});

describe('an increase of cancellations', () => {
  it('is twice the usual share and five points more', () => {
    const found = detectCancellationIncrease(daysWith(range(0, 6, { cancelledOrders: 2 })), today);
    expect(found).toEqual({ from: '2026-11-04', to: today, share: 0.1, baseline: 0.05 });
    expect(
      detectCancellationIncrease(daysWith(range(0, 5, { cancelledOrders: 2 })), today),
    ).toBeNull();
  });

  it('is not found below five points, however small the usual share is', () => {
    const small = { orders: 100, cancelledOrders: 2 };
    const days = (cancelledOrders: number) =>
      daysWith({ ...range(7, 34, small), ...range(0, 6, { orders: 100, cancelledOrders }) });
    expect(detectCancellationIncrease(days(6), today)).toBeNull();
    expect(detectCancellationIncrease(days(7), today)).toMatchObject({ baseline: 0.02 });
  });

  it('is not found among few orders', () => {
    const sparseDays = range(0, 6, { orders: 2, cancelledOrders: 2 });
    expect(detectCancellationIncrease(daysWith(sparseDays), today)).toBeNull();
  });
});

describe('an increase of returns', () => {
  it('is evaluated once the returns of a week are complete', () => {
    const week = range(14, 20, { returnedE4: 100_0000n });
    expect(detectReturnIncrease(daysWith(week), today)).toMatchObject({
      to: '2026-10-27',
      share: 0.1,
    });
    expect(
      detectReturnIncrease(daysWith(range(0, 6, { returnedE4: 900_0000n })), today),
    ).toBeNull();
  });

  it('is not found where the weeks before have no sales to compare with', () => {
    const days = daysWith({
      ...range(14, 20, { returnedE4: 900_0000n }),
      ...range(21, 48, { gmvE4: 0n, returnedE4: 0n }),
    });
    expect(detectReturnIncrease(days, today)).toBeNull();
  });
});

it('never finds a drop or an increase among identical days', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), fc.bigInt(0n, 10n ** 14n), (orders, part, gmvE4) => {
      const day = {
        orders,
        cancelledOrders: Math.min(orders, part),
        gmvE4,
        returnedE4: gmvE4 / 3n,
      };
      const days = new Map(
        Array.from({ length: 50 }, (_, back) => [addDays(today, -back), day] as const),
      );
      expect(detectSalesDrop(days, today)).toBeNull();
      expect(detectCancellationIncrease(days, today)).toBeNull();
      expect(detectReturnIncrease(days, today)).toBeNull();
    }),
  );
});
