import { describe, expect, it } from 'vitest';
import { addDays } from '../../../i18n/calendarDays.ts';
import { columnsOf, pivotOf } from './pivot.ts';

describe('the columns of a period', () => {
  it('are weeks from Monday, cut to the period', () => {
    expect(columnsOf({ from: '2026-11-04', to: '2026-11-17' }, 'week')).toEqual([
      { from: '2026-11-04', to: '2026-11-08' },
      { from: '2026-11-09', to: '2026-11-15' },
      { from: '2026-11-16', to: '2026-11-17' },
    ]);
  });

  it('are calendar months, also across the end of a year and of February', () => {
    expect(columnsOf({ from: '2027-12-30', to: '2028-03-01' }, 'month')).toEqual([
      { from: '2027-12-30', to: '2027-12-31' },
      { from: '2028-01-01', to: '2028-01-31' },
      { from: '2028-02-01', to: '2028-02-29' },
      { from: '2028-03-01', to: '2028-03-01' },
    ]);
  });

  it.each(['week', 'month'] as const)('contain every day of a period once: %s', (unit) => {
    for (let length = 0; length < 100; length += 7) {
      const period = { from: '2026-10-29', to: addDays('2026-10-29', length) };
      const columns = columnsOf(period, unit);
      expect(columns[0]?.from).toBe(period.from);
      expect(columns.at(-1)?.to).toBe(period.to);
      for (const [index, { from, to }] of columns.entries()) {
        expect(to >= from).toBe(true);
        if (index > 0) expect(from).toBe(addDays(columns[index - 1]?.to ?? '', 1));
      }
    }
  });
});

describe('the table of shops', () => {
  const period = { from: '2026-11-04', to: '2026-11-17' };
  const rows = [
    ['a', '20261102', '100.5'],
    ['a', '20261116', '9007199254740993'],
    ['b', '20261109', '3'],
    ['another', '20261109', '7'],
  ];

  it('adds up exactly, including shops and weeks without sales', () => {
    const { rows: table, totals } = pivotOf({ rows }, period, 'week', ['c', 'b', 'a']);
    expect(table.map(({ shopId, amounts, total }) => [shopId, ...amounts, total])).toEqual([
      ['a', 1_005_000n, 0n, 90_071_992_547_409_930_000n, 90_071_992_547_410_935_000n],
      ['b', 0n, 30_000n, 0n, 30_000n],
      ['c', 0n, 0n, 0n, 0n],
    ]);
    expect(totals.amounts).toEqual([1_005_000n, 30_000n, 90_071_992_547_409_930_000n]);
    expect(totals.total).toBe(table.reduce((sum, { total }) => sum + total, 0n));
  });
});
