import { Gauge } from 'prom-client';
import { processRegistry } from './metrics.ts';

/** The properties of a connection pool that are measured. */
interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

const pools = new Set<{ role: string; pool: Pool }>();

processRegistry.registerMetric(
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database by role: busy, idle, and what waits for one',
    labelNames: ['role', 'state'],
    registers: [],
    collect() {
      this.reset();
      for (const { role, pool } of pools) {
        this.inc({ role, state: 'busy' }, pool.totalCount - pool.idleCount);
        this.inc({ role, state: 'idle' }, pool.idleCount);
        this.inc({ role, state: 'waiting' }, pool.waitingCount);
      }
    },
  }),
);

/** Adds a pool to the metrics. Returns a function that removes it. */
export function trackPool(role: string, pool: Pool): () => void {
  const entry = { role, pool };
  pools.add(entry);
  return () => void pools.delete(entry);
}
