/** Rate limits, counted in whole seconds of the machine's clock, like a gateway. */
import type { ShopeeOptions } from './application.ts';
import { ShopeeError } from './errors.ts';

export class ShopeeThrottle {
  #second = 0;
  readonly #calls = new Map<string, number>();
  readonly #bans = new Map<string, { readonly until: number; readonly code: string }>();

  ban(shop: string, code: string, seconds: number): void {
    this.#bans.set(shop, { until: Date.now() + seconds * 1000, code });
  }

  lift(): void {
    this.#bans.clear();
    this.#calls.clear();
  }

  /**
   * Counts a call. The error does not state the duration of a ban.
   *
   * @throws {ShopeeError} if a rate limit is exceeded or a ban is active.
   */
  admit(shop: string, options: ShopeeOptions): void {
    const now = Date.now();
    const ban = this.#bans.get(shop);
    if (ban !== undefined && now < ban.until) throw new ShopeeError(ban.code);
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#calls.clear();
    }
    this.#take('app', options.callsPerSecondPerApp);
    if (shop !== '') this.#take(`shop ${shop}`, options.callsPerSecondPerShop);
  }

  #take(key: string, limit: number): void {
    if (limit === 0) return;
    const calls = (this.#calls.get(key) ?? 0) + 1;
    this.#calls.set(key, calls);
    if (calls > limit) throw new ShopeeError('error_rate_limit');
  }
}
