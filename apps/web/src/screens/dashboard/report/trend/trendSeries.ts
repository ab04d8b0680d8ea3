import type { ReportSummary } from '@seller-connect/contract';
import type {
  TrendAxis,
  TrendEvent,
  TrendPointLabel,
  TrendSeries,
} from '@seller-connect/ui/charts';
import { daysBetween } from '../../../../i18n/calendarDays.ts';
import { largestBy } from '../../../../i18n/decimalAmounts.ts';
import { formats } from '../../../../i18n/index.ts';
import type { ChartMetric, Granularity } from '../../filters/filters.ts';
import { texts } from '../../texts.ts';
import { dayLabel } from '../../ReportTrend.tsx';
import type { ChartData, ChartPoint } from './chartData.ts';
import { comparisonName, formatPeriod } from '../metrics.tsx';

const labels = texts.trend;

/** Formats an exact value, or a dash without one. */
export function formatExact(
  metric: ChartMetric,
  value: string | number | null | undefined,
  currency: string,
): string {
  if (value === null || value === undefined) return '–';
  if (metric === 'orders') return labels.orders(formats.number(Number(value)));
  return formats.money(String(value), currency);
}

/** Returns the axis of a metric. Orders are counted, so their steps are integers. */
export function createAxis(metric: ChartMetric, currency: string): TrendAxis {
  return metric === 'orders'
    ? { minStep: 1, axisText: (value) => formats.number(value) }
    : formats.moneyAxis(currency);
}

/** Returns whether two metrics have different units, so that each needs an axis. */
export function needsSecondAxis(metric: ChartMetric, second: ChartMetric | undefined): boolean {
  return second !== undefined && (metric === 'orders') !== (second === 'orders');
}

export interface PointLinks {
  readonly hrefOf: (point: ChartPoint) => string | undefined;
  readonly events: ReadonlyMap<ChartPoint, readonly TrendEvent[]>;
}

/**
 * Returns the labels of each point: its date, the days compared with it, whether it can still change, what happened, and
 * the link to its orders.
 */
export function trendPoints(
  { points, granularity, metric }: ChartData,
  { hrefOf, events }: PointLinks,
): TrendPointLabel[] {
  return points.map((point) => {
    const { previousDays } = point;
    const before = previousDays === null ? '–' : formatPeriod(previousDays);
    const notes = openNotes(point);
    return {
      ...pointName(points, point, granularity),
      ...(notes.length > 0 && { open: notes.join(' · ') }),
      ...changeNote(point, metric),
      before,
      // The days of a week or month may have the same note.
      events: [...new Map(events.get(point)?.map((event) => [event.name, event])).values()],
      ...((point.now.orders ?? 0) > 0 && { href: hrefOf(point) }),
    };
  });
}

/** Returns the name of a point. Axis labels of a chart that is longer than a year have the year. */
function pointName(
  points: readonly ChartPoint[],
  { from, to, hour, complete }: ChartPoint,
  granularity: Granularity,
): Pick<TrendPointLabel, 'lead' | 'short' | 'long'> {
  const { lead, long, short } = dayLabel({ day: from, complete });
  const years = Number(points.at(-1)?.to.slice(0, 4)) - Number(points[0]?.from.slice(0, 4));
  const dated = years > 1 ? long : short;
  switch (granularity) {
    case 'hour': {
      const { hourShort, hourLong } = labels;
      const clock = hourShort(hour ?? 0);
      return {
        ...(lead !== undefined && { lead }),
        short: points.length > 24 ? `${short} ${clock}` : clock,
        long: `${long}, ${hourLong(hour ?? 0)}`,
      };
    }
    case 'day':
      return { ...(lead !== undefined && { lead }), short: dated, long };
    case 'week':
      return { short: dated, long: formatPeriod({ from, to }) };
    case 'month': {
      const name = labels.monthOf(Number(from.slice(5, 7)), from.slice(0, 4));
      return { short: name, long: name };
    }
  }
}

