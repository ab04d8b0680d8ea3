/**
 * TikTok Shop's IDs of 18 and 19 digits, which exceed JSON's safe integers. Converted from and to the world's numbers.
 */
import type { Storefront } from '../../world/orders/order.ts';

const ID_PREFIX = '576';

/** Returns the ID of an order or an order line. */
export function orderId(number: number): string {
  return `${ID_PREFIX}${number}`;
}

/** Returns the ordinal of an order of this shop that exists now, or undefined. */
export function findOrdinalById(shop: Storefront, id: string, now: number): number | undefined {
  const match = /^576(\d{15})$/.exec(id);
  if (match === null) return undefined;
  const ordinal = shop.ordinalOf(Number(match[1]));
  return ordinal !== undefined && shop.createdAt(ordinal) <= now ? ordinal : undefined;
}
