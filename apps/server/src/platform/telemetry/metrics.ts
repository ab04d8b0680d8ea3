import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** What this process counts and times by itself. Each domain declares its instruments on it, once, beside its code. */
export const processRegistry = new Registry();
collectDefaultMetrics({ register: processRegistry });

/** One value of a gauge under its labels. */
export interface Reading {
  labels: Record<string, string>;
  value: number;
}

/** Whoever asks more often gets the same answer: an address that anybody may ask must not cost a query each time. */
const keptMs = 15_000;

/**
 * Adds gauges that are read when somebody looks, such as what waits in the database. While they cannot be read they
 * have no value, and the others are still told: a process whose database is away must be able to say so.
 */
export function addReadings(
  registry: Registry,
  gauges: Readonly<Record<string, { help: string; labelNames: readonly string[] }>>,
  read: () => Promise<Readonly<Record<string, readonly Reading[]>>>,
): void {
  let readAt = Number.NEGATIVE_INFINITY;
  let latest: Promise<Readonly<Record<string, readonly Reading[]>>> = Promise.resolve({});
  const once = () => {
    if (performance.now() - readAt > keptMs) {
      readAt = performance.now();
      latest = read().catch(() => ({}));
    }
    return latest;
  };
  for (const [name, { help, labelNames }] of Object.entries(gauges)) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers: [],
        async collect() {
          const readings = (await once())[name] ?? [];
          this.reset();
          for (const { labels, value } of readings) this.set(labels, value);
        },
      }),
    );
  }
}
