import { describe, expect, it } from 'vitest';
import { addDays } from '../../platform/calendar.ts';
import {
  currentDueDay,
  dueInstant,
  latestDueDay,
  nextDue,
  nextDueDay,
  previousDueDay,
  reportedDays,
  type Rhythm,
} from './schedule-times.ts';

const zone = 'Asia/Ho_Chi_Minh';
const daily = { rhythm: 'daily' } as const;
const mondays = { rhythm: 'weekly', weekday: 1 } as const;
const sundays = { rhythm: 'weekly', weekday: 7 } as const;
const monthly = (monthDay: number) => ({ rhythm: 'monthly', monthDay }) as const;
const at = (rhythm: Rhythm, hour = 8) => ({ ...rhythm, hour, timeZone: zone });

describe('a due day', () => {
  it('is the next day, weekday or day of the month, and the last of a shorter month', () => {
    expect(nextDueDay(daily, '2026-12-31')).toBe('2027-01-01');
    expect(nextDueDay(mondays, '2026-11-26')).toBe('2026-11-30');
    expect(nextDueDay(mondays, '2026-11-30')).toBe('2026-12-07');
    expect(nextDueDay(sundays, '2026-11-28')).toBe('2026-11-29');
    expect(nextDueDay(monthly(1), '2026-11-26')).toBe('2026-12-01');
    expect(nextDueDay(monthly(31), '2026-11-26')).toBe('2026-11-30');
    expect(nextDueDay(monthly(31), '2026-11-30')).toBe('2026-12-31');
    expect(nextDueDay(monthly(30), '2027-01-30')).toBe('2027-02-28');
    expect(nextDueDay(monthly(29), '2028-01-31')).toBe('2028-02-29');
  });

  it('follows the previous one, so that reports cover every day once', () => {
    for (const rhythm of [
      daily,
      mondays,
      sundays,
      monthly(1),
      monthly(15),
      monthly(30),
      monthly(31),
    ]) {
      let day = nextDueDay(rhythm, '2026-01-17');
      for (let round = 0; round < 60; round += 1) {
        const next = nextDueDay(rhythm, day);
        expect(previousDueDay(rhythm, next)).toBe(day);
        expect(reportedDays(rhythm, next)).toEqual({ from: day, to: addDays(next, -1) });
        day = next;
      }
    }
  });

  it('on the first of a month reports the whole month before', () => {
    expect(reportedDays(monthly(1), '2026-12-01')).toEqual({
      from: '2026-11-01',
      to: '2026-11-30',
    });
    expect(reportedDays(mondays, '2026-11-30')).toEqual({ from: '2026-11-23', to: '2026-11-29' });
  });
});

describe('the hour of a report', () => {
  it('is in the time zone of the shops, also across daylight saving changes', () => {
    expect(dueInstant(at(daily), '2026-11-27').toISOString()).toBe('2026-11-27T01:00:00.000Z');
    const berlin = { ...daily, hour: 8, timeZone: 'Europe/Berlin' };
    expect(dueInstant(berlin, '2026-03-29').toISOString()).toBe('2026-03-29T06:00:00.000Z');
    expect(dueInstant(berlin, '2026-10-25').toISOString()).toBe('2026-10-25T07:00:00.000Z');
    const late = { ...berlin, hour: 23 };
    expect(dueInstant(late, '2026-03-29').toISOString()).toBe('2026-03-29T21:00:00.000Z');
  });

  it('is today if it is still to come', () => {
    const before = new Date('2026-11-27T00:59:59Z');
    expect(nextDue(at(daily), before)).toMatchObject({ dueDay: '2026-11-27' });
    const after = new Date('2026-11-27T01:00:00Z');
    expect(nextDue(at(daily), after)).toMatchObject({ dueDay: '2026-11-28' });
  });

  it('does not affect the latest report whose days are complete', () => {
    const before = new Date('2026-11-27T00:00:00Z');
    const after = new Date('2026-11-27T02:00:00Z');
    expect(currentDueDay(at(daily), before)).toBe('2026-11-27');
    expect(currentDueDay(at(daily), after)).toBe('2026-11-27');
    expect(currentDueDay(at(mondays), after)).toBe('2026-11-23');
    expect(currentDueDay(at(monthly(31)), after)).toBe('2026-10-31');
  });

  it('is skipped for missed reports up to the latest', () => {
    const now = new Date('2026-11-27T02:00:00Z');
    expect(latestDueDay(at(daily), '2026-11-20', now)).toBe('2026-11-27');
    const onTheHour = new Date('2026-11-27T01:00:00Z');
    expect(latestDueDay(at(daily), '2026-11-20', onTheHour)).toBe('2026-11-27');
    expect(latestDueDay(at(mondays), '2026-11-09', now)).toBe('2026-11-23');
    expect(latestDueDay(at(mondays), '2026-11-23', now)).toBe('2026-11-23');
  });
});
