import type { RawItem } from '../canonical/canonical.ts';
import { parseElement } from './lossless-json.ts';
import { parseAmount } from './amounts.ts';

/** Why one order cannot be read; becomes the reason of its reject. */
export class InvalidItemError extends Error {}

/** A raw item with its payload parsed; `undefined` for a payload that is not JSON. */
export interface ParsedItem {
  raw: RawItem;
  value: unknown;
}

export function parsePayload(payload: Buffer): unknown {
  return parseElement(payload).value;
}

/** The raw item of an entity that a canonical row is derived from, parsed. */
export function parseRawItem(raw: readonly RawItem[], entity: RawItem['entity']): ParsedItem {
  const item = raw.find((each) => each.entity === entity);
  if (item === undefined) throw new Error(`There is no raw item of the entity ${entity}`);
  return { raw: item, value: parsePayload(item.payload) };
}

/** Absent, null and blank are zero. Blanks around an amount are no part of it. */
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

/** Ids of one kind in the order of their numbers. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** The first thing that a schema finds wrong. */
export function firstSchemaError(
  errors: readonly { instancePath: string; message: string }[],
): string {
  const [error] = errors;
  return error ? `${error.instancePath.slice(1) || 'value'} ${error.message}` : 'has another shape';
}
