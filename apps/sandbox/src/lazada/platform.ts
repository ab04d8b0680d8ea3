/** State and dependencies that Lazada's consent page and gateway share. */
import { defaultLazadaOptions, type LazadaOptions } from './application.ts';
import { LazadaGrants } from './auth/grants.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { CallLimiter } from '../faults/call-limiter.ts';
import { throttleError } from './errors.ts';

export class LazadaPlatform {
  readonly parts: PlatformDependencies;
  readonly throttle = new LazadaThrottle();
  readonly grants: LazadaGrants;
  options: LazadaOptions = defaultLazadaOptions;

  constructor(parts: PlatformDependencies) {
    this.parts = parts;
    this.grants = new LazadaGrants(
      () => parts.clock.now(),
      () => this.options,
    );
  }

  /** Resets to the initial state, without any grants. */
  reset(): void {
    this.options = defaultLazadaOptions;
    this.grants.clear();
    this.throttle.lift();
  }
}

class LazadaThrottle extends CallLimiter {
  /** Bans a path for a shop for some seconds. */
  ban(path: string, shop: string | undefined, code: string, seconds: number): void {
    this.banScope(`${path} ${shop ?? ''}`, code, seconds);
  }

  /**
   * Counts a call about tokens. No rate limit of a seller covers it.
   *
   * @throws {LazadaError} if the rate limit of the application is exceeded or a ban is active.
   */
  admitAppCall(path: string, shop: string | undefined, options: LazadaOptions): void {
    const ban = this.banOf(`${path} ${shop ?? ''}`);
    if (ban !== null) throw throttleError(ban.code, ban.seconds);
    if (!this.take('app', options.callsPerSecondPerApp)) throw throttleError('AppCallLimit', 1);
  }

  /**
   * Counts a call for a shop.
   *
   * @throws {LazadaError} if a rate limit is exceeded or a ban is active.
   */
  admitShopCall(path: string, shop: string, options: LazadaOptions): void {
    this.admitAppCall(path, shop, options);
    if (!this.take(`shop ${shop}`, options.callsPerSecondPerSeller)) {
      throw throttleError('SellerCallLimit', 1);
    }
  }
}
