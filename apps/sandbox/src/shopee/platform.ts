/** State and dependencies that Shopee's authorization page and API share. */
import { DEFAULT_SHOPEE_OPTIONS } from './application.ts';
import type { ShopeeOptions } from './application.ts';
import { ShopeeGrants } from './auth/grants.ts';
import { LostPushes } from './lost-pushes.ts';
import { ShopeeThrottle } from './throttle.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';

export class ShopeePlatform {
  readonly parts: PlatformDependencies;
  readonly throttle = new ShopeeThrottle();
  readonly lostPushes = new LostPushes();
  readonly grants: ShopeeGrants;
  options: ShopeeOptions = DEFAULT_SHOPEE_OPTIONS;

  constructor(parts: PlatformDependencies) {
    this.parts = parts;
    this.grants = new ShopeeGrants(
      () => parts.clock.now(),
      () => this.options,
    );
  }

  /** Resets to the initial state, without any grants. */
  reset(): void {
    this.options = DEFAULT_SHOPEE_OPTIONS;
    this.grants.clear();
    this.throttle.lift();
    this.lostPushes.clear();
  }
}
