import { CallLimiter } from '../faults/call-limiter.ts';
import type { TikiOptions } from './application.ts';
import { TikiError } from './errors.ts';

export class TikiThrottle extends CallLimiter {
  ban(shop: string, seconds: number): void {
    this.banScope(shop, '429', seconds);
  }

  /**
   * Counts a call for a shop.
   *
   * @throws {TikiError} 429 if the rate limit is exceeded or a ban is active.
   */
  admit(shop: string, options: TikiOptions): void {
    const isAdmitted =
      this.banOf(shop) === null && this.take(shop, options.callsPerSecondPerSeller);
    if (!isAdmitted) throw new TikiError(429);
  }
}
