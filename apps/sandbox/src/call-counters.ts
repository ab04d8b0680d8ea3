/** Counts incoming calls, so that tests can prove that a rate limit was respected. */

/** How many seconds are counted individually. */
const retentionSeconds = 3600;

export interface CallSummary {
  readonly platform: string;
  readonly path: string;
  /** External shop ID, or null for calls without one. */
  readonly shop: string | null;
  readonly total: number;
  /** Calls answered with an error code, or broken by a fault. */
  readonly failed: number;
  /** Maximum within one second of the machine's clock. */
  readonly maxPerSecond: number;
  /** Calls per second, newest last; only with `perSecond`. */
  readonly seconds?: readonly { readonly second: string; readonly calls: number }[];
}

interface Counter {
  readonly platform: string;
  readonly path: string;
  readonly shop: string | null;
  total: number;
  failed: number;
  maxPerSecond: number;
  readonly seconds: Map<number, number>;
}

export class CallCounters {
  readonly #counters = new Map<string, Counter>();

  /** Counts a call at the machine's current time. Returns a function that marks it as failed. */
  count(platform: string, path: string, shop: string | undefined): () => void {
    const key = `${platform} ${path} ${shop ?? ''}`;
    let counter = this.#counters.get(key);
    if (counter === undefined) {
      counter = {
        platform,
        path,
        shop: shop ?? null,
        total: 0,
        failed: 0,
        maxPerSecond: 0,
        seconds: new Map(),
      };
      this.#counters.set(key, counter);
    }
    const second = Math.floor(Date.now() / 1000);
    const calls = (counter.seconds.get(second) ?? 0) + 1;
    counter.seconds.set(second, calls);
    counter.total += 1;
    counter.maxPerSecond = Math.max(counter.maxPerSecond, calls);
    if (counter.seconds.size > retentionSeconds) {
      const oldest = counter.seconds.keys().next().value;
      if (oldest !== undefined) counter.seconds.delete(oldest);
    }
    const counted = counter;
    return () => {
      counted.failed += 1;
    };
  }

  reset(): void {
    this.#counters.clear();
  }

  summary(perSecond: boolean): readonly CallSummary[] {
    return [...this.#counters.values()].map((counter) => ({
      platform: counter.platform,
      path: counter.path,
      shop: counter.shop,
      total: counter.total,
      failed: counter.failed,
      maxPerSecond: counter.maxPerSecond,
      ...(perSecond
        ? {
            seconds: [...counter.seconds].map(([second, calls]) => ({
              second: new Date(second * 1000).toISOString(),
              calls,
            })),
          }
        : {}),
    }));
  }
}
