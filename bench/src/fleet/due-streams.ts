const secondMs = 1000;

/** When the streams of a fleet are due, by the second, so that a poll reads no stream of a later one. */
export class DueStreams {
  readonly #from: number;
  readonly #to: number;
  readonly #nextRunAt: Float64Array;
  readonly #bySecond: number[][] = [];
  readonly #overdue = new Set<number>();
  #polledSeconds = 0;

  constructor(streams: number, from: number, to: number) {
    this.#from = from;
    this.#to = to;
    this.#nextRunAt = new Float64Array(streams).fill(Infinity);
  }

  schedule(stream: number, at: number): void {
    this.#nextRunAt[stream] = at;
    const second = Math.max(this.#polledSeconds, this.#secondOf(at));
    if (at < this.#to) (this.#bySecond[second] ??= []).push(stream);
  }

  isDue(stream: number, now: number): boolean {
    return (this.#nextRunAt[stream] ?? Infinity) <= now;
  }

  /** Returns the streams that are due. */
  list(now: number): number[] {
    for (const second = this.#secondOf(now); this.#polledSeconds <= second;) {
      for (const stream of this.#bySecond[this.#polledSeconds] ?? []) this.#overdue.add(stream);
      this.#bySecond[this.#polledSeconds] = [];
      this.#polledSeconds += 1;
    }
    // A stream that was synced meanwhile stands in the list of a later second.
    for (const stream of this.#overdue) {
      const at = this.#nextRunAt[stream] ?? Infinity;
      if (this.#secondOf(at) >= this.#polledSeconds) this.#overdue.delete(stream);
    }
    return [...this.#overdue].filter((stream) => this.isDue(stream, now));
  }

  #secondOf(at: number): number {
    return Math.floor((at - this.#from) / secondMs);
  }
}
