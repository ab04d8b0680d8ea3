import type { TargetList } from '@seller-connect/contract';
import type { TrendSeries } from '@seller-connect/ui/charts';
import { addDays, daysBetween, lastDayOf } from '../../../../i18n/calendarDays.ts';
import { fromE4, toE4 } from '../../../../i18n/decimalAmounts.ts';
import { formats } from '../../../../i18n/index.ts';
import type { ChartPoint } from '../trend/chartData.ts';
import { texts } from './texts.ts';

/** The days of one target, and what each of them contributes. */
export type TargetOfDay = (day: string) => bigint | null;

/**
 * Returns what a day contributes to the target of its month: an equal share, rounded so that the days of a month add up
 * to it exactly; null in a month without a target.
 */
export function targetOfDay({ items }: TargetList): TargetOfDay {
  const months = new Map(
    items.map(({ month, amount }) => {
      const first = `${month}-01`;
      const days = BigInt(daysBetween(first, lastDayOf('month', first)));
      return [month, { amountE4: toE4(amount), days }] as const;
    }),
  );
  return (day) => {
    const target = months.get(day.slice(0, 7));
    if (!target) return null;
    const number = BigInt(day.slice(8));
    const upTo = (days: bigint) => (target.amountE4 * days) / target.days;
    return upTo(number) - upTo(number - 1n);
  };
}

/** Returns the targets of the points: the sums of their days; null where none of the days has one. */
export function pointTargets(
  points: readonly Pick<ChartPoint, 'from' | 'to'>[],
  ofDay: TargetOfDay,
): (string | null)[] {
  return points.map(({ from, to }) => {
    let sum: bigint | null = null;
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const share = ofDay(day);
      if (share !== null) sum = (sum ?? 0n) + share;
    }
    return sum === null ? null : fromE4(sum);
  });
}

/** Returns the line of the targets, or null if no point has one. */
export function targetSeries(
  targets: readonly (string | null)[],
  currency: string,
): TrendSeries | null {
  if (targets.every((target) => target === null)) return null;
  return {
    id: 'target',
    name: texts.target,
    look: 'line',
    dash: '1 4',
    values: targets.map((target) => (target === null ? null : Number(target))),
    textOf(index) {
      const target = targets[index];
      return target === null || target === undefined
        ? '–'
        : formats.shortMoney(target, currency).text;
    },
  };
}
