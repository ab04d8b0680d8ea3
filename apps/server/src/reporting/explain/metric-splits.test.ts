import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Totals } from '../metrics/metric-values.ts';
import { splitAdSpend } from './explain-ad-spend.ts';
import { splitPayouts, type ComparedLines } from './explain-payouts.ts';
import {
  splitRatio,
  splitSkus,
  splitSum,
  type ComparedShop,
  type ComparedShopSku,
  type MetricSplits,
} from './metric-splits.ts';
import { rankParts } from './parts.ts';
import { gmvEffects, keptE4, type SkuSales } from './sku-effects.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 13n });
const count = fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 5000n }));

/** A product that may have sold nothing, kept nothing or lost nothing. */
const skuSales: fc.Arbitrary<SkuSales> = fc
  .record({ units: count, kept: amount, cancelledE4: amount, failedE4: amount, returnedE4: amount })
  .chain(({ units, kept, ...lost }) => {
    const keptValue = units === 0n ? 0n : kept;
    const gmvE4 = keptValue + lost.cancelledE4 + lost.failedE4 + lost.returnedE4;
    return fc
      .bigInt({ min: 0n, max: keptValue })
      .map((vouchersE4): SkuSales => ({ units, gmvE4, vouchersE4, ...lost }));
  });
const nothing: SkuSales = {
  units: 0n,
  gmvE4: 0n,
  cancelledE4: 0n,
  failedE4: 0n,
  returnedE4: 0n,
  vouchersE4: 0n,
};
const maybeSold = fc.oneof({ arbitrary: skuSales, weight: 4 }, fc.constant(nothing));

const shopIds = ['a', 'b', 'c'];
const skuTable = fc.array(
  fc.record({
    shopId: fc.constantFrom(...shopIds),
    brand: fc.constantFrom('brand:', 'brand?', 'brand:Hoa Mai'),
    now: maybeSold,
    before: maybeSold,
  }),
  { maxLength: 60 },
);

const orderCounts = fc
  .record({ validOrders: count, cancelledOrders: count, lost: count })
  .map(({ lost, ...counts }) => ({
    ...counts,
    orders: counts.validOrders + counts.cancelledOrders + lost,
  }));

/** Shops whose money and units are the sums of their products, with any number of orders. */
const sales = fc
  .record({ table: skuTable, counts: fc.array(orderCounts, { minLength: 6, maxLength: 6 }) })
  .map(({ table, counts }) => {
    const skus = table.map((sku, index): ComparedShopSku => ({ ...sku, skuKey: String(index) }));
    const shops = shopIds.map((shopId, index): ComparedShop => {
      const own = skus.filter((sku) => sku.shopId === shopId);
      return {
        shopId,
        now: { ...sumSales(own.map(({ now }) => now)), ...countsAt(counts, index) },
        before: { ...sumSales(own.map(({ before }) => before)), ...countsAt(counts, index + 3) },
      };
    });
    return { shops, skus };
  });

const noOrders = { orders: 0n, validOrders: 0n, cancelledOrders: 0n };
const countsAt = (counts: readonly (typeof noOrders)[], index: number) => counts[index] ?? noOrders;

function sumSales(some: readonly SkuSales[]): Omit<Totals, keyof typeof noOrders> {
  const sum = (amountOf: (sold: SkuSales) => bigint) =>
    some.reduce((total, sold) => total + amountOf(sold), 0n);
  return {
    units: sum((sold) => sold.units),
    gmv: sum((sold) => sold.gmvE4),
    nmv: sum(keptE4),
    netSales: sum((sold) => keptE4(sold) - sold.vouchersE4),
  };
}

/** Returns the splits that do not add up to the whole, with all of their parts listed or only some. */
function wrongSplits({ value, previousValue, splits }: MetricSplits): unknown[] {
  const whole = value === null || previousValue === null ? null : value - previousValue;
  if (whole === null) return splits;
  return [0, 2, 20].flatMap((maxListed) =>
    splits
      .map(({ by, parts }) => ({
        by,
        maxListed,
        sum: rankParts(parts, maxListed).reduce((sum, { difference }) => sum + difference, 0n),
      }))
      .filter(({ sum }) => sum !== whole),
  );
}

