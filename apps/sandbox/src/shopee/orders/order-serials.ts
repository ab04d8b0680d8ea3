/** Shopee's order numbers: the day and eight letters or digits, converted from and to the world's order numbers. */
import { calendarDay, dayNumber, dayOf } from '../../local-time.ts';
import { orderNumberBase, orderNumbersPerDay } from '../../world/orders/order-numbers.ts';
import type { Storefront } from '../../world/orders/order.ts';

/** Makes every suffix eight characters long and start with a letter. */
const suffixOffset = 36 ** 7 * 20;

const two = (value: number): string => String(value).padStart(2, '0');

export function orderSerial(number: number, createdAt: number): string {
  const { year, month, dayOfMonth } = calendarDay(dayOf(createdAt));
  const inDay = (number - orderNumberBase) % orderNumbersPerDay;
  const suffix = (inDay + suffixOffset).toString(36).toUpperCase();
  return `${two(year % 100)}${two(month)}${two(dayOfMonth)}${suffix}`;
}

/** Returns the ordinal of an order of this shop that exists now, or undefined. */
export function findOrdinalBySerial(
  shop: Storefront,
  name: string,
  now: number,
): number | undefined {
  const match = /^(\d{2})(\d{2})(\d{2})([0-9A-Z]{8})$/.exec(name);
  if (match === null) return undefined;
  const day = dayNumber(2000 + Number(match[1]), Number(match[2]), Number(match[3]));
  const inDay = Number.parseInt(match[4] ?? '', 36) - suffixOffset;
  const start = dayNumber(2015, 1, 1);
  const number = orderNumberBase + (day - start) * orderNumbersPerDay + inDay;
  if (inDay < 0 || inDay >= orderNumbersPerDay) return undefined;
  const ordinal = shop.ordinalOf(number);
  return ordinal !== undefined && shop.createdAt(ordinal) <= now ? ordinal : undefined;
}
