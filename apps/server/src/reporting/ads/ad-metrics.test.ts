import { describe, expect, it } from 'vitest';
import { adMetrics, type AdMetricsInput } from './ad-metrics.ts';

const sums = (spend: bigint, netSales: bigint, purchaseValue = 0n) => ({
  spend: spend * 10_000n,
  netSales: netSales * 10_000n,
  purchaseValue: purchaseValue * 10_000n,
});
const facts = (changes: Partial<AdMetricsInput> = {}): AdMetricsInput => ({
  now: sums(1_000_000n, 8_000_000n, 3_500_000n),
  before: sums(800_000n, 8_000_000n, 2_000_000n),
  hasPreviousSales: true,
  hasAccount: true,
  hasAccountInCurrency: true,
  isToCome: false,
  isOpenDay: false,
  isSyncedApart: false,
  isUnsynced: false,
  isSomeShops: false,
  isWithoutShops: false,
  spendsElsewhere: false,
  ...changes,
});

describe('ad metrics', () => {
  it('divide for exactly the period and compare with the previous one', () => {
    const known = { reason: null, previousReason: null };
    expect(adMetrics(facts())).toEqual({
      adSpend: { value: '1000000', previous: '800000', change: 0.25, ...known },
      blendedRoas: { value: 8, previous: 10, change: -0.2, ...known },
      adCostRatio: { value: 0.125, previous: 0.1, change: expect.closeTo(0.25), ...known },
      channelRoas: { value: 3.5, previous: 2.5, change: expect.closeTo(0.4), ...known },
    });
  });

  it('show no change of ratios with sales on an unfinished day', () => {
    const { adSpend, blendedRoas, adCostRatio } = adMetrics(facts({ isOpenDay: true }));
    expect(adSpend.change).toBe(0.25);
    expect(blendedRoas).toMatchObject({ value: 8, previous: 10, change: null });
    expect(adCostRatio).toMatchObject({ value: 0.125, previous: 0.1, change: null });
  });

  it.each([
    ['no account', { hasAccount: false }, 'no_account', 'no_account'],
    ['nothing synced', { isUnsynced: true }, 'loading', 'loading'],
    ['future days', { isToCome: true, isUnsynced: true }, 'to_come', 'to_come'],
    [
      'accounts in other currencies only',
      { hasAccountInCurrency: false },
      'other_currency',
      'other_currency',
    ],
    ['no shop at all', { isWithoutShops: true }, null, 'no_sales'],
    ['some of the shops', { isSomeShops: true }, null, 'some_shops'],
    ['spend in another currency too', { spendsElsewhere: true }, null, 'other_currency'],
    ['no spend', { now: sums(0n, 5n) }, null, 'no_spend'],
    [
      'sales and spend synced at different times',
      { isOpenDay: true, isSyncedApart: true },
      null,
      'different_times',
    ],
  ] as const)('with %s have a reason for the missing value', (_, changes, spend, blended) => {
    const figures = adMetrics(facts(changes));
    expect(figures.adSpend.reason).toBe(spend);
    expect(figures.adSpend.value === null).toBe(spend !== null);
    expect(figures.blendedRoas).toMatchObject({ value: null, reason: blended });
  });

  it('have no ad-cost ratio without sales, or when all were returned', () => {
    for (const netSales of [0n, -5n]) {
      const { adCostRatio, blendedRoas } = adMetrics(facts({ now: sums(10n, netSales) }));
      expect(adCostRatio).toMatchObject({ value: null, reason: 'no_sales' });
      expect(blendedRoas.reason).toBeNull();
    }
  });

  it('are not compared with a period that is not fully synced', () => {
    const alone = adMetrics(facts({ before: null }));
    expect(
      [alone.adSpend, alone.blendedRoas].map(({ previous, change }) => [previous, change]),
    ).toEqual([
      [null, null],
      [null, null],
    ]);
    const withoutSales = adMetrics(facts({ hasPreviousSales: false }));
    expect(withoutSales.blendedRoas.previous).toBeNull();
    expect(withoutSales.channelRoas.previous).toBe(2.5);
    expect(withoutSales.blendedRoas.previousReason).toBe('not_read');
    expect(alone.adSpend.previousReason).toBe('not_read');
  });

  it('distinguish a previous period without sales or spend from one that is not synced', () => {
    const before = adMetrics(facts({ before: sums(0n, 0n) }));
    expect(before.adSpend).toMatchObject({ previous: '0', change: null, previousReason: null });
    expect(before.blendedRoas).toMatchObject({ previous: null, previousReason: 'no_spend' });
    expect(before.adCostRatio).toMatchObject({ previous: null, previousReason: 'no_sales' });
  });
});
