import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** Metrics of this process. Each domain registers its own next to its code. */
export const processRegistry = new Registry();
collectDefaultMetrics({ register: processRegistry });

/** One value of a gauge and its labels. */
interface GaugeSample {
  labels: Record<string, string>;
  value: number;
}

/** Limits the queries that frequent scrapes cause. */
const cacheMs = 15_000;

/**
 * Adds gauges whose values are collected on scrape, such as the length of a queue in the database. If that fails, they
 * have no value and all other metrics are still reported, which matters most when the database is unavailable.
 */
export function registerGauges(
  registry: Registry,
  gauges: Readonly<Record<string, { help: string; labelNames: readonly string[] }>>,
  collectSamples: () => Promise<Readonly<Record<string, readonly GaugeSample[]>>>,
): void {
  let collectedAt = Number.NEGATIVE_INFINITY;
  let samples: Promise<Readonly<Record<string, readonly GaugeSample[]>>> = Promise.resolve({});
  const cachedSamples = () => {
    if (performance.now() - collectedAt > cacheMs) {
      collectedAt = performance.now();
      samples = collectSamples().catch(() => ({}));
    }
    return samples;
  };
  for (const [name, { help, labelNames }] of Object.entries(gauges)) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [],
        async collect() {
          const gaugeSamples = (await cachedSamples())[name] ?? [];
          this.reset();
          for (const { labels, value } of gaugeSamples) this.set(labels, value);
        },
      }),
    );
  }
}

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
