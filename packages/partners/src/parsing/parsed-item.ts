import type { RawItem, Platform } from '../canonical/canonical.ts';
import type { DerivationResult, ShopContext } from '../connector/shop-access.ts';
import { parseElement } from './lossless-json.ts';
import { parseAmount } from './amounts.ts';
import { parseEpoch } from './times.ts';
import { createHmac } from 'node:crypto';

/** Why an item could not be mapped; the message becomes the reason of its reject. */
export class InvalidItemError extends Error {
  override readonly name = 'InvalidItemError';
}

/** A raw item with its parsed payload; `value` is undefined when the payload is not JSON. */
export interface ParsedItem {
  raw: RawItem;
  value: unknown;
}

export function parsePayload(payload: Buffer): unknown {
  return parseElement(payload).value;
}

/** Returns the raw item of an entity with its parsed payload; undefined when there is none. */
function findRawItem(raw: readonly RawItem[], entity: RawItem['entity']): ParsedItem | undefined {
  const item = raw.find((each) => each.entity === entity);
  return item && { raw: item, value: parsePayload(item.payload) };
}

/**
 * Like `findRawItem`, for an entity that is always there.
 * @throws Error when there is no such raw item
 */
export function parseRawItem(raw: readonly RawItem[], entity: RawItem['entity']): ParsedItem {
  const item = findRawItem(raw, entity);
  if (item === undefined) throw new Error(`There is no raw item of the entity ${entity}`);
  return item;
}

/** Returns the derivation from stored raw items, given that from the parsed item of their entity. */
export function fromStored<Row>(
  entity: RawItem['entity'],
  deriveParsed: (item: ParsedItem, shop: ShopContext) => DerivationResult<Row>,
) {
  return (raw: readonly RawItem[], shop: ShopContext) =>
    deriveParsed(parseRawItem(raw, entity), shop);
}

/** Like `fromStored`, for orders whose lines, incomes or returns are a raw item of their own. */
export function fromStoredOrder<Row>(
  deriveParsed: (
    order: ParsedItem,
    items: ParsedItem | undefined,
    shop: ShopContext,
  ) => DerivationResult<Row>,
) {
  return (raw: readonly RawItem[], shop: ShopContext) =>
    deriveParsed(parseRawItem(raw, 'order'), findRawItem(raw, 'order_items'), shop);
}

/**
 * Derives a canonical row. An `InvalidItemError` of `build` becomes the reject.
 * @param raw the raw item, followed by the related ones that are stored with it
 */
export function derive<Row>(
  [raw, ...others]: readonly [RawItem, ...(RawItem | undefined)[]],
  build: () => Row,
): DerivationResult<Row> {
  try {
    return { canonical: build(), reject: null };
  } catch (error) {
    if (!(error instanceof InvalidItemError)) throw error;
    const related = others.filter((each) => each !== undefined);
    const reject = { raw, ...(related.length > 0 && { related }), reason: error.message };
    return { canonical: null, reject };
  }
}

/** A compiled schema. */
interface Shape<T> {
  Check(value: unknown): value is T;
  Errors(value: unknown): readonly { instancePath: string; message: string }[];
}

/** @throws InvalidItemError with the first error when the value does not match the schema */
export function assertShape<T>(shape: Shape<T>, value: unknown, name: string): asserts value is T {
  if (!shape.Check(value)) {
    throw new InvalidItemError(`${name}: ${firstSchemaError(shape.Errors(value))}`);
  }
}

/** @throws InvalidItemError with the reason when there is no value */
export function required<T>(value: T | null, reason: string): T {
  if (value === null) throw new InvalidItemError(reason);
  return value;
}

/** @throws InvalidItemError when the text is not a time in epoch seconds or milliseconds */
export function parseEpochField(field: string, text: string): Date {
  return required(parseEpoch(text), `${field} is not a time`);
}

/**
 * Parses the time of an event of an order. Absent, null, empty and zero mean that it has not occurred. Any other value
 * that is not a time of the years 1971 to 2199 is flagged as `<event>_time_unreadable`.
 */
export function parseEventTime(
  event: 'payment' | 'shipping' | 'delivery' | 'cancellation',
  value: unknown,
  flags: Set<string>,
  parse: (text: string) => Date | null = parseEpoch,
): Date | null {
  if (value === undefined || value === null || value === '' || value === '0') return null;
  const time = typeof value === 'string' ? parse(value) : null;
  const year = time?.getUTCFullYear() ?? 0;
  if (year >= 1971 && year < 2200) return time;
  flags.add(`${event}_time_unreadable`);
  return null;
}

/** @throws InvalidItemError when the text is not an ISO 4217 code */
export function assertCurrency(text: string | undefined): asserts text is string {
  if (!text || !/^[A-Z]{3}$/.test(text)) {
    throw new InvalidItemError('currency is not an ISO 4217 code');
  }
}

/**
 * Parses an amount into ten-thousandths. Absent, null and blank values are zero; surrounding whitespace is ignored.
 * @throws InvalidItemError for any other text
 */
export function parseAmountE4(
  field: string,
  text: string | null | undefined,
  flags: Set<string>,
): bigint {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return 0n;
  const amount = parseAmount(trimmed);
  if (amount === null) throw new InvalidItemError(`${field} is not an amount`);
  if (amount.rounded) flags.add('amount_rounded');
  return amount.amountE4;
}

/** Compares numeric ids by their value. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** Formats the first validation error of a schema. */
export function firstSchemaError(
  errors: readonly { instancePath: string; message: string }[],
): string {
  const [error] = errors;
  return error ? `${error.instancePath.slice(1) || 'value'} ${error.message}` : 'has another shape';
}

/** Returns `CanonicalOrder.buyerKey`. Partners report an unknown buyer as an absent, empty or zero id. */
export function hashBuyer(
  platform: Platform,
  buyerId: string | null | undefined,
  { buyerHashKey }: ShopContext,
): string | null {
  if (!buyerId || buyerId === '0' || buyerHashKey === undefined) return null;
  return createHmac('sha256', buyerHashKey).update(`${platform}:${buyerId}`).digest('base64url');
}
