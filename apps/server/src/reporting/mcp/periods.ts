import type { ReportCompare } from '@seller-connect/contract';
import { addDays } from '../../platform/calendar.ts';
import { Problem } from '../../platform/http/problem.ts';
import {
  resolvePeriod,
  validateDays,
  type Period,
  type ResolvedPeriod,
} from '../metrics/period.ts';
import type { ComparePeriodsInput, QuerySelection } from './tool-schemas.ts';

type Days = Pick<Period, 'from' | 'to'>;

/**
 * Resolves the period of a tool call in the calendar of the shops; the last 28 days by default.
 * @throws Problem 400 for a name together with days, and for an invalid range
 */
export function resolveToolPeriod(
  { period, from, to }: Pick<QuerySelection, 'period' | 'from' | 'to'>,
  now: Date,
  timeZone: string,
  compare?: ReportCompare,
): ResolvedPeriod {
  const hasDays = from !== undefined || to !== undefined;
  if (period !== undefined && period !== 'custom' && hasDays) throw periodTwiceProblem();
  const query = {
    ...(period !== undefined && { period }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(compare && { compare }),
  };
  return resolvePeriod(query, now, timeZone);
}

export interface ComparedPeriods {
  current: Days;
  previous: Days;
  /** Whether today was left out, because it is compared when it is complete. */
  omitsToday: boolean;
  /** The period is today only: values are given, but they are not compared. */
  isToday: boolean;
}

/**
 * Resolves two periods of complete days. Today is left out of a longer period, with the day that it would be compared
 * with: half a day compared with a whole one would look like a loss.
 */
export function resolveComparedPeriods(
  input: ComparePeriodsInput,
  now: Date,
  timeZone: string,
): ComparedPeriods {
  const { compareFrom, compareTo } = input;
  const { period, previous, today } = resolveToolPeriod(input, now, timeZone, input.compare);
  if (period.from > today) throw periodToComeProblem();
  if (compareFrom !== undefined || compareTo !== undefined) {
    if (compareFrom === undefined || compareTo === undefined) throw comparisonIncompleteProblem();
    if (input.compare !== undefined) throw comparisonTwiceProblem();
    validateDays({ from: compareFrom, to: compareTo });
    return withoutToday(period, { from: compareFrom, to: compareTo }, today, false);
  }
  return withoutToday(period, previous, today, true);
}

function withoutToday(
  period: Days,
  previous: Days,
  today: string,
  isPaired: boolean,
): ComparedPeriods {
  const isToday = period.from === today;
  if (period.to < today || isToday) {
    const to = isToday ? today : period.to;
    return { current: { from: period.from, to }, previous, omitsToday: false, isToday };
  }
  const current = { from: period.from, to: addDays(today, -1) };
  // `resolvePeriod` ends the comparison at the counterpart of today.
  const shorter = addDays(previous.to, -1);
  const to = isPaired && shorter >= previous.from ? shorter : previous.to;
  return { current, previous: { from: previous.from, to }, omitsToday: true, isToday };
}

const periodTwiceProblem = () =>
  new Problem(400, 'period_twice', {
    vi: 'Hãy dùng period, hoặc from và to, không dùng cả hai.',
    en: 'Use either period, or from and to.',
  });

const comparisonTwiceProblem = () =>
  new Problem(400, 'comparison_twice', {
    vi: 'Hãy dùng compare, hoặc compareFrom và compareTo, không dùng cả hai.',
    en: 'Use either compare, or compareFrom and compareTo.',
  });

const comparisonIncompleteProblem = () =>
  new Problem(400, 'comparison_incomplete', {
    vi: 'Hãy nêu cả compareFrom và compareTo.',
    en: 'Set both compareFrom and compareTo.',
  });

const periodToComeProblem = () =>
  new Problem(400, 'period_to_come', {
    vi: 'Kỳ này chưa bắt đầu nên chưa có gì để so sánh.',
    en: 'This period hasn’t begun, so there is nothing to compare.',
  });
