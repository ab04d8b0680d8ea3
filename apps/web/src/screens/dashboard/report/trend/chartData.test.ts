import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrendPoint } from '@seller-connect/contract';
import { addDays } from '../../../../i18n/calendarDays.ts';
import { sumAmounts, toE4 } from '../../../../i18n/decimalAmounts.ts';
import type { PresetPeriod } from '../../filters/filters.ts';
import {
  allowedGranularities,
  dayPoints,
  effectiveGranularity,
  groupPoints,
  periodDays,
} from './chartData.ts';
import { movingAverage } from '../extras/averageSeries.ts';

function trendFrom(from: string, amounts: readonly string[]): TrendPoint[] {
  return amounts.map((gmv, index) => ({
    day: addDays(from, index),
    gmv,
    netSales: gmv,
    orders: 1,
    units: 1,
    previousDay: addDays(from, index - amounts.length),
    previousGmv: gmv,
    previousNetSales: gmv,
    previousOrders: 1,
    complete: true,
  }));
}

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 9999 }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(4, '0')}`);

describe('weeks and months', () => {
  it('sum exactly to their days, for any period', () => {
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1, maxLength: 120 }),
        fc.integer({ min: 0, max: 4000 }),
        fc.constantFrom('week' as const, 'month' as const),
        (amounts, offset, granularity) => {
          const groups = groupPoints(
            dayPoints(trendFrom(addDays('2020-01-01', offset), amounts)),
            granularity,
          );
          const total = toE4(sumAmounts(amounts));
          expect(toE4(sumAmounts(groups.map(({ now }) => now.gmv ?? '0')))).toBe(total);
          expect(toE4(sumAmounts(groups.map(({ previous }) => previous.gmv ?? '0')))).toBe(total);
          expect(groups.reduce((sum, { now }) => sum + (now.orders ?? 0), 0)).toBe(amounts.length);
        },
      ),
    );
  });

  it('begin on Monday and on the first, and say how many of their days are in the period', () => {
    // 28 October 2026 is a Wednesday.
    const days = dayPoints(trendFrom('2026-10-28', Array(14).fill('1')));
    expect(groupPoints(days, 'week')).toMatchObject([
      { from: '2026-10-28', to: '2026-11-01', partOf: 7, now: { gmv: '5' } },
      { from: '2026-11-02', to: '2026-11-08', now: { gmv: '7' } },
      { from: '2026-11-09', to: '2026-11-10', partOf: 7, now: { gmv: '2' } },
    ]);
    expect(groupPoints(days, 'week')[1]).not.toHaveProperty('partOf');
    expect(groupPoints(days, 'month')).toMatchObject([
      { from: '2026-10-28', to: '2026-10-31', partOf: 31 },
      { from: '2026-11-01', to: '2026-11-10', partOf: 30 },
    ]);
  });

  it('are incomplete while a day is missing, and without comparison while a compared day is', () => {
    const [monday, ...rest] = trendFrom('2026-11-02', Array(7).fill('1'));
    if (!monday) throw new Error('no day was made');
    const unread = { ...monday, gmv: '0', netSales: '0', orders: 0, complete: false };
    const [week] = groupPoints(dayPoints([unread, ...rest]), 'week');
    expect(week).toMatchObject({ now: { gmv: '6' }, complete: false, previous: { gmv: '7' } });
    const unsynced = { ...monday, previousGmv: null, previousNetSales: null, previousOrders: null };
    const [other] = groupPoints(dayPoints([unsynced, ...rest]), 'week');
    expect(other).toMatchObject({ now: { gmv: '7' }, previous: { gmv: null } });
  });
});

it('movingAverage is exact over seven complete days, and null otherwise', () => {
  const days = dayPoints(trendFrom('2026-11-01', ['1', '2', '3', '4', '5', '6', '7.5', '100']));
  const open = days.map((day, index) => (index === 7 ? { ...day, complete: false } : day));
  expect(movingAverage(days, 'gmv').slice(5)).toEqual([null, '4.0714', '18.2142']);
  expect(movingAverage(open, 'gmv').slice(6)).toEqual(['4.0714', null]);
});

describe('the granularity', () => {
  it.each([
    [1, 'hour', ['hour', 'day']],
    [7, 'day', ['hour', 'day']],
    [28, 'day', ['day', 'week']],
    [90, 'day', ['day', 'week', 'month']],
    [365, 'week', ['day', 'week', 'month']],
    [3650, 'month', ['day', 'week', 'month']],
  ] as const)('of %d days is by %s unless another allowed one is selected', (days, unit, all) => {
    expect(effectiveGranularity(undefined, days)).toBe(unit);
    expect(allowedGranularities(days)).toEqual(all);
    for (const each of all) expect(effectiveGranularity(each, days)).toBe(each);
    if (days > 14) expect(effectiveGranularity('hour', days)).toBe(unit);
  });

  it('counts the days of a period like the server', () => {
    // 22 November 2026 is a Sunday.
    const days = (period: PresetPeriod) => periodDays({ period }, '2026-11-22');
    expect((['week', 'month', 'last_month', 'quarter', 'year'] as const).map(days)).toEqual([
      7, 22, 31, 53, 326,
    ]);
    expect([days('yesterday'), days('last_week'), days('90d')]).toEqual([1, 7, 90]);
    expect(periodDays({ period: 'custom', from: '2024-02-01', to: '2024-03-01' }, '')).toBe(30);
    expect(periodDays({ period: 'week' }, '2026-11-23')).toBe(1);
  });
});
