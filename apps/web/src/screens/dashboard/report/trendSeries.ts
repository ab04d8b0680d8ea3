import type { ReportSummary, TrendPoint } from '@seller-connect/contract';
import type { TrendChartProps, TrendPointLabel, TrendSeries } from '@seller-connect/ui/charts';
import { largestBy } from '../../../i18n/decimalAmounts.ts';
import { formats } from '../../../i18n/index.ts';
import { comparisonName } from './comparison.ts';
import { texts } from '../texts.ts';
import type { ChartMetric } from '../filters/filters.ts';

const previousFields = {
  gmv: 'previousGmv',
  netSales: 'previousNetSales',
  orders: 'previousOrders',
} as const satisfies Record<ChartMetric, keyof TrendPoint>;

/** A value in full; a dash where there is none. */
export function formatExact(
  metric: ChartMetric,
  value: string | number | null | undefined,
  currency: string,
): string {
  if (value === null || value === undefined) return '–';
  if (metric === 'orders') return texts.trend.orders(formats.number(Number(value)));
  return formats.money(String(value), currency);
}

/** How the axis is divided and labelled. Orders are counted: their steps are whole. */
export function createAxis(
  metric: ChartMetric,
  currency: string,
): Pick<TrendChartProps, 'minStep' | 'axisText'> {
  return metric === 'orders'
    ? { minStep: 1, axisText: (value) => formats.number(value) }
    : formats.moneyAxis(currency);
}

/**
 * The value of a day for drawing; null for one that is not read yet, which is not the same as a day
 * without an order, and for one that has not come. The last day that has come is drawn as far as it has come, unless the reading is not there yet.
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

/** One label per day, with the day it is compared with, whether it can still change, and where its orders are. */
export function trendPoints(
  summary: ReportSummary,
  hrefOf: (point: TrendPoint) => string | undefined,
): TrendPointLabel[] {
  return summary.trend.map((point) => ({
    short: formats.shortDay(point.day),
    long: formats.day(point.day),
    before: point.previousDay === null ? '–' : formats.day(point.previousDay),
    ...((point.orders ?? 0) > 0 && { href: hrefOf(point) }),
    ...(point.complete ? {} : { open: texts.trend.open }),
  }));
}

/** The period and, where anything of it is known, the one before. */
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

/** The chart in a sentence or two. */
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

/** Until when the days compared with count, where the period is not over. */
function comparedInSentence(previous: ReportSummary['previous']): string {
  const name = comparisonName(previous).toLocaleLowerCase();
  return previous.until === null ? name : texts.compared.until(name, previous.until);
}

/** Days compared with that have no day of the period beside them, such as the 29th of February. */
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
