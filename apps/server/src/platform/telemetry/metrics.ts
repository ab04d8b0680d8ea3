import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** What this process counts and times by itself. Each domain declares its instruments on it, once, beside its code. */
export const processRegistry = new Registry();
collectDefaultMetrics({ register: processRegistry });

/** One value of a gauge under its labels. */
export interface GaugeSample {
  labels: Record<string, string>;
  value: number;
}

/** Whoever asks more often gets the same answer: an address that anybody may ask must not cost a query each time. */
const cacheMs = 15_000;

/**
 * Adds gauges that are read when somebody looks, such as what waits in the database. While they cannot be read they
 * have no value, and the others are still told: a process whose database is away must be able to say so.
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
