const secondMs = 1000;
/** Up to this rate, permits start in the first part of a second, as in the rate limiter. */
const maxAlignedRate = 50;
const aligned = { lead: 0.04, width: 0.56 };
const even = { lead: 0, width: 1 };
/** A permit that starts later than this is refused. */
export const maxWaitMs = 30_000;

/** Buckets of one rate. The arithmetic is that of `partners.acquire_permit`, with virtual times. */
export class PermitLine {
  readonly #intervalMs: number;
  readonly #window: { lead: number; width: number };
  readonly #nextAt: Float64Array;
  readonly #counter: QuotaCounter;

  constructor(buckets: number, rate: number) {
    this.#intervalMs = Math.ceil(1_000_000 / rate) / 1000;
    this.#window = rate >= 1 && rate <= maxAlignedRate ? aligned : even;
    this.#nextAt = new Float64Array(buckets);
    this.#counter = new QuotaCounter(buckets, rate);
  }

  /** Acquires a permit. @returns when it starts; null if that is too late */
  acquire(bucket: number, now: number): number | null {
    const { lead, width } = this.#window;
    const nextAt = this.#nextAt[bucket] ?? 0;
    const second = Math.floor(now / secondMs) * secondMs;
    const lineAt =
      second + secondMs * Math.min(1, Math.max(0, ((now - second) / secondMs - lead) / width));
    const permit = Math.max(nextAt, lineAt);
    const permitSecond = Math.floor(permit / secondMs) * secondMs;
    const startsAt =
      nextAt <= now ? now : permitSecond + secondMs * lead + (permit - permitSecond) * width;
    if (startsAt > now + maxWaitMs) return null;
    this.#nextAt[bucket] = permit + this.#intervalMs;
    return Math.max(now, startsAt);
  }

  /** Counts a call where the marketplace does: when it arrives. */
  count(bucket: number, arrivesAt: number): void {
    this.#counter.count(bucket, arrivesAt);
  }

  /** Calls beyond the rate in any second. */
  get overQuota(): number {
    return this.#counter.over;
  }
}

/** Counts calls per bucket and second, as marketplaces do. */
class QuotaCounter {
  over = 0;
  readonly #rate: number;
  readonly #second: Float64Array;
  readonly #calls: Uint32Array;

  constructor(buckets: number, rate: number) {
    this.#rate = Math.max(1, Math.floor(rate));
    this.#second = new Float64Array(buckets);
    this.#calls = new Uint32Array(buckets);
  }

  count(bucket: number, at: number): void {
    const second = Math.floor(at / secondMs);
    if (this.#second[bucket] !== second) {
      this.#second[bucket] = second;
      this.#calls[bucket] = 0;
    }
    const calls = (this.#calls[bucket] ?? 0) + 1;
    this.#calls[bucket] = calls;
    if (calls > this.#rate) this.over += 1;
  }
}
