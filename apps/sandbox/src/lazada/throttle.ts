/** Rate limits, counted in whole seconds of the machine's clock, like a gateway. */
import type { LazadaOptions } from './application.ts';
import { throttleError } from './errors.ts';

export class LazadaThrottle {
  #second = 0;
  readonly #calls = new Map<string, number>();
  readonly #bans = new Map<string, { readonly until: number; readonly code: string }>();

  /** Bans a path for a shop for some seconds. */
  ban(path: string, shop: string | undefined, code: string, seconds: number): void {
    this.#bans.set(`${path} ${shop ?? ''}`, { until: Date.now() + seconds * 1000, code });
  }

  lift(): void {
    this.#bans.clear();
    this.#calls.clear();
  }

  /**
   * Counts a call.
   *
   * @throws {LazadaError} if a rate limit is exceeded or a ban is active.
   */
  admit(path: string, shop: string | undefined, options: LazadaOptions): void {
    const now = Date.now();
    const ban = this.#bans.get(`${path} ${shop ?? ''}`);
    if (ban !== undefined && now < ban.until) {
      throw throttleError(ban.code, Math.max(1, Math.ceil((ban.until - now) / 1000)));
    }
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#calls.clear();
    }
    this.#take('app', options.callsPerSecondPerApp, 'AppCallLimit');
    if (shop !== undefined)
      this.#take(`shop ${shop}`, options.callsPerSecondPerSeller, 'SellerCallLimit');
  }

  #take(key: string, limit: number, code: string): void {
    if (limit === 0) return;
    const calls = (this.#calls.get(key) ?? 0) + 1;
    this.#calls.set(key, calls);
    if (calls > limit) throw throttleError(code, 1);
  }
}
