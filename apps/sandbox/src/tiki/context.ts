/** What Tiki's server shares, and the context of one endpoint. */
import type { CallCounters } from '../call-counters.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults/faults.ts';
import type { OrderIndex } from '../world/orders/order-index.ts';
import type { Storefront } from '../world/orders/order.ts';
import type { World } from '../world/world.ts';

export interface TikiDependencies {
  readonly world: World;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly calls: CallCounters;
  readonly callbacks: readonly string[];
  /** Persists everything issued so far. */
  readonly saveState: () => Promise<void>;
}

export interface TikiCall {
  readonly query: URLSearchParams;
  /** The `{code}` or `{product_id}` of the path; empty if there is none. */
  readonly id: string;
  readonly shop: Storefront;
  readonly index: OrderIndex;
  /** Sandbox time, in epoch seconds. */
  readonly now: number;
  /** Whether date filters include their bounds. */
  readonly inclusive: boolean;
}
