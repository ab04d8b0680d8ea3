/** State of the sandbox's clock, which follows the machine's clock and can be moved and frozen. */
export interface ClockState {
  /** Milliseconds added to the machine's time while running. */
  readonly offsetMs: number;
  /** Instant (epoch milliseconds) at which the clock is frozen, or null while running. */
  readonly frozenAtMs: number | null;
}

export class Clock {
  #offsetMs = 0;
  #frozenAtMs: number | null = null;

  /** Returns the current time in epoch milliseconds. */
  nowMs(): number {
    return this.#frozenAtMs ?? Date.now() + this.#offsetMs;
  }

  /** Returns the current time in whole epoch seconds. */
  now(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  /** Moves the clock to an instant. It keeps running, or stays frozen there if it was frozen. */
  set(epochMs: number): void {
    if (this.#frozenAtMs === null) this.#offsetMs = epochMs - Date.now();
    else this.#frozenAtMs = epochMs;
  }

  /** Moves the clock by a number of seconds; a negative number moves it back. */
  advance(seconds: number): void {
    this.set(this.nowMs() + seconds * 1000);
  }

  /** Stops the clock at its current instant. */
  freeze(): void {
    this.#frozenAtMs = this.nowMs();
  }

  /** Resumes the clock from its current instant. */
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
