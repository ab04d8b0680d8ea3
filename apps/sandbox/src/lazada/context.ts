/** Input and output of the handlers of Lazada's endpoints. */
import type { MoneyIndex } from '../world/money/money-index.ts';
import type { OrderIndex } from '../world/orders/order-index.ts';
import type { Storefront } from '../world/orders/order.ts';
import type { Parameters } from './signature.ts';

/** An authorized call. */
export interface LazadaCall {
  readonly parameters: Parameters;
  readonly shop: Storefront;
  /** The shop's orders by time and stage. */
  readonly index: OrderIndex;
  /** The shop's bookings and return cases by time. */
  readonly money: MoneyIndex;
  /** Sandbox time, in epoch seconds. */
  readonly now: number;
}

/** The response without `code` and `request_id`. */
export type LazadaPayload = Readonly<Record<string, unknown>>;
