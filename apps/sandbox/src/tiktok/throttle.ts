/** Rate limits, counted in whole seconds of the machine's clock, like a gateway. */
import type { TiktokOptions } from './application.ts';
import { TiktokError } from './errors.ts';

const RATE_LIMIT_CODE = 36_009_002;

export class TiktokThrottle {
  #second = 0;
  readonly #calls = new Map<string, number>();
  /** By shop and path: the end of its ban, in milliseconds of the machine's clock. */
  readonly #bans = new Map<string, number>();

  ban(shop: string, path: string, seconds: number): void {
    this.#bans.set(`${shop} ${path}`, Date.now() + seconds * 1000);
  }

  lift(): void {
    this.#bans.clear();
    this.#calls.clear();
  }

  /** Returns the seconds until a ban ends; 1 without a ban, because rate limits reset every second. */
  waitSeconds(shop: string, path: string): number {
    const left = (this.#bans.get(`${shop} ${path}`) ?? 0) - Date.now();
    return Math.max(1, Math.ceil(left / 1000));
  }

  /**
   * Counts a call.
   *
   * @throws {TiktokError} if a rate limit is exceeded or a ban is active.
   */
  admit(shop: string, path: string, options: TiktokOptions): void {
    const now = Date.now();
    if (now < (this.#bans.get(`${shop} ${path}`) ?? 0)) throw new TiktokError(RATE_LIMIT_CODE);
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
    if (calls > limit) throw new TiktokError(RATE_LIMIT_CODE);
  }
}
