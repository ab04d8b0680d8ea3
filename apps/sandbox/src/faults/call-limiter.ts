/** Rate limits and bans of a gateway. Calls are counted in whole seconds of the machine's clock. */
export class CallLimiter {
  #second = 0;
  readonly #calls = new Map<string, number>();
  /** By scope: the code of its ban, and the end in milliseconds of the machine's clock. */
  readonly #bans = new Map<string, { readonly code: string; readonly endsAt: number }>();

  protected banScope(scope: string, code: string, seconds: number): void {
    this.#bans.set(scope, { code, endsAt: Date.now() + seconds * 1000 });
  }

  lift(): void {
    this.#bans.clear();
    this.#calls.clear();
  }

  /** Returns the code and the remaining seconds of an active ban. */
  protected banOf(scope: string): { code: string; seconds: number } | null {
    const ban = this.#bans.get(scope);
    const leftMs = (ban?.endsAt ?? 0) - Date.now();
    return ban === undefined || leftMs <= 0
      ? null
      : { code: ban.code, seconds: Math.ceil(leftMs / 1000) };
  }

  /** Counts a call. Returns whether the second's calls are within the limit; 0 stands for no limit. */
  protected take(scope: string, limit: number): boolean {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#calls.clear();
    }
    const calls = (this.#calls.get(scope) ?? 0) + 1;
    this.#calls.set(scope, calls);
    return limit === 0 || calls <= limit;
  }
}
