import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTime, parseEpoch, parseTime } from './fields.ts';

const vietnam = 420;

describe('times of the partners', () => {
  it.each([
    ['2018-10-31 10:18:27 +0700', '2018-10-31T03:18:27.000Z'],
    ['2018-10-31T10:18:27+07:00', '2018-10-31T03:18:27.000Z'],
    ['2018-10-31T10:18:27.250+0800', '2018-10-31T02:18:27.250Z'],
    ['2018-10-31T10:18:27Z', '2018-10-31T10:18:27.000Z'],
    ['2018-10-31 10:18', '2018-10-31T03:18:00.000Z'],
  ])('parses %s', (text, instant) => {
    expect(parseTime(text, vietnam)?.toISOString()).toBe(instant);
  });

  it('parses a time without an offset in the shop’s time zone, never in UTC', () => {
    expect(parseTime('2026-01-01 00:00:00', 480)?.toISOString()).toBe('2025-12-31T16:00:00.000Z');
  });

  it.each(['', 'null', '2026-02-30 10:00:00 +0700', '2026-01-01 24:00:00 +0700', '1767225600000'])(
    'refuses %j',
    (text) => {
      expect(parseTime(text, vietnam)).toBeNull();
    },
  );

  it('distinguishes seconds from milliseconds by their size', () => {
    expect(parseEpoch('1603698638')?.toISOString()).toBe('2020-10-26T07:50:38.000Z');
    expect(parseEpoch('1603698638123')?.toISOString()).toBe('2020-10-26T07:50:38.123Z');
    expect(parseEpoch('0')).toBeNull();
    expect(parseEpoch('99999999999999999')).toBeNull();
  });

  it('parses what it formats', () => {
    const seconds = fc.integer({ min: 1_325_376_000, max: 4_102_444_800 });
    fc.assert(
      fc.property(seconds, fc.constantFrom(420, 480, 0, -90), (second, offset) => {
        const instant = new Date(second * 1000);
        expect(parseTime(formatTime(instant, offset), 0)).toEqual(instant);
      }),
    );
  });
});
