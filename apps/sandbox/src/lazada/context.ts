/** The context of an endpoint. */
import type { MoneyIndex } from '../world/money/money-index.ts';
import type { OrderIndex } from '../world/orders/order-index.ts';
import type { Storefront } from '../world/orders/order.ts';
import type { Parameters } from './signature.ts';

export interface LazadaCall {
  readonly parameters: Parameters;
  readonly shop: Storefront;
  readonly index: OrderIndex;
  readonly money: MoneyIndex;
  /** Sandbox time, in epoch seconds. */
  readonly now: number;
}

/** The response without `code` and `request_id`. */
export type LazadaPayload = Readonly<Record<string, unknown>>;
