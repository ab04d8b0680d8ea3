import type { ReportBreakdown } from '@seller-connect/contract';
import type { TrendPointLabel, TrendSeries } from '@seller-connect/ui/charts';
import { largestBy } from '../../../i18n/decimalAmounts.ts';
import { formats } from '../../../i18n/index.ts';
import { comparisonName } from './comparison.ts';
import { texts } from '../texts.ts';
import { formatExact } from './trendSeries.ts';

const labels = texts.breakdown;

/** The hours of a breakdown, named by when they begin and end, with where the orders of each are. */
export function hourPoints(
  { items }: ReportBreakdown,
  hrefOf: (hour: string) => string | undefined,
): TrendPointLabel[] {
  return items.map(({ key, orders }) => {
    const hour = Number(key);
    const href = (orders ?? 0) > 0 && { href: hrefOf(key) };
    return { short: labels.hourShort(hour), long: labels.hourLong(hour), ...href };
  });
}

/** GMV by hour and, where all of it is read, that of the days compared with. */
export function hourSeries(data: ReportBreakdown): TrendSeries[] {
  const { items, currency } = data;
  const now = items.map((item) => item.gmv);
  const before = items.map((item) => item.previousGmv);
  const text = (values: readonly (string | null)[]) => (index: number) =>
    formatExact('gmv', values[index], currency);
  const series: TrendSeries[] = [
    {
      id: 'now',
      name: texts.trend.now,
      look: 'area',
      values: now.map((value) => (value === null ? null : Number(value))),
      textOf: text(now),
    },
  ];
  if (before.some((value) => value !== null)) {
    series.push({
      id: 'before',
      name: comparisonName(data.previous),
      look: 'before',
      values: before.map((value) => (value === null ? null : Number(value))),
      textOf: text(before),
    });
  }
  return series;
}

/** The strongest hour in a sentence. */
export function hourSummary({ items, currency }: ReportBreakdown): string {
  const best = largestBy(items, ({ gmv }) => gmv);
  if (!best || best.gmv === null) return texts.trend.nothing;
  return labels.bestHour(labels.hourLong(Number(best.key)), formats.money(best.gmv, currency));
}