/** Says that a point can still change, or has only some days of its week or month. */
function openNotes({ from, to, complete, partOf }: ChartPoint): string[] {
  return [
    ...(partOf === undefined ? [] : [labels.partOf(daysBetween(from, to), partOf)]),
    ...(complete ? [] : [labels.open]),
  ];
}

/** Returns the change of a complete point to the days compared with it. */
function changeNote(point: ChartPoint, metric: ChartMetric): { note?: string } {
  const { previousDays, complete } = point;
  const [now, before] = [Number(point.now[metric]), Number(point.previous[metric])];
  if (!complete || previousDays === null || before <= 0) return {};
  const { from, to } = previousDays;
  const days = from === to ? formats.shortDay(from) : formatPeriod(previousDays);
  return { note: labels.changed(formats.change((now - before) / before), days) };
}

/**
 * Returns the series of the period and, if any of its values are known, that of the previous one, and the second metric if
 * it is chosen.
 */
export function trendSeries(data: ChartData): TrendSeries[] {
  const { points, metric, second, currency } = data;
  const seriesOf = (
    look: Pick<TrendSeries, 'id' | 'name' | 'look' | 'axis'>,
    of: ChartMetric,
    valueOf: (point: ChartPoint) => string | number | null,
  ): TrendSeries => ({
    ...look,
    values: points.map((point) => toNumber(valueOf(point))),
    textOf: (index) => {
      const point = points[index];
      return formatExact(of, point && valueOf(point), currency);
    },
  });
  const name = texts.metrics[metric].name;
  const before = comparisonName(data.previous);
  const isAlone = second === undefined;
  const hasPrevious = points.some((point) => point.previous[metric] !== null);
  return [
    seriesOf(
      { id: 'now', name: isAlone ? labels.now : name, look: 'area' },
      metric,
      ({ now }) => now[metric],
    ),
    ...(hasPrevious
      ? [
          seriesOf(
            { id: 'before', name: isAlone ? before : `${name}, ${before}`, look: 'before' },
            metric,
            ({ previous }) => previous[metric],
          ),
        ]
      : []),
    ...(second === undefined
      ? []
      : [
          seriesOf(
            {
              id: 'second',
              name: texts.metrics[second].name,
              look: 'line',
              ...(needsSecondAxis(metric, second) && { axis: 'right' }),
            },
            second,
            ({ now }) => now[second],
          ),
        ]),
  ];
}

const toNumber = (value: string | number | null) => (value === null ? null : Number(value));

/** Describes the chart in one or two sentences. */
export function trendSummary(summary: ReportSummary, data: ChartData): string {
  const { points, metric, granularity, currency } = data;
  const { value, change } = summary.metrics[metric];
  const best = largestBy(points, ({ now }) => String(now[metric] ?? 0));
  if (!best || value === null) return labels.nothing;
  const base = labels.summary(
    texts.metrics[metric].name,
    formatExact(metric, value, summary.currency),
    formatExact(metric, best.now[metric], currency),
    labels.best[granularity](pointName(points, best, granularity).long),
  );
  const extra = unpairedOf(summary, metric);
  if (change === null || Math.abs(change) < 0.0005) return base + extra;
  const share = formats.percent(Math.abs(change));
  const name = comparedInSentence(summary.previous);
  const course = change > 0 ? labels.rose(share, name) : labels.fell(share, name);
  return base + course + extra;
}

/** Returns the name of the comparison and, for an unfinished period, the time until which it counts. */
function comparedInSentence(previous: ReportSummary['previous']): string {
  const name = comparisonName(previous).toLocaleLowerCase();
  return previous.until === null ? name : texts.compared.until(name, previous.until);
}

/** Describes previous days without a counterpart in the period, such as February 29. */
function unpairedOf({ unpaired, currency }: ReportSummary, metric: ChartMetric): string {
  if (unpaired.length === 0) return '';
  return labels.unpaired(
    formats.list(
      unpaired.map(
        (each) => `${formats.day(each.day)} (${formatExact(metric, each[metric], currency)})`,
      ),
    ),
  );
}
