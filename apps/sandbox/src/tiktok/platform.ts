/** TikTok Shop's side of the sandbox: everything that its authorisation page, token endpoint and API share. */
import { createHash } from 'node:crypto';
import type { CallCounters } from '../call-counters.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults/faults.ts';
import type { World } from '../world/world.ts';
import { TIKTOK_APPLICATION, DEFAULT_TIKTOK_OPTIONS } from './application.ts';
import type { TiktokOptions } from './application.ts';
import { TiktokGrants } from './auth/grants.ts';
import { TiktokThrottle } from './throttle.ts';

export interface TiktokDependencies {
  readonly world: World;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly calls: CallCounters;
  /** Where sellers go back to: it is registered with the application and named by no request. */
  readonly callback: string;
  /** Makes everything that was issued durable. */
  readonly keep: () => Promise<void>;
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

  /** What names a shop in the calls of this application. */
  cipherOf(shop: string): string {
    const digest = createHash('sha256').update(`${TIKTOK_APPLICATION.appKey} ${shop}`).digest();
    return `ROW_${digest.subarray(0, 18).toString('base64')}`;
  }

  /** The shops that an authorisation opens when a seller chooses one. */
  openedBy(shopId: string): readonly string[] {
    const { world } = this.parts;
    const owner = world.shop('TIKTOK', shopId)?.info.account.email;
    if (!this.options.wholeAccount) return [shopId];
    const others = world.shops('TIKTOK').flatMap(({ info }) => {
      const isAnother = info.account.email === owner && info.externalShopId !== shopId;
      return isAnother ? info.externalShopId : [];
    });
    return [shopId, ...others];
  }

  /** Back to how it was first started: nobody has consented to anything. */
  reset(): void {
    this.options = DEFAULT_TIKTOK_OPTIONS;
    this.grants.clear();
    this.throttle.lift();
  }
}
