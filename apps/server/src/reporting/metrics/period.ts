import type { ReportComparison, ReportQuery } from '@seller-connect/contract';
import { previousCampaignDay, campaignName } from '@seller-connect/contract/campaign-days';
import { Problem } from '../../platform/http/problem.ts';
import { addDays, countDays, isDay, localDays } from '../../platform/calendar.ts';

/** Days of the shops' calendar, both ends included. */
export interface Period {
  from: string;
  to: string;
  days: number;
}

export const maxPeriodDays = 3700;
const earliestDay = '1971-01-01';
const latestDay = '2199-12-31';

const presets = { today: 1, '7d': 7, '28d': 28, '90d': 90 } as const;

/** The days that a period is compared with. */
export type ComparisonPeriod = Period & Pick<ReportComparison, 'kind'>;

export interface ResolvedPeriod {
  period: Period;
  /** The elapsed days of the period; `days` is 0 for a future period. */
  past: Period;
  /** The days that `past` is compared with; for a future period, those of the whole period. */
  previous: ComparisonPeriod;
  today: string;
}

/**
 * Resolves the requested period and the one that it is compared with. The default is the last 28 days, or the given
 * range if `from` or `to` is set.
 * @throws Problem 400 for an invalid range or comparison
 */
export function resolvePeriod(
  query: Pick<ReportQuery, 'period' | 'from' | 'to' | 'compare'>,
  now: Date,
  timeZone: string,
): ResolvedPeriod {
  const today = localDays(timeZone)(now);
  const name = query.period ?? (query.from || query.to ? 'custom' : '28d');
  const period = resolveNamedPeriod(name, query, today);
  const elapsedRange = makePeriod(period.from, period.to < today ? period.to : today);
  const elapsed = { ...elapsedRange, days: Math.max(0, elapsedRange.days) };
  const fullComparison = comparisonPeriod(period, name, query.compare);
  const isCut = elapsed.days > 0 && elapsed.days < period.days;
  const previous = isCut
    ? {
        ...fullComparison,
        ...makePeriod(fullComparison.from, comparisonEnd(fullComparison, elapsed)),
      }
    : fullComparison;
  return { period, past: elapsed, previous, today };
}

/** Returns the last day that the elapsed days are compared with. */
function comparisonEnd({ kind, from, to }: ComparisonPeriod, elapsed: Period): string {
  const last = kind === 'year' ? sameDayLastYear(elapsed.to) : addDays(from, elapsed.days - 1);
  return last < to ? last : to;
}

/** Returns the day that a day of a period is compared with, or null if it has none. */
export function comparedDay(
  day: string,
  { from }: Pick<Period, 'from'>,
  previous: ComparisonPeriod,
): string | null {
  if (previous.kind === 'year') {
    const before = sameDayLastYear(day);
    // February 29 falls back to February 28, which is the counterpart of February 28 already. It is paired only if
    // the period begins with it.
    return before.slice(5) === day.slice(5) || day === from ? before : null;
  }
  const before = addDays(previous.from, countDays(from, day) - 1);
  return before > previous.to ? null : before;
}

type PeriodName = NonNullable<ReportQuery['period']>;

function resolveNamedPeriod(
  name: PeriodName,
  { from, to }: Pick<ReportQuery, 'from' | 'to'>,
  today: string,
): Period {
  if (name === 'custom') return customPeriod(from, to);
  const first = firstOfMonth(today);
  if (name === 'month') return makePeriod(first, today);
  if (name === 'last_month')
    return makePeriod(firstOfMonth(addDays(first, -1)), addDays(first, -1));
  return makePeriod(addDays(today, 1 - presets[name]), today);
}

function comparisonPeriod(
  period: Period,
  name: PeriodName,
  compare: ReportQuery['compare'] = 'previous',
): ComparisonPeriod {
  const { from, to, days } = period;
  if (compare === 'campaign') {
    if (days > 1 || campaignName(from) === null) {
      throw new Problem(400, 'compare_campaign', {
        vi: 'Chỉ có thể so với ngày chiến dịch trước khi kỳ báo cáo là một ngày chiến dịch.',
        en: 'You can compare to the previous campaign day only when the period is a campaign day.',
      });
    }
    const before = previousCampaignDay(from);
    return { ...makePeriod(before, before), kind: 'campaign' };
  }
  if (compare === 'year')
    return { ...makePeriod(sameDayLastYear(from), sameDayLastYear(to)), kind: 'year' };
  if (name === 'month' || name === 'last_month') {
    const first = firstOfMonth(addDays(from, -1));
    // A whole month is compared with a whole month, a started one with the same number of days.
    const last = name === 'month' ? addDays(first, days - 1) : addDays(from, -1);
    return { ...makePeriod(first, last < from ? last : addDays(from, -1)), kind: 'month' };
  }
  return {
    ...makePeriod(addDays(from, -days), addDays(from, -1)),
    kind: days === 1 ? 'day' : 'period',
  };
}

export function singleDayPeriod(day: string): Period {
  return makePeriod(day, day);
}

function makePeriod(from: string, to: string): Period {
  return { from, to, days: countDays(from, to) };
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/** February 29 falls back to February 28. */
function sameDayLastYear(day: string): string {
  const same = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return isDay(same) ? same : `${same.slice(0, 8)}28`;
}

/**
 * Validates the days of a range.
 * @throws Problem 400 for a day that does not exist or lies outside the calendar of reports, and for days in reverse
 * order
 */
export function validateDays({ from, to }: { from?: string; to?: string }): void {
  for (const day of [from, to]) {
    if (day !== undefined && (!isDay(day) || day < earliestDay || day > latestDay)) {
      throw new Problem(
        400,
        'period_day',
        {
          vi: `${day} không phải là một ngày hợp lệ.`,
          en: `${day} isn’t a valid date.`,
        },
        { day },
      );
    }
  }
  if (from !== undefined && to !== undefined && to < from) {
    throw new Problem(400, 'period_reversed', {
      vi: 'Ngày kết thúc phải bằng hoặc sau ngày bắt đầu.',
      en: 'The end date must be on or after the start date.',
    });
  }
}

function customPeriod(from: string | undefined, to: string | undefined): Period {
  if (!from || !to) {
    throw new Problem(400, 'period_incomplete', {
      vi: 'Hãy chọn cả ngày bắt đầu và ngày kết thúc.',
      en: 'Choose both a start date and an end date.',
    });
  }
  validateDays({ from, to });
  const period = makePeriod(from, to);
  const { days } = period;
  if (days > maxPeriodDays) {
    throw new Problem(
      400,
      'period_too_long',
      {
        vi: `Khoảng thời gian dài nhất là ${maxPeriodDays} ngày (khoảng 10 năm). Hãy chọn khoảng ngắn hơn.`,
        en: `The maximum period is ${maxPeriodDays} days (about 10 years). Choose a shorter one.`,
      },
      { days, maxDays: maxPeriodDays },
    );
  }
  return period;
}
