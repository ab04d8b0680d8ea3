/** Reads the parameters of a call. */
import { ShopeeError } from './errors.ts';

/** A whole number within bounds; `error_param` otherwise. */
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

/** A list: one value with commas, or the name repeated, or both. */
export function readList(query: URLSearchParams, name: string): string[] {
  return query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** A list whose name is repeated: of this one the platform splits no commas. */
export function readRepeated(query: URLSearchParams, name: string): string[] {
  return query.getAll(name).filter((value) => value !== '');
}

/** A list of one to `most` entries. */
export function requireEntries(entries: readonly string[], name: string, max: number): string[] {
  if (entries.length === 0) throw new ShopeeError('error_param', `${name} is required.`);
  if (entries.length > max) {
    throw new ShopeeError('error_param', `${name} must have at most ${max} entries.`);
  }
  return [...new Set(entries)];
}

/** A text that must be one of a list, where it is given; `error_param` otherwise. */
export function readEnum(query: URLSearchParams, name: string, values: readonly string[]): string {
  const value = query.get(name) ?? '';
  if (value !== '' && !values.includes(value)) {
    throw new ShopeeError('error_param', `Invalid ${name}.`);
  }
  return value;
}
