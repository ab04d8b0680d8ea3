import type { Figures } from '@seller-connect/contract';
import { metrics, type Metric, type MetricId } from '@seller-connect/contract/metrics';
import { divide, toDecimal } from './amount.ts';

/** Sums of rollup rows, from which every figure of a dashboard is made: counts, and money in ten-thousandths. */
export const nothing = {
  orders: 0n,
  valid_orders: 0n,
  cancelled_orders: 0n,
  units: 0n,
  gmv: 0n,
  nmv: 0n,
  net_sales: 0n,
} satisfies Partial<Record<MetricId, bigint>>;

export type Totals = typeof nothing;

const ids = Object.keys(nothing).filter((id): id is keyof Totals => id in nothing);

/** What a statement over shop rollups selects to answer rows that hold `Totals`. */
export const totalColumns = ids
  .map((id) => `sum(${metrics[id].unit === 'money' ? `${id}_e4` : id})::bigint as ${id}`)
  .join(', ');

export function add(a: Totals, b: Totals): Totals {
  const sum = { ...nothing };
  for (const id of ids) sum[id] = a[id] + b[id];
  return sum;
}

/**
 * One figure for exactly these totals, by its definition: an integer (money in ten-thousandths), or a number for a
 * share; null for a ratio without a divisor.
 */
function valueOf(id: MetricId, totals: Totals): bigint | number | null {
  const metric: Metric = metrics[id];
  if (metric.kind === 'sum') return of(id, totals);
  const dividend = of(metric.dividend, totals);
  const divisor = Number(of(metric.divisor, totals));
  if (metric.unit === 'money') return divide(dividend, divisor);
  return divisor === 0 ? null : Number(dividend) / divisor;
}

function of(id: string, totals: Totals): bigint {
  const counted = ids.find((each) => each === id);
  if (!counted) throw new Error(`No total is kept of ${id}`);
  return totals[counted];
}

export function moneyOf(id: MetricId, totals: Totals): string | null {
  const value = valueOf(id, totals);
  return typeof value === 'bigint' ? toDecimal(value) : null;
}

export function numberOf(id: MetricId, totals: Totals): number | null {
  const value = valueOf(id, totals);
  return value === null ? null : Number(value);
}

/** `previous` null: the period before is not completely read, so there is nothing to compare with. */
export function figuresOf(now: Totals, previous: Totals | null): Figures {
  const change = (id: MetricId) => changeOf(numberOf(id, now), previous && numberOf(id, previous));
  const money = (id: MetricId) => ({
    value: moneyOf(id, now),
    previous: previous && moneyOf(id, previous),
    change: change(id),
  });
  const number = (id: MetricId) => ({
    value: numberOf(id, now),
    previous: previous && numberOf(id, previous),
    change: change(id),
  });
  return {
    gmv: money('gmv'),
    orders: number('orders'),
    netSales: money('net_sales'),
    units: number('units'),
    aov: money('aov'),
    cancellationRate: number('cancellation_rate'),
  };
}

/** A ratio for people, so a float will do. */
function changeOf(value: number | null, previous: number | null): number | null {
  if (value === null || previous === null || previous === 0) return null;
  return (value - previous) / Math.abs(previous);
}
