import type { ReportQuery } from '@seller-connect/contract';
import { Problem } from '../platform/problem.ts';
import { addDays, daysBetween, isDay, localDays } from './local-day.ts';

/** Days of the shops' calendar, both ends included. */
export interface Period {
  from: string;
  to: string;
  days: number;
}

export const longestPeriod = 3700;
const earliestDay = '1971-01-01';
const latestDay = '2199-12-31';

const presets = { today: 1, '7d': 7, '28d': 28, '90d': 90 } as const;

/**
 * The period that a query asks for and the equally long one that ends the day before it. Without a period
 * it is the last 28 days, or the chosen range when days are given.
 * @throws Problem 400 when the chosen range cannot be used.
 */
export function resolvePeriod(
  query: Pick<ReportQuery, 'period' | 'from' | 'to'>,
  now: Date,
  timeZone: string,
): { period: Period; previous: Period; today: string } {
  const today = localDays(timeZone)(now);
  const name = query.period ?? (query.from || query.to ? 'custom' : '28d');
  const period = name === 'custom' ? chosen(query.from, query.to) : lastDays(today, presets[name]);
  return { period, previous: before(period), today };
}

function lastDays(today: string, days: number): Period {
  return { from: addDays(today, 1 - days), to: today, days };
}

function before({ from, days }: Period): Period {
  return { from: addDays(from, -days), to: addDays(from, -1), days };
}

/**
 * @throws Problem 400 for a day that does not exist or lies outside the calendar of reports, and for days in the
 * wrong order.
 */
export function checkDays({ from, to }: { from?: string; to?: string }): void {
  for (const day of [from, to]) {
    if (day !== undefined && (!isDay(day) || day < earliestDay || day > latestDay)) {
      throw new Problem(
        400,
        'period_day',
        {
          vi: `${day} không phải là một ngày hợp lệ.`,
          en: `${day} is not a valid day.`,
        },
        { day },
      );
    }
  }
  if (from !== undefined && to !== undefined && to < from) {
    throw new Problem(400, 'period_reversed', {
      vi: 'Ngày kết thúc phải bằng hoặc sau ngày bắt đầu.',
      en: 'The last day must not be before the first day.',
    });
  }
}

function chosen(from: string | undefined, to: string | undefined): Period {
  if (!from || !to) {
    throw new Problem(400, 'period_incomplete', {
      vi: 'Hãy chọn cả ngày bắt đầu và ngày kết thúc.',
      en: 'Please choose both a first and a last day.',
    });
  }
  checkDays({ from, to });
  const days = daysBetween(from, to);
  if (days > longestPeriod) {
    throw new Problem(
      400,
      'period_too_long',
      {
        vi: `Khoảng thời gian dài nhất là ${longestPeriod} ngày (khoảng 10 năm). Hãy chọn khoảng ngắn hơn.`,
        en: `The longest period is ${longestPeriod} days (about 10 years). Please choose a shorter one.`,
      },
      { days, longest: longestPeriod },
    );
  }
  return { from, to, days };
}
