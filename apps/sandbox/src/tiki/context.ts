/** What an endpoint may use to answer a call. */
import type { OrderIndex } from '../world/orders/order-index.ts';
import type { Storefront } from '../world/orders/order.ts';

export interface TikiCall {
  readonly query: URLSearchParams;
  /** What stands in the path for `{code}` or `{product_id}`; empty without. */
  readonly id: string;
  readonly shop: Storefront;
  readonly index: OrderIndex;
  /** Sandbox time, epoch seconds. */
  readonly now: number;
  /** Whether the bounds of a date filter belong to it. */
  readonly inclusive: boolean;
}
