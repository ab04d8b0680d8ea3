import type { StreamProgress } from '@seller-connect/contract';

/** How far a stream of a shop is: all orders are read, unless it is said otherwise. */
export function streamProgress(more: Partial<StreamProgress> = {}): StreamProgress {
  return {
    stream: 'orders',
    state: 'up_to_date',
    progress: 1,
    rows: 0,
    expectedRows: null,
    isEstimate: false,
    completeFrom: null,
    lastSucceededAt: null,
    nextRunAt: null,
    problem: null,
    ...more,
  };
}
