/** The context of an endpoint. */
import type { Parameters } from '../lazada/signature.ts';
import type { OrderIndex } from '../world/orders/order-index.ts';
import type { MoneyIndex } from '../world/money/money-index.ts';
import type { Storefront } from '../world/orders/order.ts';
import type { ShopeeOptions } from './application.ts';
import type { ShopeeGrant } from './auth/grants.ts';

export interface ShopeeCall {
  readonly query: URLSearchParams;
  /** The parsed body, or undefined without one. */
  readonly body: unknown;
  readonly shop: Storefront;
  readonly index: OrderIndex;
  readonly money: MoneyIndex;
  readonly grant: ShopeeGrant;
  readonly options: ShopeeOptions;
  /** Sandbox time, in epoch seconds. */
  readonly now: number;
}

/** The response without `error`, `message` and `request_id`. */
export type ShopeePayload = Readonly<Record<string, unknown>>;

/** Returns the first value of each parameter, as the signature covers them. */
export function singly(query: URLSearchParams): Parameters {
  return new Map([...query].toReversed());
}
