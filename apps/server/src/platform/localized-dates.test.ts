import { expect, it, onTestFinished } from 'vitest';
import { formatDateTime, formatDay } from './localized-dates.ts';

const lateInUtc = new Date('2026-11-03T17:05:59Z');

it('formats an instant in the time of Vietnam, with the name of the month in English', () => {
  expect(formatDateTime(lateInUtc, true)).toBe('4/11/2026, 00:05');
  expect(formatDateTime(lateInUtc, false)).toBe('4 Nov 2026, 00:05');
  expect(formatDay('2026-11-03', true)).toBe('3/11/2026');
});

it('does not depend on the locale data of the runtime', () => {
  // As in `en-CA` for some time: CLDR-16399.
  const { prototype } = Intl.DateTimeFormat;
  const before = Object.getOwnPropertyDescriptor(prototype, 'format');
  onTestFinished(() => {
    if (before) Object.defineProperty(prototype, 'format', before);
  });
  Object.defineProperty(prototype, 'format', { value: () => '11/4/2026', configurable: true });
  expect(formatDateTime(lateInUtc, true)).toBe('4/11/2026, 00:05');
});
