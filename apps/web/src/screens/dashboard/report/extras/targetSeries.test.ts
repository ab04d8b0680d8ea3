import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../../../i18n/calendarDays.ts';
import { toE4 } from '../../../../i18n/decimalAmounts.ts';
import { pointTargets, targetOfDay } from './targetSeries.ts';

const sum = (amounts: readonly (string | null)[]) =>
  amounts.reduce((total, amount) => total + toE4(amount), 0n);
const dayPoints = (from: string, days: number) =>
  Array.from({ length: days }, (_, index) => {
    const day = addDays(from, index);
    return { from: day, to: day };
  });

it('the days of a month sum exactly to its target, and differ by at most a ten-thousandth', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (whole) => {
      const ofDay = targetOfDay({ items: [{ month: '2026-02', amount: String(whole) }] });
      const shares = pointTargets(dayPoints('2026-02-01', 28), ofDay);
      expect(sum(shares)).toBe(whole * 10_000n);
      const amounts = shares.map(toE4).toSorted((a, b) => (a < b ? -1 : 1));
      expect((amounts.at(-1) ?? 0n) - (amounts[0] ?? 0n)).toBeLessThanOrEqual(1n);
    }),
  );
});

it('a week or month has the sum of its days, and null if no day has a target', () => {
  const ofDay = targetOfDay({ items: [{ month: '2026-11', amount: '3000' }] });
  expect(
    pointTargets(
      [
        { from: '2026-10-05', to: '2026-10-11' },
        { from: '2026-10-26', to: '2026-11-01' },
        { from: '2026-11-02', to: '2026-11-08' },
        { from: '2026-11-01', to: '2026-11-30' },
      ],
      ofDay,
    ),
  ).toEqual([null, '100', '700', '3000']);
});
