/** What an endpoint may use to answer a call about a shop. */
import type { MoneyIndex } from '../world/money/money-index.ts';
import type { OrderIndex } from '../world/orders/order-index.ts';
import type { Storefront } from '../world/orders/order.ts';

export interface TiktokCall {
  readonly query: URLSearchParams;
  /** The parsed body; an empty object without one. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The variable part of the path, such as a product's id; empty without one. */
  readonly id: string;
  readonly shop: Storefront;
  readonly index: OrderIndex;
  readonly money: MoneyIndex;
  /** Sandbox time, epoch seconds. */
  readonly now: number;
}

/** The member `data` of the answer. */
export type TiktokData = Readonly<Record<string, unknown>>;
