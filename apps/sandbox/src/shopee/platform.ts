/** State and dependencies that Shopee's authorization page and API share. */
import { defaultShopeeOptions, type ShopeeOptions } from './application.ts';
import { ShopeeGrants } from './auth/grants.ts';
import { LostPushes } from './lost-pushes.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { CallLimiter } from '../faults/call-limiter.ts';
import { ShopeeError } from './errors.ts';

export class ShopeePlatform {
  readonly parts: PlatformDependencies;
  readonly throttle = new ShopeeThrottle();
  readonly lostPushes = new LostPushes();
  readonly grants: ShopeeGrants;
  options: ShopeeOptions = defaultShopeeOptions;

  constructor(parts: PlatformDependencies) {
    this.parts = parts;
    this.grants = new ShopeeGrants(
      () => parts.clock.now(),
      () => this.options,
    );
  }

  /** Resets to the initial state, without any grants. */
  reset(): void {
    this.options = defaultShopeeOptions;
    this.grants.clear();
    this.throttle.lift();
    this.lostPushes.clear();
  }
}

class ShopeeThrottle extends CallLimiter {
  ban(shop: string, code: string, seconds: number): void {
    this.banScope(shop, code, seconds);
  }

  /**
   * Counts a call about tokens or lost pushes. No rate limit of a shop covers it. The error does not state the duration
   * of a ban.
   *
   * @param shop empty for a call of the application itself
   * @throws {ShopeeError} if the rate limit of the application is exceeded or a ban is active.
   */
  admitAppCall(shop: string, options: ShopeeOptions): void {
    const ban = this.banOf(shop);
    if (ban !== null) throw new ShopeeError(ban.code);
    if (!this.take('app', options.callsPerSecondPerApp)) throw new ShopeeError('error_rate_limit');
  }

  /**
   * Counts a call for a shop.
   *
   * @throws {ShopeeError} if a rate limit is exceeded or a ban is active.
   */
  admitShopCall(shop: string, options: ShopeeOptions): void {
    this.admitAppCall(shop, options);
    if (!this.take(`shop ${shop}`, options.callsPerSecondPerShop)) {
      throw new ShopeeError('error_rate_limit');
    }
  }
}
