const secondMs = 1000;

/** When the streams of a fleet are due, by the second, so that a poll reads no stream of a later one. */
export class DueStreams {
  readonly #from: number;
  readonly #to: number;
  readonly #nextRunAt: Float64Array;
  readonly #bySecond: number[][] = [];
  #overdue: number[] = [];
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
      this.#overdue.push(...(this.#bySecond[this.#polledSeconds] ?? []));
      this.#bySecond[this.#polledSeconds] = [];
      this.#polledSeconds += 1;
    }
    // A stream that was synced meanwhile stands in the list of a later second.
    this.#overdue = this.#overdue.filter((stream) => {
      const at = this.#nextRunAt[stream] ?? Infinity;
      return at <= now || this.#secondOf(at) < this.#polledSeconds;
    });
    return this.#overdue.filter((stream) => this.isDue(stream, now));
  }

  #secondOf(at: number): number {
    return Math.floor((at - this.#from) / secondMs);
  }
}
