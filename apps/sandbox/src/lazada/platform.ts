/** State and dependencies that Lazada's consent page and gateway share. */
import { DEFAULT_LAZADA_OPTIONS } from './application.ts';
import type { LazadaOptions } from './application.ts';
import { LazadaGrants } from './auth/grants.ts';
import { LazadaThrottle } from './throttle.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';

export class LazadaPlatform {
  readonly parts: PlatformDependencies;
  readonly throttle = new LazadaThrottle();
  readonly grants: LazadaGrants;
  options: LazadaOptions = DEFAULT_LAZADA_OPTIONS;

  constructor(parts: PlatformDependencies) {
    this.parts = parts;
    this.grants = new LazadaGrants(
      () => parts.clock.now(),
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
