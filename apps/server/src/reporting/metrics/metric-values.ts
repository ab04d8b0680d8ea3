import type { MissingReason, ComparedMetrics, PreviousReason } from '@seller-connect/contract';
import { metrics, type Metric, type MetricId } from '@seller-connect/contract/metrics';
import { divideE4, toDecimal } from '../../platform/money.ts';

/** Sums of rollup rows, from which all metrics are computed: counts, and money in ten-thousandths. */
export const zeroTotals = {
  orders: 0n,
  valid_orders: 0n,
  cancelled_orders: 0n,
  units: 0n,
  gmv: 0n,
  nmv: 0n,
  net_sales: 0n,
} satisfies Partial<Record<MetricId, bigint>>;

export type Totals = typeof zeroTotals;

const ids = Object.keys(zeroTotals).filter((id): id is keyof Totals => id in zeroTotals);

/** Select list over shop rollups for rows of type `Totals`. */
export const totalColumns = ids
  .map((id) => `sum(${metrics[id].unit === 'money' ? `${id}_e4` : id})::bigint as ${id}`)
  .join(', ');

export function addTotals(a: Totals, b: Totals): Totals {
  const sum = { ...zeroTotals };
  for (const id of ids) sum[id] = a[id] + b[id];
  return sum;
}

/**
 * Computes one metric from totals: an integer (money in ten-thousandths), or a number for a share; null for a ratio
 * without a divisor.
 */
function metricValue(id: MetricId, totals: Totals): bigint | number | null {
  const metric: Metric = metrics[id];
  if (metric.kind === 'sum') return totalOf(id, totals);
  const dividend = totalOf(metric.dividend, totals);
  const divisor = Number(totalOf(metric.divisor, totals));
  if (metric.unit === 'money') return divideE4(dividend, divisor);
  return divisor === 0 ? null : Number(dividend) / divisor;
}

function totalOf(id: string, totals: Totals): bigint {
  const counted = ids.find((each) => each === id);
  if (!counted) throw new Error(`No total is kept of ${id}`);
  return totals[counted];
}

export function moneyValue(id: MetricId, totals: Totals): string | null {
  const value = metricValue(id, totals);
  return typeof value === 'bigint' ? toDecimal(value) : null;
}

export function numberValue(id: MetricId, totals: Totals): number | null {
  const value = metricValue(id, totals);
  return value === null ? null : Number(value);
}

/**
 * Returns the metrics of a period, compared with the previous one.
 * @param current null if the period lies in the future
 * @param previous null if the previous days are not completely synced
 */
export function comparedMetrics(current: Totals | null, previous: Totals | null): ComparedMetrics {
  const comparable = current && previous;
  const metric = <T>(id: MetricId, read: (id: MetricId, totals: Totals) => T | null) => {
    const value = current && read(id, current);
    const earlier = comparable && read(id, comparable);
    return {
      value,
      previous: earlier,
      change: relativeChange(
        current && numberValue(id, current),
        comparable && numberValue(id, comparable),
      ),
      reason: value === null ? missingReason(current) : null,
      previousReason: earlier === null ? previousMissingReason(current, previous) : null,
    };
  };
  return {
    gmv: metric('gmv', moneyValue),
    orders: metric('orders', numberValue),
    netSales: metric('net_sales', moneyValue),
    units: metric('units', numberValue),
    aov: metric('aov', moneyValue),
    cancellationRate: metric('cancellation_rate', numberValue),
  };
}

function missingReason(totals: Totals | null): MissingReason {
  return totals === null ? 'to_come' : 'no_orders';
}

function previousMissingReason(now: Totals | null, previous: Totals | null): PreviousReason {
  if (now === null) return 'to_come';
  return previous === null ? 'not_read' : 'no_orders';
}

/** For display only, so a float is exact enough. */
function relativeChange(value: number | null, previous: number | null): number | null {
  if (value === null || previous === null || previous === 0) return null;
  return (value - previous) / Math.abs(previous);
}
