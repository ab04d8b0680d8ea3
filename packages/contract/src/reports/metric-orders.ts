import type { OrderFilter } from '../lists/orders.ts';
import type { ComparedMetrics } from './dashboard.ts';

/**
 * Order filters of each metric of a report, in addition to shops, days and currency. The list of orders with these
 * filters has as many orders as the metric counts and adds up to its value. Metrics of kept items use the orders with
 * at least one kept item.
 */
export const metricOrderFilters = {
  gmv: { basis: 'committed' },
  orders: { basis: 'committed' },
  netSales: { basis: 'committed', outcome: 'kept' },
  units: { basis: 'committed', outcome: 'kept' },
  aov: { basis: 'committed', outcome: 'kept' },
  cancellationRate: { basis: 'committed', stage: 'cancelled' },
} as const satisfies Record<
  keyof ComparedMetrics,
  Pick<OrderFilter, 'basis' | 'outcome' | 'stage'>
>;
