import type { Stream } from '@seller-connect/contract';
import { Counter, Histogram, type Registry } from 'prom-client';
import { sql, type Database } from '../platform/database/database.ts';
import { registerGauges, processRegistry } from '../platform/telemetry/metrics.ts';

const rowsTotal = new Counter({
  name: 'collector_rows_total',
  help: 'Rows committed with their facts and rollups',
  labelNames: ['partner', 'stream'],
  registers: [processRegistry],
});
const sliceDurations = new Histogram({
  name: 'collector_slice_duration_seconds',
  help: 'Duration of time slices of streams, by outcome',
  labelNames: ['stream', 'outcome'],
  buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  registers: [processRegistry],
});

export function countRows(partner: string, stream: Stream, committed: bigint): void {
  if (committed > 0n) rowsTotal.inc({ partner, stream }, Number(committed));
}

/** @param sinceMs `performance.now()` at the start of the slice */
export function recordSlice(stream: Stream, outcome: string, sinceMs: number): void {
  sliceDurations.observe({ stream, outcome }, (performance.now() - sinceMs) / 1000);
}

const readBacklog = sql(
  'collector.read_backlog',
  'select stream, state, streams, max_wait_seconds from collector.backlog()',
);

/** Registers gauges of the streams of all teams by state. */
export function registerCollectorMetrics(registry: Registry, database: Database): void {
  registerGauges(
    registry,
    {
      collector_streams: {
        help: 'Streams of shops by state: reading, due, history_due, resting, failing, needs_you, paused',
        labelNames: ['stream', 'state'],
      },
      collector_longest_wait_seconds: {
        help: 'Longest time that a stream has been due',
        labelNames: ['stream', 'state'],
      },
    },
    async () => {
      const backlog = await database.query<{
        stream: string;
        state: string;
        streams: bigint;
        maxWaitSeconds: number;
      }>(readBacklog);
      return {
        collector_streams: backlog.map(({ stream, state, streams }) => ({
          labels: { stream, state },
          value: Number(streams),
        })),
        collector_longest_wait_seconds: backlog.map((row) => ({
          labels: { stream: row.stream, state: row.state },
          value: row.maxWaitSeconds,
        })),
      };
    },
  );
}
