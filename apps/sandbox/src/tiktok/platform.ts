/** State and dependencies that TikTok Shop's authorization page, token endpoint and API share. */
import { hash } from 'node:crypto';
import { TIKTOK_APPLICATION, DEFAULT_TIKTOK_OPTIONS } from './application.ts';
import type { TiktokOptions } from './application.ts';
import { TiktokGrants } from './auth/grants.ts';
import { TiktokThrottle } from './throttle.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';

interface TiktokDependencies extends Omit<PlatformDependencies, 'callbacks'> {
  /** Redirect address of the application. It is fixed at registration and not part of requests. */
  readonly callback: string;
}

export class TiktokPlatform {
  readonly parts: TiktokDependencies;
  readonly throttle = new TiktokThrottle();
  readonly grants: TiktokGrants;
  options: TiktokOptions = DEFAULT_TIKTOK_OPTIONS;

  constructor(parts: TiktokDependencies) {
    this.parts = parts;
    this.grants = new TiktokGrants(
      () => parts.clock.now(),
      () => this.options,
    );
  }

  /** Returns the cipher that identifies a shop in this application's calls. */
  cipherOf(shop: string): string {
    const digest = hash('sha256', `${TIKTOK_APPLICATION.appKey} ${shop}`, 'buffer');
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
    this.options = DEFAULT_TIKTOK_OPTIONS;
    this.grants.clear();
    this.throttle.lift();
  }
}
