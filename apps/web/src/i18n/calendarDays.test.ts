import { describe, expect, it, onTestFinished } from 'vitest';
import {
  addDays,
  daysBetween,
  isDay,
  parseTypedDay,
  todayIn,
  formatTypedDay,
} from './calendarDays.ts';

describe('calendar days', () => {
  it('isDay accepts only days of the calendar', () => {
    expect(isDay('2024-02-29')).toBe(true);
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '', '3/11/2026']) {
      expect(isDay(text)).toBe(false);
    }
  });

  it('addDays and daysBetween cross the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(daysBetween('2026-11-01', '2026-11-28')).toBe(28);
  });

  it('todayIn uses the shop’s time zone, not the user’s', () => {
    const lateInUtc = Date.parse('2026-11-03T17:30:00Z');
    expect(todayIn('Asia/Ho_Chi_Minh', lateInUtc)).toBe('2026-11-04');
    expect(todayIn('UTC', lateInUtc)).toBe('2026-11-03');
  });

  it('todayIn does not depend on the browser’s locale data', () => {
    // As in `en-CA` for some time: CLDR-16399.
    const { prototype } = Intl.DateTimeFormat;
    const before = Object.getOwnPropertyDescriptor(prototype, 'format');
    onTestFinished(() => {
      if (before) Object.defineProperty(prototype, 'format', before);
    });
    Object.defineProperty(prototype, 'format', { value: () => '11/3/2026', configurable: true });
    expect(todayIn('Asia/Ho_Chi_Minh', Date.parse('2026-11-03T03:00:00Z'))).toBe('2026-11-03');
    expect(todayIn('Asia/Singapore', Date.parse('0999-12-31T17:00:00Z'))).toMatch(
      /^\d{4}-\d\d-\d\d$/,
    );
  });

  it.each([
    ['3/11/2026', '2026-11-03'],
    ['03/11/2026', '2026-11-03'],
    [' 3.11.2026 ', '2026-11-03'],
    ['3-11-2026', '2026-11-03'],
    ['31/2/2026', null],
    ['11/3/26', null],
    ['2026-11-03', null],
    ['today', null],
  ])('spec 5: parses D/M/YYYY, %s as %s', (text, day) => {
    expect(parseTypedDay(text)).toBe(day);
  });

  it('spec 5: formatTypedDay formats what parseTypedDay accepts', () => {
    expect(formatTypedDay('2026-11-03')).toBe('3/11/2026');
    expect(formatTypedDay('2026-09-17')).toBe('17/9/2026');
    expect(formatTypedDay('soon')).toBe('');
  });
});
