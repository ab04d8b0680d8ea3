/** State and dependencies that Lazada's consent page and gateway share. */
import type { CallCounters } from '../call-counters.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults/faults.ts';
import type { World } from '../world/world.ts';
import { DEFAULT_LAZADA_OPTIONS } from './application.ts';
import type { LazadaOptions } from './application.ts';
import { LazadaGrants } from './auth/grants.ts';
import { LazadaThrottle } from './throttle.ts';

export interface LazadaDependencies {
  readonly world: World;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly calls: CallCounters;
  readonly callbacks: readonly string[];
  /** Persists everything issued so far. */
  readonly saveState: () => Promise<void>;
}

export class LazadaPlatform {
  readonly world: World;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly calls: CallCounters;
  readonly callbacks: readonly string[];
  readonly saveState: () => Promise<void>;
  readonly throttle = new LazadaThrottle();
  readonly grants: LazadaGrants;
  options: LazadaOptions = DEFAULT_LAZADA_OPTIONS;

  constructor(parts: LazadaDependencies) {
    this.world = parts.world;
    this.clock = parts.clock;
    this.faults = parts.faults;
    this.calls = parts.calls;
    this.callbacks = parts.callbacks;
    this.saveState = parts.saveState;
    this.grants = new LazadaGrants(
      () => this.clock.now(),
      () => this.options,
    );
  }

  /** Resets to the initial state, without any grants. */
  reset(): void {
    this.options = DEFAULT_LAZADA_OPTIONS;
    this.grants.clear();
    this.throttle.lift();
  }
}
