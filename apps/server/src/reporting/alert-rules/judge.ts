import type { AlertCondition, AlertMetric } from '@seller-connect/contract';
import { addDays, dayNumber } from '../../platform/calendar.ts';
import { divideE4, divideRounded } from '../../platform/money.ts';
import { addTotals, zeroTotals, type Totals } from '../metrics/metric-values.ts';
import { resolvePeriod } from '../metrics/period.ts';
import { daysOf } from '../reports/reports.ts';
import { expectedRange, baselineWeeks } from './expected-range.ts';

/** What a rule judges. Thresholds are in ten-thousandths of the metric's unit. */
export interface WatchedMetric {
  metric: AlertMetric;
  condition: AlertCondition;
  /** Null unless the condition has a threshold. */
  thresholdE4: bigint | null;
}

/** Sales by day, as far as they are synced. */
export interface RuleDays {
  on(day: string): Totals;
  /** Like `on`, for a day that the current day is compared with: up to the same time of day. */
  until(day: string): Totals;
  /** Whether a day is synced without gaps: to its end, or for the current day to now. */
  isComplete(day: string): boolean;
  /** The first day with an order; null without one. */
  firstDay: string | null;
}

/** A figure with the range in which the rule does not alarm. Amounts in ten-thousandths of the metric's unit. */
export interface Judgement {
  from: string;
  to: string;
  /** Null if there is no figure that can be judged. */
  valueE4: bigint | null;
  /** What it is compared with: the value of the comparison, or the median. */
  baselineE4: bigint | null;
  lowE4: bigint | null;
  highE4: bigint | null;
  isAlarm: boolean;
}

/** Ratios of fewer orders, and days that usually have fewer, vary by chance. */
export const minOrders = 10n;

/** Returns the days that a rule judges on a day. */
export function judgedDays(
  { condition: { period } }: Pick<WatchedMetric, 'condition'>,
  today: string,
): { from: string; to: string } {
  const yesterday = addDays(today, -1);
  if (period === 'today') return { from: today, to: today };
  return { from: period === 'yesterday' ? yesterday : addDays(today, -7), to: yesterday };
}

/** Returns the key of the period in which a rule alarms once: a day, or a week for the last seven days. */
export function periodKey(condition: AlertCondition, to: string): string {
  return condition.period === 'last_7_days' ? `week ${Math.floor(dayNumber(to) / 7)}` : to;
}

/** Returns the days with which a rule compares, apart from those that it judges. */
export function comparisonDays({ condition }: WatchedMetric, from: string, to: string): string[] {
  switch (condition.kind) {
    case 'above':
    case 'below':
      return [];
    case 'rise':
    case 'fall': {
      // The report's own comparison; noon of the last day, so that all of the days count as elapsed.
      const noon = new Date(`${to}T12:00:00Z`);
      const query = { period: 'custom', from, to, compare: condition.compare } as const;
      return daysOf(resolvePeriod(query, noon, 'UTC').previous);
    }
    case 'unusual':
      return Array.from({ length: baselineWeeks }, (_, index) => addDays(to, -7 * (index + 1)));
  }
}

/**
 * Judges a rule as of a day. What makes a figure too low or a ratio wrong by being incomplete is judged only once all of
 * its days are synced; what is too high already is so, whatever is still missing.
 */
export function judge(rule: WatchedMetric, today: string, days: RuleDays): Judgement {
  const { metric, condition } = rule;
  const { from, to } = judgedDays(rule, today);
  const judged = daysOf({ from, to, days: dayNumber(to) - dayNumber(from) + 1 });
  const isComplete = judged.every((day) => days.isComplete(day));
  const mayMiss = { from, to, baselineE4: null, lowE4: null, highE4: null, isAlarm: false };
  const valueE4 =
    days.firstDay === null || days.firstDay > from
      ? null
      : valueOf(
          metric,
          sum(judged, (day) => days.on(day)),
        );
  if (valueE4 === null || (isRatio(metric) && !isComplete)) return { ...mayMiss, valueE4 };
  const range = rangeOf(rule, from, to, days);
  if (range === null) return { ...mayMiss, valueE4 };
  const { lowE4, highE4 } = range;
  const isHigh = highE4 !== null && valueE4 > highE4;
  const isLow = lowE4 !== null && valueE4 < lowE4 && isComplete;
  const alarms = {
    above: isHigh,
    rise: isHigh,
    below: isLow,
    fall: isLow,
    unusual: isHigh || isLow,
  };
  return { from, to, valueE4, ...range, isAlarm: alarms[condition.kind] };
}

type Range = Pick<Judgement, 'baselineE4' | 'lowE4' | 'highE4'>;

/** Returns the range in which the rule does not alarm, or null if there is nothing to compare with. */
function rangeOf(rule: WatchedMetric, from: string, to: string, days: RuleDays): Range | null {
  const { metric, condition, thresholdE4 } = rule;
  const compared = comparisonDays(rule, from, to);
  switch (condition.kind) {
    case 'above':
      return { baselineE4: null, lowE4: null, highE4: thresholdE4 };
    case 'below':
      return { baselineE4: null, lowE4: thresholdE4, highE4: null };
    case 'rise':
    case 'fall': {
      if (!compared.every((day) => isKnown(day, days))) return null;
      const last = compared.at(-1);
      const before = sum(compared, (day) =>
        condition.period === 'today' && day === last ? days.until(day) : days.on(day),
      );
      const baselineE4 = valueOf(metric, before);
      if (baselineE4 === null || baselineE4 <= 0n) return null;
      const share = (percent: number) => divideRounded(baselineE4 * BigInt(100 + percent), 100n);
      return condition.kind === 'rise'
        ? { baselineE4, lowE4: null, highE4: share(condition.percent) }
        : { baselineE4, lowE4: share(-condition.percent), highE4: null };
    }
    case 'unusual': {
      const totals = compared
        .filter((day) => isKnown(day, days))
        .map((day) => (condition.period === 'today' ? days.until(day) : days.on(day)));
      const orders = expectedRange(totals.map((each) => each.orders));
      const values = totals.map((each) => valueOf(metric, each)).filter((value) => value !== null);
      const expected = expectedRange(values);
      if (orders === null || orders.median < minOrders || expected === null) return null;
      return { baselineE4: expected.median, lowE4: expected.low, highE4: expected.high };
    }
  }
}

function isKnown(day: string, { firstDay, isComplete }: RuleDays): boolean {
  return firstDay !== null && firstDay <= day && isComplete(day);
}

function isRatio(metric: AlertMetric): boolean {
  return metric === 'aov' || metric === 'cancellation_rate';
}

/** Returns a metric in ten-thousandths of its unit; null for a ratio of too few orders. */
export function valueOf(metric: AlertMetric, totals: Totals): bigint | null {
  switch (metric) {
    case 'gmv':
      return totals.gmv;
    case 'net_sales':
      return totals.netSales;
    case 'orders':
      return totals.orders * 10_000n;
    case 'units':
      return totals.units * 10_000n;
    case 'aov':
      return totals.validOrders < minOrders
        ? null
        : divideE4(totals.nmv, Number(totals.validOrders));
    case 'cancellation_rate':
      return totals.orders < minOrders
        ? null
        : divideRounded(totals.cancelledOrders * 10_000n, totals.orders);
  }
}

function sum(days: readonly string[], on: (day: string) => Totals): Totals {
  return days.reduce((total, day) => addTotals(total, on(day)), zeroTotals);
}
