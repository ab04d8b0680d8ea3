import type { OrderFilter } from './orders.ts';
import type { ComparedMetrics } from './dashboard.ts';

/**
 * Which sales each figure of a report is made of, besides its shops, days and currency: the list of orders narrowed to
 * them has as many orders as the figure counts, and adds up to it. What pieces and amounts of kept lines make is in the
 * orders that kept one.
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
