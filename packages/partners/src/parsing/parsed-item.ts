import type { RawItem } from '../canonical/canonical.ts';
import { parseElement } from './lossless-json.ts';
import { parseAmount } from './amounts.ts';

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

/**
 * Returns the raw item of an entity with its parsed payload.
 * @throws Error when there is no such raw item
 */
export function parseRawItem(raw: readonly RawItem[], entity: RawItem['entity']): ParsedItem {
  const item = raw.find((each) => each.entity === entity);
  if (item === undefined) throw new Error(`There is no raw item of the entity ${entity}`);
  return { raw: item, value: parsePayload(item.payload) };
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
  const written = text?.trim() ?? '';
  if (written === '') return 0n;
  const amount = parseAmount(written);
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
