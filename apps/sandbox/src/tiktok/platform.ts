/** State and dependencies that TikTok Shop's authorization page, token endpoint and API share. */
import { hash } from 'node:crypto';
import { tiktokApplication, defaultTiktokOptions, type TiktokOptions } from './application.ts';
import { TiktokGrants } from './auth/grants.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { CallLimiter } from '../faults/call-limiter.ts';
import { rateLimitCode, TiktokError } from './errors.ts';

interface TiktokDependencies extends Omit<PlatformDependencies, 'callbacks'> {
  /** Redirect address of the application. It is fixed at registration and not part of requests. */
  readonly callback: string;
}

export class TiktokPlatform {
  readonly parts: TiktokDependencies;
  readonly throttle = new TiktokThrottle();
  readonly grants: TiktokGrants;
  options: TiktokOptions = defaultTiktokOptions;

  constructor(parts: TiktokDependencies) {
    this.parts = parts;
    this.grants = new TiktokGrants(
      () => parts.clock.now(),
      () => this.options,
    );
  }

  /** Returns the cipher that identifies a shop in this application's calls. */
  cipherOf(shop: string): string {
    const digest = hash('sha256', `${tiktokApplication.appKey} ${shop}`, 'buffer');
    return `ROW_${digest.subarray(0, 18).toString('base64')}`;
  }

  /** Returns the shops that an authorization covers if the seller chooses this one. */
  coveredBy(shopId: string): readonly string[] {
    const { world } = this.parts;
    const owner = world.shop('TIKTOK', shopId)?.info.account.email;
    if (!this.options.wholeAccount) return [shopId];
    const others = world.shops('TIKTOK').flatMap(({ info }) => {
      const isAnother = info.account.email === owner && info.externalShopId !== shopId;
      return isAnother ? info.externalShopId : [];
    });
    return [shopId, ...others];
  }

  /** Resets to the initial state, without any grants. */
  reset(): void {
    this.options = defaultTiktokOptions;
    this.grants.clear();
    this.throttle.lift();
  }
}

class TiktokThrottle extends CallLimiter {
  ban(shop: string, path: string, seconds: number): void {
    this.banScope(`${shop} ${path}`, String(rateLimitCode), seconds);
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
    if (!isAdmitted) throw new TiktokError(rateLimitCode);
  }

  /**
   * Counts a call for a shop.
   *
   * @throws {TiktokError} if a rate limit is exceeded or a ban is active.
   */
  admitShopCall(shop: string, path: string, options: TiktokOptions): void {
    this.admitAppCall(shop, path, options);
    if (!this.take(`shop ${shop}`, options.callsPerSecondPerShop)) {
      throw new TiktokError(rateLimitCode);
    }
  }
}
