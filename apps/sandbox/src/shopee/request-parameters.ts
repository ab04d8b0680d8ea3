/** Parses the parameters of a call. */
import { ShopeeError } from './errors.ts';

/** Upper limit of times and page numbers. */
export const maxUint32 = 4_294_967_295;

/**
 * Parses an integer within bounds.
 *
 * @throws {ShopeeError} `error_param` if it is none.
 */
export function readInteger(
  query: URLSearchParams,
  name: string,
  min: number,
  max: number,
  defaultValue?: number,
): number {
  const text = query.get(name) ?? '';
  if (text === '' && defaultValue !== undefined) return defaultValue;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
  if (value < min || value > max) {
    throw new ShopeeError('error_param', `${name} must be between ${min} and ${max}.`);
  }
  return value;
}

/** Parses a list: comma-separated values, repeated parameters, or both. */
export function readList(query: URLSearchParams, name: string): string[] {
  return query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Parses a list of repeated parameters. Shopee does not split this kind at commas. */
export function readRepeated(query: URLSearchParams, name: string): string[] {
  return query.getAll(name).filter((value) => value !== '');
}

/**
 * Requires 1 to `max` entries and removes duplicates.
 *
 * @throws {ShopeeError} `error_param`.
 */
export function requireEntries(entries: readonly string[], name: string, max: number): string[] {
  if (entries.length === 0) throw new ShopeeError('error_param', `${name} is required.`);
  if (entries.length > max) {
    throw new ShopeeError('error_param', `${name} must have at most ${max} entries.`);
  }
  return [...new Set(entries)];
}

/**
 * Reads an optional parameter that must be one of `values`.
 *
 * @throws {ShopeeError} `error_param`.
 */
export function readEnum(query: URLSearchParams, name: string, values: readonly string[]): string {
  const value = query.get(name) ?? '';
  if (value !== '' && !values.includes(value)) {
    throw new ShopeeError('error_param', `Invalid ${name}.`);
  }
  return value;
}
