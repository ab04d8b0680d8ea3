import { expect, it } from 'vitest';
import { coverOf, stockByDay } from './cover.ts';

it('divides the stock by the mean units per day, to a tenth', () => {
  expect(coverOf(10, { units: 28n, days: 28 })).toEqual({ daysOfCover: 10, coverMissing: null });
  expect(coverOf(10, { units: 90n, days: 28 }).daysOfCover).toBe(3.1);
  // Sold out on twenty of the days: the same units over eight days.
  expect(coverOf(10, { units: 28n, days: 8 }).daysOfCover).toBe(2.9);
});

it('returns zero days for zero or negative stock', () => {
  expect(coverOf(0, { units: 5n, days: 28 }).daysOfCover).toBe(0);
  expect(coverOf(-3, { units: 5n, days: 28 }).daysOfCover).toBe(0);
});

it('returns no days of cover without stock, without sales, or with less than seven days', () => {
  const missing = (stock: number | null, velocity: Parameters<typeof coverOf>[1]) => {
    const { daysOfCover, coverMissing } = coverOf(stock, velocity);
    expect(daysOfCover).toBeNull();
    return coverMissing;
  };
  expect(missing(null, { units: 5n, days: 28 })).toBe('stock_unknown');
  expect(missing(4, null)).toBe('not_sold');
  expect(missing(4, { units: 5n, days: 6 })).toBe('short_history');
  expect(coverOf(4, { units: 7n, days: 7 }).daysOfCover).toBe(4);
});

it('keeps a stock until it changes, and leaves it unknown before the first sync and after the last', () => {
  const changes = [
    { day: '2026-10-20', stock: 9 },
    { day: '2026-11-02', stock: 4 },
    { day: '2026-11-04', stock: null },
    { day: '2026-11-05', stock: 0 },
  ];
  const period = { from: '2026-11-01', to: '2026-11-07', knownTo: '2026-11-06' };
  const stocks = (given: typeof changes) => stockByDay(given, period).map(({ stock }) => stock);
  expect(stocks(changes)).toEqual([9, 4, 4, null, 0, 0, null]);
  expect(stocks(changes.slice(1))).toEqual([null, 4, 4, null, 0, 0, null]);
  expect(stocks([])).toEqual([null, null, null, null, null, null, null]);
});
