import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangeBetween, selectableRange, shiftDay, toDate, toDay } from './dayRange.ts';

describe('a range of days', () => {
  it('is in order, whichever end is selected first', () => {
    const range = { from: '2026-11-03', to: '2026-11-20' };
    expect(rangeBetween('2026-11-20', '2026-11-03')).toEqual(range);
    expect(rangeBetween('2026-11-03', '2026-11-20')).toEqual(range);
  });

  it('toDay and toDate are inverse', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(1971, 0, 1), max: new Date(2199, 0, 1) }), (date) => {
        expect(toDay(toDate(toDay(date)))).toBe(toDay(date));
      }),
    );
  });

  it('shiftDay crosses the ends of months and years', () => {
    expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
    expect(shiftDay('2024-03-01', -1)).toBe('2024-02-29');
  });
});

describe('selectableRange', () => {
  const days = { min: '2025-01-01', max: '2026-11-20', maxDays: 10 };

  it('contains all days for the first end', () => {
    expect(selectableRange(days, null)).toEqual({ from: days.min, to: days.max });
  });

  it('contains as many days as the longest range has, on both sides of the first end', () => {
    expect(selectableRange(days, '2026-06-15')).toEqual({ from: '2026-06-06', to: '2026-06-24' });
    expect(selectableRange(days, '2026-11-18')).toEqual({ from: '2026-11-09', to: '2026-11-20' });
    expect(selectableRange(days, '2025-01-02')).toEqual({ from: '2025-01-01', to: '2025-01-11' });
  });
});
