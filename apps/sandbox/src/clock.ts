/** The sandbox's own time: runs with the machine's clock, can be moved and frozen. */
export interface ClockState {
  /** Milliseconds added to the machine's time while running. */
  readonly offsetMs: number;
  /** Instant (epoch milliseconds) at which it stands still, or null while running. */
  readonly frozenAtMs: number | null;
}

export class Clock {
  #offsetMs = 0;
  #frozenAtMs: number | null = null;

  /** Now in epoch milliseconds. */
  nowMs(): number {
    return this.#frozenAtMs ?? Date.now() + this.#offsetMs;
  }

  /** Now in whole epoch seconds. */
  now(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  /** Moves to an instant; goes on running, or stays frozen there when it was frozen. */
  set(epochMs: number): void {
    if (this.#frozenAtMs === null) this.#offsetMs = epochMs - Date.now();
    else this.#frozenAtMs = epochMs;
  }

  /** Moves by a number of seconds (negative goes back). */
  advance(seconds: number): void {
    this.set(this.nowMs() + seconds * 1000);
  }

  /** Stands still at the present instant. */
  freeze(): void {
    this.#frozenAtMs = this.nowMs();
  }

  /** Runs on from the present instant. */
  resume(): void {
    if (this.#frozenAtMs === null) return;
    this.#offsetMs = this.#frozenAtMs - Date.now();
    this.#frozenAtMs = null;
  }

  get frozen(): boolean {
    return this.#frozenAtMs !== null;
  }

  state(): ClockState {
    return { offsetMs: this.#offsetMs, frozenAtMs: this.#frozenAtMs };
  }

  restore(state: ClockState): void {
    this.#offsetMs = state.offsetMs;
    this.#frozenAtMs = state.frozenAtMs;
  }
}
