import type { MissingReason, ComparedMetrics, PreviousReason } from '@seller-connect/contract';
import {
  metricFieldName,
  metrics,
  type Metric,
  type MetricFieldName,
  type MetricId,
  type SumId,
} from '@seller-connect/contract/metrics';
import { divideE4, toDecimal } from '../../platform/money.ts';

/** Metrics that rollup rows store, and from which all others are computed. */
const storedMetrics = [
  'orders',
  'valid_orders',
  'cancelled_orders',
  'units',
  'gmv',
  'nmv',
  'net_sales',
] as const satisfies readonly SumId[];

/** Sums of rollup rows: counts, and money in ten-thousandths. */
export type Totals = Record<MetricFieldName<(typeof storedMetrics)[number]>, bigint>;

export const zeroTotals: Totals = {
  orders: 0n,
  validOrders: 0n,
  cancelledOrders: 0n,
  units: 0n,
  gmv: 0n,
  nmv: 0n,
  netSales: 0n,
};

/** Select list over shop rollups for rows of type `Totals`. */
export const totalColumns = storedMetrics
  .map((id) => `sum(${metrics[id].unit === 'money' ? `${id}_e4` : id})::bigint as ${id}`)
  .join(', ');

export function addTotals(a: Totals, b: Totals): Totals {
  const sum = { ...zeroTotals };
  for (const id of storedMetrics) {
    const field = metricFieldName(id);
    sum[field] = a[field] + b[field];
  }
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
  const stored = storedMetrics.find((each) => each === id);
  if (!stored) throw new Error(`No total is kept of ${id}`);
  return totals[metricFieldName(stored)];
}

function moneyValue(id: MetricId, totals: Totals): string | null {
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
