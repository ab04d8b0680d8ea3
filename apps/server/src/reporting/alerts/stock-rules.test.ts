import { expect, it } from 'vitest';
import { rankLowStock, type LowListing } from './stock-rules.ts';

const listing = (name: string, more: Partial<LowListing> = {}): LowListing => ({
  name,
  stock: 0,
  priceE4: 1_000_000n,
  units: 28n,
  days: 28,
  ...more,
});

it('ranks products by daily sales and names the first five', () => {
  const listings = Array.from({ length: 8 }, (_, index) =>
    listing(`P${index}`, { units: BigInt(28 * (index + 1)) }),
  );
  expect(rankLowStock(listings)).toEqual({
    products: ['P7', 'P6', 'P5', 'P4', 'P3'].map((name) => ({ name, daysLeft: 0 })),
    count: 8,
    salesPerDayE4: 36_000_000n,
  });
  expect(rankLowStock([])).toBeNull();
});

it('ranks a high price above many units', () => {
  const ranked = rankLowStock([
    listing('many', { units: 280n }),
    listing('dear', { priceE4: 10n ** 8n }),
  ]);
  expect(ranked?.products.map(({ name }) => name)).toEqual(['dear', 'many']);
});

it('rounds the days of cover down, but to at least one while in stock', () => {
  const daysLeft = (stock: number, units: bigint) =>
    rankLowStock([listing('P', { stock, units })])?.products[0]?.daysLeft;
  expect(daysLeft(0, 28n)).toBe(0);
  expect(daysLeft(-2, 28n)).toBe(0);
  expect(daysLeft(1, 280n)).toBe(1);
  expect(daysLeft(13, 56n)).toBe(6);
});

it('merges variants by name: sales are added, the lowest stock counts', () => {
  const variants = [
    listing('P', { stock: 5 }),
    listing('P', { stock: 0 }),
    listing('Q', { stock: 3 }),
  ];
  expect(rankLowStock(variants)).toEqual({
    products: [
      { name: 'P', daysLeft: 0 },
      { name: 'Q', daysLeft: 3 },
    ],
    count: 2,
    salesPerDayE4: 3_000_000n,
  });
});
