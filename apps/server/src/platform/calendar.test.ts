import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, countDays, isDay, localDays, localTimes, startOfDay } from './calendar.ts';

it('assigns a Vietnamese evening to the Vietnamese day', () => {
  const dayOf = localDays('Asia/Ho_Chi_Minh');
  expect(dayOf(new Date('2026-11-10T16:59:59.999Z'))).toBe('2026-11-10');
  expect(dayOf(new Date('2026-11-10T17:00:00.000Z'))).toBe('2026-11-11');
});

it('follows the time zone across daylight saving changes', () => {
  const dayOf = localDays('America/New_York');
  expect(dayOf(new Date('2026-03-08T04:59:59Z'))).toBe('2026-03-07');
  expect(dayOf(new Date('2026-03-08T05:00:00Z'))).toBe('2026-03-08');
  // Daylight saving time has begun: the offset is an hour less.
  expect(dayOf(new Date('2026-03-09T04:00:00Z'))).toBe('2026-03-09');
});

it('returns the local minute, with half-hour offsets and daylight saving changes', () => {
  const shown = (zone: string, instant: string) => localTimes(zone)(new Date(instant));
  expect(shown('Asia/Ho_Chi_Minh', '2026-11-10T17:00:59Z')).toEqual({
    day: '2026-11-11',
    minute: 0,
  });
  expect(shown('Asia/Kathmandu', '2026-11-10T00:00:00Z').minute).toBe(5 * 60 + 45);
  expect(shown('America/New_York', '2026-03-08T06:59:00Z').minute).toBe(119);
  expect(shown('America/New_York', '2026-03-08T07:00:00Z').minute).toBe(180);
});

it('finds the first instant of a day, also where midnight does not exist', () => {
  expect(startOfDay('2026-11-11', 'Asia/Ho_Chi_Minh').toISOString()).toBe(
    '2026-11-10T17:00:00.000Z',
  );
  // In Beirut, daylight saving time starts at midnight: the day begins at 01:00.
  expect(startOfDay('2021-03-28', 'Asia/Beirut').toISOString()).toBe('2021-03-27T22:00:00.000Z');
  // In Cuba, daylight saving time ends at 01:00: the day has two midnights and begins with the first.
  expect(startOfDay('2025-11-02', 'America/Havana').toISOString()).toBe('2025-11-02T04:00:00.000Z');
  // Tonga, 14 hours ahead of UTC, put its clocks back in that night.
  expect(startOfDay('2001-01-28', 'Pacific/Tongatapu').toISOString()).toBe(
    '2001-01-27T10:00:00.000Z',
  );
});

it('is consistent for any instant and zone: a day starts where the day before ends', () => {
  const zones = ['Asia/Ho_Chi_Minh', 'UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'];
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      fc.constantFrom(...zones),
      (instant, zone) => {
        // Samoa skipped December 30, 2011.
        fc.pre(
          zone !== 'Pacific/Apia' || Math.abs(instant.getTime() - Date.UTC(2011, 11, 30)) > 3e8,
        );
        const day = localDays(zone)(instant);
        expect(startOfDay(day, zone).getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(startOfDay(addDays(day, 1), zone).getTime()).toBeGreaterThan(instant.getTime());
      },
    ),
  );
});

it('does day arithmetic over leap years', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(countDays('2024-01-01', '2024-12-31')).toBe(366);
  expect(isDay('2024-02-29')).toBe(true);
  expect(isDay('2026-02-29')).toBe(false);
  expect(isDay('2026-2-9')).toBe(false);
});
