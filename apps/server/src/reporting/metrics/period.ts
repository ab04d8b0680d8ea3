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
  query: PeriodQuery & Pick<ReportQuery, 'compare'>,
  now: Date,
  timeZone: string,
): ResolvedPeriod {
  const today = localDays(timeZone)(now);
  const name = periodName(query);
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

/**
 * Rejects an invalid range before anything is read. The days of any other period depend on the shops' time zone.
 * @throws Problem 400
 */
export function validatePeriod(query: PeriodQuery): void {
  if (periodName(query) === 'custom') customPeriod(query.from, query.to);
}

type PeriodQuery = Pick<ReportQuery, 'period' | 'from' | 'to'>;
type PeriodName = NonNullable<ReportQuery['period']>;

function periodName({ period, from, to }: PeriodQuery): PeriodName {
  return period ?? (from || to ? 'custom' : '28d');
}

function resolveNamedPeriod(
  name: PeriodName,
  { from, to }: Pick<ReportQuery, 'from' | 'to'>,
  today: string,
): Period {
  switch (name) {
    case 'custom':
      return customPeriod(from, to);
    case 'yesterday':
      return singleDayPeriod(addDays(today, -1));
    case 'week':
      return makePeriod(mondayOf(today), today);
    case 'last_week':
      return makePeriod(addDays(mondayOf(today), -7), addDays(mondayOf(today), -1));
    case 'month':
      return makePeriod(firstOfMonth(today), today);
    case 'last_month': {
      const last = addDays(firstOfMonth(today), -1);
      return makePeriod(firstOfMonth(last), last);
    }
    case 'quarter':
      return makePeriod(firstOfQuarter(today), today);
    case 'year':
      return makePeriod(`${today.slice(0, 4)}-01-01`, today);
    case 'today':
    case '7d':
    case '28d':
    case '90d':
      return makePeriod(addDays(today, 1 - presets[name]), today);
  }
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
  if (compare === 'year' || name === 'year')
    return { ...makePeriod(sameDayLastYear(from), sameDayLastYear(to)), kind: 'year' };
  if (name === 'week' || name === 'last_week')
    return { ...makePeriod(addDays(from, -7), addDays(to, -7)), kind: 'week' };
  // A whole month is compared with a whole month, a started month or quarter with the same number of days.
  if (name === 'last_month' || (name === 'custom' && isWholeMonth(period)))
    return { ...makePeriod(firstOfMonth(addDays(from, -1)), addDays(from, -1)), kind: 'month' };
  if (name === 'month' || name === 'quarter') {
    const before = addDays(from, -1);
    const first = name === 'month' ? firstOfMonth(before) : firstOfQuarter(before);
    const last = addDays(first, days - 1);
    return { ...makePeriod(first, last < from ? last : before), kind: name };
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

/** Whether the days are those of one month. 31 days after its first day is the next month. */
function isWholeMonth({ from, to }: Period): boolean {
  return from === firstOfMonth(from) && addDays(to, 1) === firstOfMonth(addDays(from, 31));
}

function firstOfQuarter(day: string): string {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 5)}${String(month).padStart(2, '0')}-01`;
}

function mondayOf(day: string): string {
  return addDays(day, 1 - Temporal.PlainDate.from(day).dayOfWeek);
}

/** February 29 falls back to February 28. */
function sameDayLastYear(day: string): string {
  return Temporal.PlainDate.from(day).subtract({ years: 1 }).toString();
}

/** Returns whether a day exists and lies within the calendar of reports. */
export function isReportDay(day: string): boolean {
  return isDay(day) && day >= earliestDay && day <= latestDay;
}

/**
 * Validates the days of a range.
 * @throws Problem 400 for a day that does not exist or lies outside the calendar of reports, and for days in reverse
 * order
 */
export function validateDays({ from, to }: { from?: string; to?: string }): void {
  for (const day of [from, to]) {
    if (day !== undefined && !isReportDay(day)) {
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
