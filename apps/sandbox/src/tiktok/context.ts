/** The context of an endpoint. */
import type { MoneyIndex } from '../world/money/money-index.ts';
import type { OrderIndex } from '../world/orders/order-index.ts';
import type { Storefront } from '../world/orders/order.ts';

export interface TiktokCall {
  readonly query: URLSearchParams;
  /** The parsed body; an empty object without one. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The variable part of the path, such as a product ID; empty if there is none. */
  readonly id: string;
  readonly shop: Storefront;
  readonly index: OrderIndex;
  readonly money: MoneyIndex;
  /** Sandbox time, in epoch seconds. */
  readonly now: number;
}

/** The `data` member of a response. */
export type TiktokData = Readonly<Record<string, unknown>>;
