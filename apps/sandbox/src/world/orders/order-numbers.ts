/**
 * Order numbers of generated shops: 15 digits, growing with time, and decodable. Like the marketplace's own, they fit
 * in a JSON number.
 */
import { mix } from '../random.ts';

export const ORDER_NUMBER_BASE = 400_000_000_000_000;
export const ORDER_NUMBERS_PER_DAY = 20_000_000_000;
const BASE = ORDER_NUMBER_BASE;
const PER_DAY = ORDER_NUMBERS_PER_DAY;
const PER_SLOT = 200_000_000;
const PER_INDEX = 97;
/** Day 0 of the numbering: 2015-01-01. */
const FIRST_DAY = 16_436;
/** Maximum orders of one shop per day. */
export const MAX_ORDERS_PER_DAY = Math.floor(PER_SLOT / PER_INDEX);
/** A unit's number is its order's number followed by one digit, 1 to 9. */
export const MAX_UNITS = 9;

export interface OrderKey {
  readonly slot: number;
  /** Shop-local day number. */
  readonly day: number;
  /** Position among the day's orders. */
  readonly index: number;
}

function check(key: OrderKey): number {
  return mix(mix(key.day, key.slot), key.index) % PER_INDEX;
}

export function orderNumber(key: OrderKey): number {
  const start = BASE + (key.day - FIRST_DAY) * PER_DAY + key.slot * PER_SLOT;
  return start + key.index * PER_INDEX + check(key);
}

/** Decodes an order number. Returns undefined if no generated order can have it. */
export function readOrderNumber(number: number): OrderKey | undefined {
  if (!Number.isSafeInteger(number) || number < BASE) return undefined;
  const sinceBase = number - BASE;
  const key: OrderKey = {
    day: Math.floor(sinceBase / PER_DAY) + FIRST_DAY,
    slot: Math.floor((sinceBase % PER_DAY) / PER_SLOT),
    index: Math.floor((sinceBase % PER_SLOT) / PER_INDEX),
  };
  return orderNumber(key) === number ? key : undefined;
}
