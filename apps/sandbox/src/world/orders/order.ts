/** The marketplace-independent model of an order. */
import type { ShopInfo } from '../shops/shops.ts';
import { firstIndex } from '../first-index.ts';

/** Stages of a unit, in the order of a regular life. The index of a stage is its bit in a stage mask. */
export const stages = [
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
export type Stage = (typeof stages)[number];

/** Returns the bit of a stage in a stage mask. */
export function stageBit(stage: Stage): number {
  return 1 << stages.indexOf(stage);
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
  /** Regular price of a unit, without campaigns. */
  readonly listPriceE4: bigint;
}

export interface Listing {
  /** The marketplace's number of the item. */
  readonly number: number;
  readonly name: string;
  readonly pictureFile: string;
  readonly categoryNumber: number;
  readonly brand: string;
  readonly property: string;
  readonly createdAt: number;
  readonly active: boolean;
  readonly skus: readonly ListingSku[];
}

/** One sold unit. */
export interface Unit {
  readonly number: number;
  readonly sku: ListingSku;
  readonly name: string;
  readonly priceE4: bigint;
  readonly voucherSellerE4: bigint;
  readonly voucherPlatformE4: bigint;
  /** The buyer's share of the shipping for this unit. */
  readonly shippingE4: bigint;
  /** Transitions until the requested instant; never empty. */
  readonly life: readonly Transition[];
}

export interface Order {
  readonly ordinal: number;
  /** The marketplace's order number, unique within the shop. */
  readonly number: number;
  readonly createdAt: number;
  readonly cod: boolean;
  /** When a prepaid order was paid (epoch seconds), or null. */
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

/** Returns when the first unit reached the stage, in epoch seconds; undefined if none has. */
export function stageReachedAt(order: Order, stage: Stage): number | undefined {
  return order.units
    .flatMap(({ life }) => life.filter((step) => step.stage === stage))
    .map(({ at }) => at)
    .toSorted((a, b) => a - b)[0];
}

/** Groups the units by SKU, in the order of their first unit. */
export function groupBySku({ units }: Order): [Unit, ...Unit[]][] {
  const groups = new Map<number, [Unit, ...Unit[]]>();
  for (const unit of units) {
    const group = groups.get(unit.sku.number);
    if (group) group.push(unit);
    else groups.set(unit.sku.number, [unit]);
  }
  return [...groups.values()];
}

export interface Buyer {
  readonly number: number;
  readonly name: string;
  readonly province: string;
  readonly district: string;
  readonly ward: string;
}

/** The state of an order at an instant, as far as lists need it. Cheaper than the whole order. */
export interface OrderState {
  /** Last transition of any unit, in epoch seconds. */
  readonly updatedAt: number;
  /** Bits of the current stages of its units. */
  readonly stages: number;
  /** Next transition of any unit, in epoch seconds; Infinity if there is none. */
  readonly nextAt: number;
}

/**
 * A shop's orders and products. Orders are numbered from 0 by creation time (`ordinal`). Each can be generated on its
 * own, so that every page costs the same.
 */
export interface Storefront {
  readonly info: ShopInfo;
  /** Maximum time between an order's creation and its last transition, in seconds. */
  readonly maxLifetimeSeconds: number;
  /** Returns the number of orders created until an instant, inclusive. */
  countAt(now: number): number;
  createdAt(ordinal: number): number;
  stateAt(ordinal: number, now: number): OrderState;
  orderAt(ordinal: number, now: number): Order;
  /** Returns the ordinal of an order number of this shop, or undefined. */
  ordinalOf(orderNumber: number): number | undefined;
  listings(): readonly Listing[];
  /** Returns the address of a listing's picture; null without one. */
  pictureOf(listing: Listing): string | null;
  /** Returns the price of a unit on a shop-local day. */
  priceOn(sku: ListingSku, day: number): bigint;
}

/** Returns the first of `count` ordinals created at or after an instant. */
export function firstOrdinalCreatedFrom(shop: Storefront, instant: number, count: number): number {
  return firstIndex(count, (ordinal) => shop.createdAt(ordinal) >= instant);
}
