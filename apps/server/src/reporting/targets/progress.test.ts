import { expect, it } from 'vitest';
import { addDays } from '../../platform/calendar.ts';
import { progressOf } from './progress.ts';

/** The days of November 2026: each until `today` sold `unitsOf` its number, in units of the currency. */
function november(today: string, unitsOf: (number: number) => number) {
  return Array.from({ length: 30 }, (_, index) => {
    const day = addDays('2026-11-01', index);
    return { day, valueE4: day > today ? null : BigInt(unitsOf(index + 1)) * 10_000n };
  });
}
const target = 3_000_0000n;

it('projects the mean of the full days over the month; today counts as reached only', () => {
  const today = '2026-11-11';
  const days = november(today, (number) => (number === 11 ? 50 : 80));
  expect(progressOf(target, days, today)).toEqual({
    amount: '3000',
    reached: '850',
    share: 850 / 3000,
    projected: '2400',
    // (3000 − 800) ÷ 20 days, of which today is the first.
    neededPerDay: '110',
  });
});

it('includes a today that exceeds the pace in the projection', () => {
  const today = '2026-11-05';
  const days = november(today, (number) => (number === 5 ? 2_000 : 10));
  expect(progressOf(target, days, today).projected).toBe('2040');
});

it('has no projection before the fourth day, and nothing reached in a future month', () => {
  expect(
    progressOf(
      target,
      november('2026-11-03', () => 100),
      '2026-11-03',
    ),
  ).toMatchObject({
    projected: null,
    reached: '300',
  });
  expect(
    progressOf(
      target,
      november('2026-11-04', () => 100),
      '2026-11-04',
    ).projected,
  ).toBe('3000');
  expect(
    progressOf(
      target,
      november('2026-10-20', () => 1),
      '2026-10-20',
    ),
  ).toMatchObject({
    reached: '0',
    projected: null,
    neededPerDay: '100',
  });
});

it('needs nothing once the target is reached, and projects nothing after the month', () => {
  const today = '2026-11-15';
  const reached = progressOf(
    target,
    november(today, () => 300),
    today,
  );
  expect(reached).toMatchObject({
    reached: '4500',
    share: 1.5,
    neededPerDay: null,
    projected: '9000',
  });
  expect(
    progressOf(
      target,
      november('2026-12-01', () => 90),
      '2026-12-01',
    ),
  ).toMatchObject({
    reached: '2700',
    projected: null,
    neededPerDay: null,
  });
});

it('rounds the daily amount up, so that the days reach the target', () => {
  const today = '2026-11-28';
  const days = november(today, () => 0);
  expect(progressOf(1_000_0000n, days, today).neededPerDay).toBe('334');
  expect(progressOf(1n, days, today).neededPerDay).toBe('1');
});
