import { describe, expect, it } from 'vitest';
import { Problem } from '../../platform/http/problem.ts';
import { comparedDay, maxPeriodDays, resolvePeriod } from './period.ts';

// 18:30 UTC is 01:30 of the next day in Vietnam.
const now = new Date('2026-11-10T18:30:00Z');
const zone = 'Asia/Ho_Chi_Minh';

describe('presets end today in the time zone of the shops', () => {
  it.each([
    ['today', '2026-11-11', '2026-11-11', '2026-11-10', '2026-11-10'],
    ['7d', '2026-11-05', '2026-11-11', '2026-10-29', '2026-11-04'],
    ['28d', '2026-10-15', '2026-11-11', '2026-09-17', '2026-10-14'],
    ['90d', '2026-08-14', '2026-11-11', '2026-05-16', '2026-08-13'],
  ] as const)('%s', (period, from, to, beforeFrom, beforeTo) => {
    const resolved = resolvePeriod({ period }, now, zone);
    expect(resolved.period).toMatchObject({ from, to });
    expect(resolved.previous).toMatchObject({ from: beforeFrom, to: beforeTo });
    expect(resolved.previous.days).toBe(resolved.period.days);
  });
});

describe('comparison periods', () => {
  const november = new Date('2026-11-22T05:00:00Z');
  const march = new Date('2026-03-31T05:00:00Z');
  const leapYear = new Date('2024-02-29T05:00:00Z');
  it.each([
    [{ period: 'month' }, november, '2026-11-01', '2026-11-22', 'month 2026-10-01 2026-10-22'],
    // February is shorter than the elapsed part of March.
    [{ period: 'month' }, march, '2026-03-01', '2026-03-31', 'month 2026-02-01 2026-02-28'],
    [{ period: 'last_month' }, march, '2026-02-01', '2026-02-28', 'month 2026-01-01 2026-01-31'],
    [{ period: 'today' }, march, '2026-03-31', '2026-03-31', 'day 2026-03-30 2026-03-30'],
    [{ period: 'yesterday' }, march, '2026-03-30', '2026-03-30', 'day 2026-03-29 2026-03-29'],
    // 22 November 2026 is a Sunday, 31 March 2026 a Tuesday.
    [{ period: 'week' }, november, '2026-11-16', '2026-11-22', 'week 2026-11-09 2026-11-15'],
    [{ period: 'week' }, march, '2026-03-30', '2026-03-31', 'week 2026-03-23 2026-03-24'],
    [{ period: 'last_week' }, march, '2026-03-23', '2026-03-29', 'week 2026-03-16 2026-03-22'],
    [{ period: 'quarter' }, november, '2026-10-01', '2026-11-22', 'quarter 2026-07-01 2026-08-22'],
    [{ period: 'quarter' }, march, '2026-01-01', '2026-03-31', 'quarter 2025-10-01 2025-12-29'],
    [{ period: 'year' }, november, '2026-01-01', '2026-11-22', 'year 2025-01-01 2025-11-22'],
    [{ period: 'year' }, leapYear, '2024-01-01', '2024-02-29', 'year 2023-01-01 2023-02-28'],
    [
      { period: '7d', compare: 'year' },
      november,
      '2026-11-16',
      '2026-11-22',
      'year 2025-11-16 2025-11-22',
    ],
    [
      { from: '2024-02-29', to: '2024-02-29', compare: 'year' },
      march,
      '2024-02-29',
      '2024-02-29',
      'year 2023-02-28 2023-02-28',
    ],
    [
      { from: '2026-11-11', to: '2026-11-11', compare: 'campaign' },
      november,
      '2026-11-11',
      '2026-11-11',
      'campaign 2026-10-10 2026-10-10',
    ],
  ] as const)('%j', (query, at, from, to, before) => {
    const { period, previous } = resolvePeriod(query, at, zone);
    expect(period).toMatchObject({ from, to });
    expect(`${previous.kind} ${previous.from} ${previous.to}`).toBe(before);
  });
});

it('accepts a custom range, both ends included, years ago too', () => {
  const { period, previous } = resolvePeriod(
    { period: 'custom', from: '2009-12-01', to: '2011-12-09' },
    now,
    zone,
  );
  expect(period).toEqual({ from: '2009-12-01', to: '2011-12-09', days: 739 });
  expect(previous).toEqual({ from: '2007-11-23', to: '2009-11-30', days: 739, kind: 'period' });
  expect(resolvePeriod({ from: '2026-01-01', to: '2026-01-01' }, now, zone).period.days).toBe(1);
});

