/** State and dependencies that Shopee's authorization page and API share. */
import type { CallCounters } from '../call-counters.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults/faults.ts';
import type { World } from '../world/world.ts';
import { DEFAULT_SHOPEE_OPTIONS } from './application.ts';
import type { ShopeeOptions } from './application.ts';
import { ShopeeGrants } from './auth/grants.ts';
import { LostPushes } from './lost-pushes.ts';
import { ShopeeThrottle } from './throttle.ts';

export interface ShopeeDependencies {
  readonly world: World;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly calls: CallCounters;
  readonly callbacks: readonly string[];
  /** Persists everything issued so far. */
  readonly saveState: () => Promise<void>;
}

export class ShopeePlatform {
  readonly parts: ShopeeDependencies;
  readonly throttle = new ShopeeThrottle();
  readonly lostPushes = new LostPushes();
  readonly grants: ShopeeGrants;
  options: ShopeeOptions = DEFAULT_SHOPEE_OPTIONS;

  constructor(parts: ShopeeDependencies) {
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
