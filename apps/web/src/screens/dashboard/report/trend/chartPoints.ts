import type { HourPoint, TrendPoint } from '@seller-connect/contract';
import { daysBetween, firstDayOf, lastDayOf } from '../../../../i18n/calendarDays.ts';
import { sumAmounts } from '../../../../i18n/decimalAmounts.ts';
import type { ChartMetric, Granularity } from '../../filters/filters.ts';

/** Amounts as decimal text, counts as numbers; null for no value. */
type ChartValues = Pick<TrendPoint, ChartMetric>;

/** A point of the chart: an hour, a day, or the days of a week or month that belong to the period. */
export interface ChartPoint {
  readonly from: string;
  readonly to: string;
  /** Set for a point that is an hour of a day. */
  readonly hour?: number;
  readonly now: ChartValues;
  readonly previous: ChartValues;
  /** The days compared with; null when there are none. */
  readonly previousDays: { readonly from: string; readonly to: string } | null;
  /** False while the value can still change. */
  readonly complete: boolean;
  /** Number of days in the whole week or month, if some do not belong to the period. */
  readonly partOf?: number;
}

/**
 * Returns whether a day is not synced, which differs from a day without orders. The current day has its partial value,
 * unless the sync has not reached it.
 */
function isUnread(trend: readonly TrendPoint[], index: number): boolean {
  const point = trend[index];
  const next = trend[index + 1];
  const isLast = next === undefined || next.orders === null;
  const isBehind = !isLast || trend[index - 1]?.complete === false;
  return point?.complete === false && point.orders === 0 && isBehind;
}

const noValues: ChartValues = { gmv: null, netSales: null, orders: null };

/** Returns the days of a trend as points. */
export function dayPoints(trend: readonly TrendPoint[]): ChartPoint[] {
  return trend.map((point, index) => ({
    from: point.day,
    to: point.day,
    ...comparedValues(point),
    ...(isUnread(trend, index) ? { now: noValues } : {}),
  }));
}

export function hourPoints(hours: readonly HourPoint[]): ChartPoint[] {
  return hours.map((point) => ({
    from: point.day,
    to: point.day,
    hour: point.hour,
    ...comparedValues(point),
  }));
}

function comparedValues(
  point: Omit<HourPoint, 'hour'>,
): Pick<ChartPoint, 'now' | 'previous' | 'previousDays' | 'complete'> {
  const { gmv, netSales, orders, previousDay, complete } = point;
  return {
    now: { gmv, netSales, orders },
    previous: {
      gmv: point.previousGmv,
      netSales: point.previousNetSales,
      orders: point.previousOrders,
    },
    previousDays: previousDay === null ? null : { from: previousDay, to: previousDay },
    complete,
  };
}

/**
 * Returns the exact sums of the weeks or months of a period. Days without a value are left out, and the point can still
 * change then. Compared days that are not synced leave the comparison of their week without a value.
 */
export function groupPoints(
  days: readonly ChartPoint[],
  granularity: Exclude<Granularity, 'hour' | 'day'>,
): ChartPoint[] {
  return [...Map.groupBy(days, ({ from }) => firstDayOf(granularity, from))].map(
    ([first, group]) => {
      const paired = group.filter(({ previousDays }) => previousDays !== null);
      const partOf = daysBetween(first, lastDayOf(granularity, first));
      return {
        from: group[0]?.from ?? first,
        to: group.at(-1)?.to ?? first,
        now: sumValues(group.map(({ now }) => now)),
        previous: paired.every(({ previous }) => previous.orders !== null)
          ? sumValues(paired.map(({ previous }) => previous))
          : noValues,
        previousDays: spanOf(paired.flatMap(({ previousDays }) => previousDays ?? [])),
        complete: group.every(({ complete, now }) => complete && now.orders !== null),
        ...(group.length < partOf ? { partOf } : {}),
      };
    },
  );
}

function sumValues(values: readonly ChartValues[]): ChartValues {
  const known = values.filter(({ orders }) => orders !== null);
  if (known.length === 0) return noValues;
  return {
    gmv: sumAmounts(known.map(({ gmv }) => gmv ?? '0')),
    netSales: sumAmounts(known.map(({ netSales }) => netSales ?? '0')),
    orders: known.reduce((sum, { orders }) => sum + (orders ?? 0), 0),
  };
}

function spanOf(days: readonly { readonly from: string; readonly to: string }[]) {
  const [first, last] = [days[0], days.at(-1)];
  return first && last ? { from: first.from, to: last.to } : null;
}