it.each([
  ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
  ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
])(
  'compares a month that is chosen by its days like the preset: %s to %s',
  (from, to, ...before) => {
    const { previous } = resolvePeriod({ period: 'custom', from, to }, now, zone);
    expect([previous.from, previous.to, previous.kind]).toEqual([...before, 'month']);
    const nextMonth = new Date(`${to}T20:00:00Z`);
    expect(resolvePeriod({ period: 'last_month' }, nextMonth, zone).previous).toEqual(previous);
  },
);

it('compares other days of a month with as many days before', () => {
  const { previous } = resolvePeriod({ from: '2024-02-01', to: '2024-02-28' }, now, zone);
  expect(previous).toMatchObject({ from: '2024-01-04', to: '2024-01-31', kind: 'period' });
});

describe('future days', () => {
  const november = new Date('2026-11-24T05:00:00Z');

  it('are excluded, and the comparison has as many days', () => {
    const query = { from: '2026-11-01', to: '2026-11-30' };
    const { period, past, previous } = resolvePeriod(query, november, zone);
    expect(period.days).toBe(30);
    expect(past).toEqual({ from: '2026-11-01', to: '2026-11-24', days: 24 });
    expect(previous).toMatchObject({ from: '2026-10-01', to: '2026-10-24', days: 24 });
    const year = resolvePeriod({ ...query, compare: 'year' }, november, zone);
    expect(year.previous).toMatchObject({ from: '2025-11-01', to: '2025-11-24', days: 24 });
  });

  it('can be all days of a period', () => {
    const { past } = resolvePeriod({ from: '2026-12-01', to: '2026-12-07' }, november, zone);
    expect(past.days).toBe(0);
  });
});

describe('the compared day', () => {
  const compared = (query: Parameters<typeof resolvePeriod>[0], ...days: string[]) => {
    const { past, previous } = resolvePeriod(query, now, zone);
    return days.map((day) => comparedDay(day, past, previous));
  };

  it('is the same date a year before, also across a 29th of February', () => {
    const query = { from: '2025-01-01', to: '2025-12-31', compare: 'year' } as const;
    expect(compared(query, '2025-02-28', '2025-03-01', '2025-11-11', '2025-12-31')).toEqual([
      '2024-02-28',
      '2024-03-01',
      '2024-11-11',
      '2024-12-31',
    ]);
  });

  it('is missing for a 29th of February, unless the period begins with it', () => {
    const year = { from: '2024-01-01', to: '2024-12-31', compare: 'year' } as const;
    expect(compared(year, '2024-02-28', '2024-02-29', '2024-03-01')).toEqual([
      '2023-02-28',
      null,
      '2023-03-01',
    ]);
    const week = { from: '2024-02-29', to: '2024-03-06', compare: 'year' } as const;
    expect(compared(week, '2024-02-29', '2024-03-01')).toEqual(['2023-02-28', '2023-03-01']);
  });

  it('is missing where the comparison has fewer days', () => {
    const { past, previous } = resolvePeriod(
      { period: 'month' },
      new Date('2026-03-31T05:00:00Z'),
      zone,
    );
    expect(comparedDay('2026-03-28', past, previous)).toBe('2026-02-28');
    expect(comparedDay('2026-03-29', past, previous)).toBeNull();
  });
});

describe('refuses an invalid period, in both languages', () => {
  it.each([
    [{ period: 'custom' }, 'period_incomplete'],
    [{ period: 'custom', from: '2026-01-01' }, 'period_incomplete'],
    [{ period: 'custom', from: '2026-01-02', to: '2026-01-01' }, 'period_reversed'],
    [{ period: 'custom', from: '2026-02-30', to: '2026-03-01' }, 'period_day'],
    [{ period: 'custom', from: '0001-01-01', to: '0001-01-02' }, 'period_day'],
    [{ period: 'custom', from: '2010-01-01', to: '2026-01-01' }, 'period_too_long'],
    [{ period: '7d', compare: 'campaign' }, 'compare_campaign'],
  ] as const)('%j: %s', (query, code) => {
    const refused = refusalOf(query);
    expect(refused).toMatchObject({ status: 400, code });
    expect(refused?.text.vi).not.toBe('');
    expect(refused?.text.en).not.toBe(refused?.text.vi);
  });

  it('accepts the longest period that it names', () => {
    const query = { from: '2016-01-01', to: '2026-02-16' };
    expect(resolvePeriod(query, now, zone).period.days).toBe(maxPeriodDays);
  });
});

function refusalOf(query: Parameters<typeof resolvePeriod>[0]): Problem | undefined {
  try {
    resolvePeriod(query, now, zone);
    return undefined;
  } catch (error) {
    return error instanceof Problem ? error : undefined;
  }
}
