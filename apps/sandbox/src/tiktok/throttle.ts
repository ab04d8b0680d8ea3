import { CallLimiter } from '../faults/call-limiter.ts';
import type { TiktokOptions } from './application.ts';
import { TiktokError } from './errors.ts';

const RATE_LIMIT_CODE = 36_009_002;

export class TiktokThrottle extends CallLimiter {
  ban(shop: string, path: string, seconds: number): void {
    this.banScope(`${shop} ${path}`, String(RATE_LIMIT_CODE), seconds);
  }

  /** Returns the seconds until a ban ends; 1 without a ban, because rate limits reset every second. */
  waitSeconds(shop: string, path: string): number {
    return this.banOf(`${shop} ${path}`)?.seconds ?? 1;
  }

  /**
   * Counts a call.
   *
   * @throws {TiktokError} if a rate limit is exceeded or a ban is active.
   */
  admit(shop: string, path: string, options: TiktokOptions): void {
    const isWithinLimits =
      this.banOf(`${shop} ${path}`) === null &&
      this.take('app', options.callsPerSecondPerApp) &&
      (shop === '' || this.take(`shop ${shop}`, options.callsPerSecondPerShop));
    if (!isWithinLimits) throw new TiktokError(RATE_LIMIT_CODE);
  }
}
