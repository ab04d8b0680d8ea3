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
