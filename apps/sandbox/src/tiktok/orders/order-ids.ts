/** TikTok Shop's ids: 18 and 19 digits, more than a JSON number holds, made from the world's numbers and back. */
import type { Storefront } from '../../world/orders/order.ts';

const ID_PREFIX = '576';

/** Of orders and lines. */
export function orderId(number: number): string {
  return `${ID_PREFIX}${number}`;
}

/** Ordinal of an order of this shop that exists now, or undefined. */
export function findOrdinalById(shop: Storefront, id: string, now: number): number | undefined {
  const match = /^576(\d{15})$/.exec(id);
  if (match === null) return undefined;
  const ordinal = shop.ordinalOf(Number(match[1]));
  return ordinal !== undefined && shop.createdAt(ordinal) <= now ? ordinal : undefined;
}
