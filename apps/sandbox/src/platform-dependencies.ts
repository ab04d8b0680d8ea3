import type { CallCounters } from './call-counters.ts';
import type { Clock } from './clock.ts';
import type { Faults } from './faults/faults.ts';
import type { World } from './world/world.ts';

/** What the platforms share. */
export interface PlatformDependencies {
  readonly world: World;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly calls: CallCounters;
  /** Redirect addresses of the application. */
  readonly callbacks: readonly string[];
  /** Persists everything issued so far. */
  readonly saveState: () => Promise<void>;
}

/** The platforms, in the order of their ports after the control API's. */
export const platformNames = [
  'lazada',
  'shopee',
  'tiki',
  'tiktok',
  'facebook',
  'google',
  'zalo',
] as const;
export type PlatformName = (typeof platformNames)[number];
