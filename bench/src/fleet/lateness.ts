/** Width of a class of the histogram, in milliseconds. */
const stepMs = 100;
const maxMs = 4 * 3_600_000;

/** How late order changes came into the reports, as a histogram. */
export class Lateness {
  readonly #counts = new Uint32Array(maxMs / stepMs + 1);
  count = 0;
  sumMs = 0;
  maxMs = 0;

  add(ms: number): void {
    const index = Math.min(this.#counts.length - 1, Math.floor(ms / stepMs));
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.count += 1;
    this.sumMs += ms;
    this.maxMs = Math.max(this.maxMs, ms);
  }

  get meanMs(): number {
    return this.sumMs / Math.max(1, this.count);
  }

  /** Returns the value below which the share lies, in milliseconds. */
  percentile(share: number): number {
    let left = share * this.count;
    for (const [index, count] of this.#counts.entries()) {
      left -= count;
      if (left < 0) return (index + 1) * stepMs;
    }
    return this.maxMs;
  }

  /** Returns the share of changes that came within a time. */
  within(ms: number): number {
    const inside = this.#counts.subarray(0, Math.floor(ms / stepMs));
    return inside.reduce((sum, count) => sum + count, 0) / Math.max(1, this.count);
  }
}
