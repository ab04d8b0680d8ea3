import type { FigureReason, Figures, PreviousReason } from '@seller-connect/contract';
import { metrics, type Metric, type MetricId } from '@seller-connect/contract/metrics';
import { divide, toDecimal } from '../../platform/money.ts';

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

/**
 * @param now null: no day of the period has come
 * @param previous null: the days compared with are not completely read
 */
export function figuresOf(now: Totals | null, previous: Totals | null): Figures {
  const before = now && previous;
  const figure = <T>(id: MetricId, read: (id: MetricId, totals: Totals) => T | null) => {
    const value = now && read(id, now);
    const earlier = before && read(id, before);
    return {
      value,
      previous: earlier,
      change: changeOf(now && numberOf(id, now), before && numberOf(id, before)),
      reason: value === null ? reasonOf(now) : null,
      previousReason: earlier === null ? previousReasonOf(now, previous) : null,
    };
  };
  return {
    gmv: figure('gmv', moneyOf),
    orders: figure('orders', numberOf),
    netSales: figure('net_sales', moneyOf),
    units: figure('units', numberOf),
    aov: figure('aov', moneyOf),
    cancellationRate: figure('cancellation_rate', numberOf),
  };
}

function reasonOf(totals: Totals | null): FigureReason {
  return totals === null ? 'to_come' : 'no_orders';
}

function previousReasonOf(now: Totals | null, previous: Totals | null): PreviousReason {
  if (now === null) return 'to_come';
  return previous === null ? 'not_read' : 'no_orders';
}

/** A ratio for people, so a float will do. */
function changeOf(value: number | null, previous: number | null): number | null {
  if (value === null || previous === null || previous === 0) return null;
  return (value - previous) / Math.abs(previous);
}
