/** What an order is, whoever sells it and on whatever marketplace. */
import type { ShopInfo } from '../shops/shops.ts';

/** States of a unit, in the order of a usual life. Their position is their bit in a stage mask. */
export const STAGES = [
  'unpaid',
  'pending',
  'packed',
  'ready_to_ship',
  'shipped',
  'delivered',
  'confirmed',
  'cancelled',
  'delivery_failed',
  'shipping_back',
  'shipped_back',
  'lost',
  'returned',
] as const;
export type Stage = (typeof STAGES)[number];

/** Bit of a stage in a mask of stages. */
export function stageBit(stage: Stage): number {
  return 1 << STAGES.indexOf(stage);
}

export interface Transition {
  /** Epoch seconds. */
  readonly at: number;
  readonly stage: Stage;
}

/** Who ended an order early. */
export type Canceller = 'buyer' | 'seller' | 'system';

export interface ListingSku {
  /** The marketplace's number of the variant. */
  readonly number: number;
  readonly itemNumber: number;
  readonly sellerSku: string;
  readonly variation: string;
  readonly label: string;
  /** Ordinary price of a unit before any campaign. */
  readonly listPriceE4: bigint;
}

export interface Listing {
  /** The marketplace's number of the item. */
  readonly number: number;
  readonly name: string;
  readonly categoryNumber: number;
  readonly brand: string;
  readonly property: string;
  readonly createdAt: number;
  readonly active: boolean;
  readonly skus: readonly ListingSku[];
}

/** One sold piece. */
export interface Unit {
  readonly number: number;
  readonly sku: ListingSku;
  readonly name: string;
  readonly priceE4: bigint;
  readonly voucherSellerE4: bigint;
  readonly voucherPlatformE4: bigint;
  /** What the buyer pays for shipping this piece. */
  readonly shippingE4: bigint;
  /** Transitions up to the instant that was asked for; never empty. */
  readonly life: readonly Transition[];
}

export interface Order {
  readonly ordinal: number;
  /** The marketplace's order number, unique within the shop. */
  readonly number: number;
  readonly createdAt: number;
  readonly cod: boolean;
  /** When a prepaid order was paid (epoch seconds), null while or if it never was. */
  readonly paidAt: number | null;
  readonly cancelledBy: Canceller | null;
  readonly cancelReason: string;
  readonly units: readonly Unit[];
  readonly shippingOriginalE4: bigint;
  readonly shippingDiscountSellerE4: bigint;
  readonly shippingDiscountPlatformE4: bigint;
  readonly shippingPaidE4: bigint;
  readonly paymentMethod: string;
  readonly voucherCode: string;
  readonly buyer: Buyer;
}

export interface Buyer {
  readonly number: number;
  readonly name: string;
  readonly province: string;
  readonly district: string;
  readonly ward: string;
}

/** What lists need to know of an order at an instant, without making the whole order. */
export interface OrderState {
  /** Last transition of any unit, epoch seconds. */
  readonly updatedAt: number;
  /** Bits of the stages its units are in. */
  readonly stages: number;
  /** Next transition of any unit, epoch seconds; Infinity when its life is over. */
  readonly nextAt: number;
}

/**
 * A shop's orders and products. Orders are numbered from 0 by time of creation (`ordinal`), and every
 * one can be made on its own, so that any page of any shop costs the same.
 */
export interface Storefront {
  readonly info: ShopInfo;
  /** Longest time, in seconds, between an order's creation and its last transition. */
  readonly maxLifetimeSeconds: number;
  /** Number of orders created up to and including an instant. */
  countAt(now: number): number;
  createdAt(ordinal: number): number;
  stateAt(ordinal: number, now: number): OrderState;
  orderAt(ordinal: number, now: number): Order;
  /** Ordinal of an order number of this shop, or undefined. */
  ordinalOf(orderNumber: number): number | undefined;
  listings(): readonly Listing[];
  /** Price of a unit on a shop-local day. */
  priceOn(sku: ListingSku, day: number): bigint;
}

/** First ordinal (of the first `count`) created at or after an instant. */
export function firstOrdinalCreatedFrom(shop: Storefront, instant: number, count: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (shop.createdAt(middle) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
