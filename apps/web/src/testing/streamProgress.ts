import type { StreamProgress } from '@seller-connect/contract';

/** Creates the progress of a stream; by default of a completely synced orders stream. */
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
