/**
 * Tiki's order codes: nine digits as text. Four encode the day, one the shop, four the order's index within the day, so
 * a code can be decoded without a table.
 */
import { orderNumber, readOrderNumber } from '../../world/orders/order-numbers.ts';
import { firstTikiSlot } from '../../world/shops/shops.ts';

/** Codes count days so that 2015-01-01 is day 1000. */
const firstDay = 16_436 - 1000;

/** Encodes an order number of the world. */
export function encodeOrderCode(number: number): string {
  const key = readOrderNumber(number);
  if (key === undefined) throw new RangeError(`${number} is not an order of the made-up world`);
  const day = String(key.day - firstDay);
  return `${day}${key.slot - firstTikiSlot}${String(key.index).padStart(4, '0')}`;
}

/** Decodes a code into an order number of the world. Returns undefined if it is none. */
export function decodeOrderCode(code: string): number | undefined {
  const match = /^(\d{4})(\d)(\d{4,6})$/.exec(code);
  if (match === null) return undefined;
  const [day = 0, slot = 0, index = 0] = match.slice(1).map(Number);
  return orderNumber({ day: day + firstDay, slot: slot + firstTikiSlot, index });
}
