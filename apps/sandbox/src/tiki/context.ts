/** The context of one endpoint of Tiki. */
import type { OrderIndex } from '../world/orders/order-index.ts';
import type { Storefront } from '../world/orders/order.ts';

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
