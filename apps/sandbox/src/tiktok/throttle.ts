import { CallLimiter } from '../faults/call-limiter.ts';
import type { TiktokOptions } from './application.ts';
import { RATE_LIMIT_CODE, TiktokError } from './errors.ts';

export class TiktokThrottle extends CallLimiter {
  ban(shop: string, path: string, seconds: number): void {
    this.banScope(`${shop} ${path}`, String(RATE_LIMIT_CODE), seconds);
  }

  /** Returns the seconds until a ban ends; 1 without a ban, because rate limits reset every second. */
  waitSeconds(shop: string, path: string): number {
    return this.banOf(`${shop} ${path}`)?.seconds ?? 1;
  }

  /**
   * Counts a call about an authorization. No rate limit of a shop covers it.
   *
   * @throws {TiktokError} if the rate limit of the application is exceeded or a ban is active.
   */
  admitAppCall(shop: string, path: string, options: TiktokOptions): void {
    const isAdmitted =
      this.banOf(`${shop} ${path}`) === null && this.take('app', options.callsPerSecondPerApp);
    if (!isAdmitted) throw new TiktokError(RATE_LIMIT_CODE);
  }

  /**
   * Counts a call for a shop.
   *
   * @throws {TiktokError} if a rate limit is exceeded or a ban is active.
   */
  admitShopCall(shop: string, path: string, options: TiktokOptions): void {
    this.admitAppCall(shop, path, options);
    if (!this.take(`shop ${shop}`, options.callsPerSecondPerShop)) {
      throw new TiktokError(RATE_LIMIT_CODE);
    }
  }
}
