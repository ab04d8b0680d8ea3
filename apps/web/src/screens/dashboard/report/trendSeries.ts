import type { ReportSummary, TrendPoint } from '@seller-connect/contract';
import type { TrendChartProps, TrendPointLabel, TrendSeries } from '@seller-connect/ui/charts';
import { largestBy } from '../../../i18n/decimalAmounts.ts';
import { formats } from '../../../i18n/index.ts';
import { dayLabel } from '../trendData.ts';
import { comparisonName } from './comparison.ts';
import { texts } from '../texts.ts';
import type { ChartMetric } from '../filters/filters.ts';

const previousFields = {
  gmv: 'previousGmv',
  netSales: 'previousNetSales',
  orders: 'previousOrders',
} as const satisfies Record<ChartMetric, keyof TrendPoint>;

/** Formats an exact value, or a dash without one. */
function formatExact(
  metric: ChartMetric,
  value: string | number | null | undefined,
  currency: string,
): string {
  if (value === null || value === undefined) return '–';
  if (metric === 'orders') return texts.trend.orders(formats.number(Number(value)));
  return formats.money(String(value), currency);
}

/** Returns the axis options of a metric. Orders are counted, so their steps are integers. */
export function createAxis(
  metric: ChartMetric,
  currency: string,
): Pick<TrendChartProps, 'minStep' | 'axisText'> {
  return metric === 'orders'
    ? { minStep: 1, axisText: (value) => formats.number(value) }
    : formats.moneyAxis(currency);
}

/**
 * Returns the value of a day for the chart, or null if the day is in the future or not synced, which differs from a
 * day without orders. The current day is drawn with its partial value, unless the sync has not reached it.
 */
export function trendValueAt(
  trend: readonly TrendPoint[],
  index: number,
  metric: ChartMetric | 'units',
): number | null {
  const point = trend[index];
  if (!point) return null;
  const value = point[metric];
  if (value === null) return null;
  const next = trend[index + 1];
  const isLast = next === undefined || next.orders === null;
  const behind = !isLast || trend[index - 1]?.complete === false;
  const unread = !point.complete && point.orders === 0 && behind;
  return unread ? null : Number(value);
}

/**
 * Returns the labels of each day: its date, the day compared with it, whether it can still change, and the link to
 * its orders.
 */
export function trendPoints(
  summary: ReportSummary,
  metric: ChartMetric,
  hrefOf: (point: TrendPoint) => string | undefined,
): TrendPointLabel[] {
  return summary.trend.map((point) => ({
    ...dayLabel(point),
    ...changeNote(point, metric),
    before: point.previousDay === null ? '–' : formats.day(point.previousDay),
    ...((point.orders ?? 0) > 0 && { href: hrefOf(point) }),
  }));
}

/** Returns the change of a complete day to the day compared with it. */
function changeNote(point: TrendPoint, metric: ChartMetric): { note?: string } {
  const [now, before] = [Number(point[metric]), Number(point[previousFields[metric]])];
  if (!point.complete || point.previousDay === null || before <= 0) return {};
  const change = formats.change((now - before) / before);
  return { note: texts.trend.changed(change, formats.shortDay(point.previousDay)) };
}

/** Returns the series of the period and, if any of its values are known, that of the previous one. */
export function trendSeries(summary: ReportSummary, metric: ChartMetric): TrendSeries[] {
  const { trend, currency } = summary;
  const previous = previousFields[metric];
  const series: TrendSeries[] = [
    {
      id: 'now',
      name: texts.trend.now,
      look: 'area',
      values: trend.map((_, index) => trendValueAt(trend, index, metric)),
      textOf: (index) =>
        trendValueAt(trend, index, metric) === null
          ? formatExact(metric, null, currency)
          : formatExact(metric, trend[index]?.[metric], currency),
    },
  ];
  if (trend.some((point) => point[previous] !== null)) {
    series.push({
      id: 'before',
      name: comparisonName(summary.previous),
      look: 'before',
      values: trend.map((point) => {
        const value = point[previous];
        return value === null ? null : Number(value);
      }),
      textOf: (index) => formatExact(metric, trend[index]?.[previous], currency),
    });
  }
  return series;
}

/** Describes the chart in one or two sentences. */
export function trendSummary(summary: ReportSummary, metric: ChartMetric): string {
  const { value, change } = summary.metrics[metric];
  const best = largestBy(summary.trend, (point) => String(point[metric] ?? 0));
  if (!best || value === null) return texts.trend.nothing;
  const said = texts.trend.summary(
    texts.metrics[metric].name,
    formatExact(metric, value, summary.currency),
    formatExact(metric, best[metric], summary.currency),
    formats.day(best.day),
  );
  const extra = unpairedOf(summary, metric);
  if (change === null || Math.abs(change) < 0.0005) return said + extra;
  const share = formats.percent(Math.abs(change));
  const name = comparedInSentence(summary.previous);
  const course = change > 0 ? texts.trend.rose(share, name) : texts.trend.fell(share, name);
  return said + course + extra;
}

/** Returns the name of the comparison and, for an unfinished period, the time until which it counts. */
function comparedInSentence(previous: ReportSummary['previous']): string {
  const name = comparisonName(previous).toLocaleLowerCase();
  return previous.until === null ? name : texts.compared.until(name, previous.until);
}

/** Describes previous days without a counterpart in the period, such as February 29. */
function unpairedOf({ unpaired, currency }: ReportSummary, metric: ChartMetric): string {
  if (unpaired.length === 0) return '';
  return texts.trend.unpaired(
    formats.list(
      unpaired.map(
        (each) => `${formats.day(each.day)} (${formatExact(metric, each[metric], currency)})`,
      ),
    ),
  );
}