describe('the parts of a difference', () => {
  it.each([
    ['gmv', ['shop', 'effect', 'brand', 'product']],
    ['netSales', ['shop', 'effect', 'brand', 'product']],
    ['units', ['shop', 'brand', 'product']],
    ['orders', ['shop', 'effect']],
  ] as const)('add up to it exactly in every split of %s', (metric, expected) => {
    fc.assert(
      fc.property(sales, ({ shops, skus }) => {
        const split = splitSum(metric, shops, skus);
        expect(split.splits.map(({ by }) => by)).toEqual(expected);
        expect(wrongSplits(split)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['aov', 'cancellationRate'] as const)(
    'add up to it exactly in every split of the ratio %s',
    (metric) => {
      fc.assert(
        fc.property(sales, ({ shops }) => {
          expect(wrongSplits(splitRatio(metric, shops))).toEqual([]);
        }),
        { numRuns: 300 },
      );
    },
  );

  it.each(['gmv', 'netSales', 'units'] as const)(
    'add up to it exactly in every split of %s of a brand',
    (metric) => {
      fc.assert(
        fc.property(sales, ({ skus }) => {
          expect(wrongSplits(splitSkus(metric, skus))).toEqual([]);
        }),
        { numRuns: 300 },
      );
    },
  );

  it.each(['payout', 'fees'] as const)(
    'add up to it exactly in every split of the payout metric %s',
    (metric) => {
      const lines: fc.Arbitrary<ComparedLines> = fc.record({
        shopId: fc.constantFrom(...shopIds),
        feeClass: fc.constantFrom('item_price', 'commission', 'refund', 'penalty'),
        kept: fc.boolean(),
        amountE4: fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }),
        lines: count,
        previousAmountE4: fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }),
        previousLines: count,
      });
      fc.assert(
        fc.property(fc.array(lines, { maxLength: 40 }), (rows) => {
          const own = rows.filter(({ kept }) => metric === 'payout' || kept);
          const sign = metric === 'payout' ? 1n : -1n;
          const sum = (of: (row: ComparedLines) => bigint) =>
            sign * own.reduce((total, row) => total + of(row), 0n);
          const value = sum(({ amountE4 }) => amountE4);
          const previousValue = sum(({ previousAmountE4 }) => previousAmountE4);
          const splits = splitPayouts(metric, rows);
          expect(wrongSplits({ value, previousValue, splits })).toEqual([]);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('add up to it exactly in every split of ad spend', () => {
    const campaign = fc.record({
      accountId: fc.constantFrom(...shopIds),
      name: fc.constant(''),
      spendE4: amount,
      previousSpendE4: amount,
    });
    fc.assert(
      fc.property(fc.array(campaign, { maxLength: 40 }), (some) => {
        const rows = some.map((each, index) => ({ ...each, campaignId: String(index) }));
        const value = rows.reduce((sum, { spendE4 }) => sum + spendE4, 0n);
        const previousValue = rows.reduce((sum, { previousSpendE4 }) => sum + previousSpendE4, 0n);
        expect(wrongSplits({ value, previousValue, splits: splitAdSpend(rows) })).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('are split by shop only if a sync changed the products in between', () => {
    const totals = { ...sumSales([]), ...noOrders };
    const shops = [{ shopId: 'a', now: { ...totals, gmv: 5n }, before: totals }];
    expect(splitSum('gmv', shops, []).splits.map(({ by }) => by)).toEqual(['shop']);
  });
});

describe('volume, price and mix', () => {
  const sold = (units: bigint, price: bigint, lost = 0n): SkuSales => ({
    ...nothing,
    units,
    gmvE4: units * price + lost,
    cancelledE4: lost,
  });
  const differences = (skus: Parameters<typeof gmvEffects>[0]) =>
    Object.fromEntries(gmvEffects(skus).map(({ kind, difference }) => [kind, difference]));

  it('are the sales-quantity, sales-price and sales-mix variances of cost accounting', () => {
    // 10 units at 100 and 30 at 20 become 20 units at 90 and 30 at 20.
    const skus = [
      { before: sold(10n, 100n), now: sold(20n, 90n) },
      { before: sold(30n, 20n), now: sold(30n, 20n) },
    ];
    // 10 more units at the average price of 40; 20 units cheaper by 10; the rest: more of the dearer one.
    expect(differences(skus)).toMatchObject({ volume: 400n, price: -200n, mix: 600n });
  });

  it('are volume alone if all products sell twice as many units at the same prices', () => {
    const skus = [
      { before: sold(10n, 100n), now: sold(20n, 100n) },
      { before: sold(3n, 7n), now: sold(6n, 7n) },
    ];
    expect(differences(skus)).toMatchObject({ volume: 1021n, price: 0n, mix: 0n });
  });

  it('exclude products of one period and items that were not kept', () => {
    const skus = [
      { before: nothing, now: sold(2n, 50n) },
      { before: sold(3n, 10n), now: nothing },
      { before: sold(1n, 10n), now: sold(1n, 10n, 500n) },
    ];
    expect(differences(skus)).toMatchObject({
      new_products: 100n,
      gone_products: -30n,
      cancelled: 500n,
      volume: 0n,
      price: 0n,
      mix: 0n,
    });
  });

  it('include the rounding in the mix', () => {
    const skus = [
      { before: sold(3n, 1n), now: sold(4n, 1n) },
      { before: { ...sold(3n, 1n), gmvE4: 100n }, now: sold(7n, 33n) },
    ];
    const effects = gmvEffects(skus);
    expect(effects.reduce((sum, { difference }) => sum + difference, 0n)).toBe(4n + 231n - 103n);
    expect(differences(skus)).toMatchObject({ volume: 86n, price: -2n, mix: 48n });
  });
});

describe('a ratio by shop', () => {
  it('separates changes within shops from a shift of orders to a shop with a higher rate', () => {
    const shop = (
      shopId: string,
      before: [bigint, bigint],
      now: [bigint, bigint],
    ): ComparedShop => {
      const totals = ([cancelledOrders, orders]: [bigint, bigint]) => ({
        ...sumSales([]),
        ...noOrders,
        orders,
        cancelledOrders,
      });
      return { shopId, now: totals(now), before: totals(before) };
    };
    // The rates of both shops stay at 10% and 50%; the second one gets more of the orders.
    const shops = [shop('a', [9n, 90n], [5n, 50n]), shop('b', [5n, 10n], [25n, 50n])];
    const { value, previousValue, splits } = splitRatio('cancellationRate', shops);
    expect([previousValue, value]).toEqual([140_000n, 300_000n]);
    const byShop = splits.find(({ by }) => by === 'shop')?.parts ?? [];
    expect(byShop.map(({ kind, difference }) => [kind, difference])).toEqual([
      ['shop', 0n],
      ['shop', 0n],
      ['shop_mix', 160_000n],
    ]);
    const byEffect = splits.find(({ by }) => by === 'effect')?.parts ?? [];
    expect(byEffect.map(({ kind, value: now, previous }) => [kind, previous, now])).toEqual([
      ['dividend', 140_000n, 300_000n],
      ['divisor', 1_000_000n, 1_000_000n],
    ]);
  });
});
