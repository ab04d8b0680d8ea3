import type { TrendSeries } from '@seller-connect/ui/charts';
import { fromE4, toE4 } from '../../../../i18n/decimalAmounts.ts';
import { formats } from '../../../../i18n/index.ts';
import { averageDays, type ChartMetric } from '../../filters/filters.ts';
import { texts } from '../../texts.ts';
import type { ChartData, ChartPoint } from '../trend/chartData.ts';

const labels = texts.trend;

/** Returns the mean of each day and those before it, where all of them are complete. */
export function averageSeries({ points, metric, currency }: ChartData): TrendSeries {
  const means = movingAverage(points, metric);
  return {
    id: 'average',
    name: labels.average,
    look: 'line',
    values: means.map((mean) => (mean === null ? null : Number(mean))),
    textOf(index) {
      const mean = means[index];
      if (mean === null || mean === undefined) return '–';
      return metric === 'orders'
        ? labels.orders(formats.number(Math.round(Number(mean) * 10) / 10))
        : formats.shortMoney(mean, currency).text;
    },
  };
}

/** Returns the mean of each window of days as an amount, computed exactly; null until the window is full and complete. */
export function movingAverage(
  points: readonly ChartPoint[],
  metric: ChartMetric,
): (string | null)[] {
  return points.map((_, index) => {
    const window = points.slice(Math.max(0, index + 1 - averageDays), index + 1);
    if (window.length < averageDays) return null;
    let sum = 0n;
    for (const { now, complete } of window) {
      const value = now[metric];
      if (value === null || !complete) return null;
      sum += toE4(String(value));
    }
    return fromE4(sum / BigInt(averageDays));
  });
}
