import { CallLimiter } from '../faults/call-limiter.ts';
import type { ShopeeOptions } from './application.ts';
import { ShopeeError } from './errors.ts';

export class ShopeeThrottle extends CallLimiter {
  ban(shop: string, code: string, seconds: number): void {
    this.banScope(shop, code, seconds);
  }

  /**
   * Counts a call. The error does not state the duration of a ban.
   *
   * @throws {ShopeeError} if a rate limit is exceeded or a ban is active.
   */
  admit(shop: string, options: ShopeeOptions): void {
    const ban = this.banOf(shop);
    if (ban !== null) throw new ShopeeError(ban.code);
    const isWithinLimits =
      this.take('app', options.callsPerSecondPerApp) &&
      (shop === '' || this.take(`shop ${shop}`, options.callsPerSecondPerShop));
    if (!isWithinLimits) throw new ShopeeError('error_rate_limit');
  }
}
