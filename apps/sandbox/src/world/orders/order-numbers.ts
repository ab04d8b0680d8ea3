/**
 * Order numbers of generated shops: 15 digits, growing with time, and decodable. Like the marketplace's own, they fit
 * in a JSON number.
 */
import { mix } from '../random.ts';

export const orderNumberBase = 400_000_000_000_000;
export const orderNumbersPerDay = 20_000_000_000;
/** The numbers of one shop on one day; a slot is the position of a shop. */
const perSlot = 200_000_000;
/** The numbers of one order, of which a check number picks one. */
const perIndex = 97;
/** Day 0 of the numbering: 2015-01-01. */
const firstDay = 16_436;
/** Maximum orders of one shop per day. */
export const maxOrdersPerDay = Math.floor(perSlot / perIndex);
/** A unit's number is its order's number followed by one digit, 1 to 9. */
export const maxUnits = 9;

export interface OrderKey {
  readonly slot: number;
  /** Shop-local day number. */
  readonly day: number;
  /** Position among the day's orders. */
  readonly index: number;
}

function check(key: OrderKey): number {
  return mix(mix(key.day, key.slot), key.index) % perIndex;
}

export function orderNumber(key: OrderKey): number {
  const start = orderNumberBase + (key.day - firstDay) * orderNumbersPerDay + key.slot * perSlot;
  return start + key.index * perIndex + check(key);
}

/** Decodes an order number. Returns undefined if no generated order can have it. */
export function readOrderNumber(number: number): OrderKey | undefined {
  if (!Number.isSafeInteger(number) || number < orderNumberBase) return undefined;
  const sinceBase = number - orderNumberBase;
  const key: OrderKey = {
    day: Math.floor(sinceBase / orderNumbersPerDay) + firstDay,
    slot: Math.floor((sinceBase % orderNumbersPerDay) / perSlot),
    index: Math.floor((sinceBase % perSlot) / perIndex),
  };
  return orderNumber(key) === number ? key : undefined;
}
