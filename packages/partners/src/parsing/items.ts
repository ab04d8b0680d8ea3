import { hash, createHmac } from 'node:crypto';
import { Compile } from 'typebox/compile';
import type { RawItem, RejectedItem, Platform } from '../canonical/canonical.ts';
import { Id, parseEpoch } from './fields.ts';
import { redactPersons } from './redact-persons.ts';
import type { DerivationResult, ShopContext } from '../connector/shop-access.ts';
import { parseElement } from './lossless-json.ts';
import { parseAmount } from './amounts.ts';

const IdCheck = Compile(Id);

/** Prefix of the ids of items without a readable one, which another id replaces once they can be read. */
export const contentIdPrefix = 'unidentified:';

/** Returns a stable id for an item without a readable id, so that it is stored only once. */
export function contentId(payload: string | Buffer): string {
  return contentIdPrefix + hash('sha256', payload, 'hex').slice(0, 32);
}

function isContentId(externalId: string): boolean {
  return externalId.startsWith(contentIdPrefix);
}

/**
 * Returns the id of an item, even if its other fields are invalid: a rejected item must be recognized as a stored one.
 * @param names fields of the id; the first one that is a number other than 0 is used
 */
export function readId(item: unknown, ...names: readonly string[]): string | null {
  for (const name of names) {
    const id: unknown = Reflect.get(Object(item), name);
    if (IdCheck.Check(id) && id !== '0') return id;
  }
  return null;
}

/** Keeps the newest version per key; of equally old versions, the later one in the list. */
export function newestByKey<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
  updatedAt: (item: Item) => Date | null,
): Item[] {
  const newest = new Map<string, Item>();
  for (const item of items) {
    const known = newest.get(key(item));
    const isOlder =
      known !== undefined && (updatedAt(item)?.getTime() ?? 0) < (updatedAt(known)?.getTime() ?? 0);
    if (!isOlder) newest.set(key(item), item);
  }
  return [...newest.values()];
}

/** Keeps the newest version of each raw item; of equally old versions, the later one in the list. */
export function newestItems<Item extends { raw: RawItem }>(items: readonly Item[]): Item[] {
  return newestByKey(
    items,
    ({ raw }) => raw.externalId,
    ({ raw }) => raw.updatedAt,
  );
}

/** Returns whether an id has neither a null character nor half of a character, which databases reject. */
function isText(id: string): boolean {
  return id.isWellFormed() && !id.includes('\0');
}

/** @param externalId null if the item has no readable id; one that is not text counts as unreadable */
export function createRawItem(
  entity: RawItem['entity'],
  externalId: string | null,
  updatedAt: Date | null,
  payload: Buffer,
): RawItem {
  return {
    entity,
    externalId:
      externalId !== null && isText(externalId) ? externalId : contentId(redactPersons(payload)),
    updatedAt,
    payload,
  };
}

/**
 * Keeps the first item of each id. Another item with that id and other content, or with that content and no id of its
 * own, becomes a reject: whether it is the same one again is unknown.
 * @param name what the items are, for the reason of the reject
 */
export function distinctItems<Item extends ParsedItem>(
  all: readonly Item[],
  name: string,
): { items: Item[]; conflicts: RejectedItem[] } {
  const items = new Map<string, Item>();
  const conflicts = new Map<string, RejectedItem>();
  for (const item of all) {
    const { raw } = item;
    const first = items.get(raw.externalId);
    if (first === undefined) items.set(raw.externalId, item);
    // Whole items are compared only for equal ids, because comparing costs as much as parsing.
    else if (isContentId(raw.externalId) || !first.raw.payload.equals(raw.payload)) {
      conflicts.set(raw.payload.toString('latin1'), {
        raw,
        reason: `${name}: nothing tells it from another one`,
      });
    }
  }
  return { items: [...items.values()], conflicts: [...conflicts.values()] };
}

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
