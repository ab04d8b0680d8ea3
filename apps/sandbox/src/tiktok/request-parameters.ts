/** Parses the parameters of a call from query and JSON body. */
import { TiktokError } from './errors.ts';

const invalidParameterCode = 36_009_004;
/** Default end of an open range. */
export const maxEpochSeconds = 4_294_967_295;

export function invalidParameter(what: string): TiktokError {
  return new TiktokError(invalidParameterCode, `Invalid parameter: ${what}.`);
}

/**
 * Parses an integer query parameter within bounds.
 *
 * @throws {TiktokError} if it is none.
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
  if (value < min || value > max)
    throw invalidParameter(`${name} must be between ${min} and ${max}`);
  return value;
}

/**
 * Returns a query parameter that must be one of `values`.
 *
 * @throws {TiktokError} if it is another one.
 */
export function readEnum<Value extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly Value[],
  defaultValue: Value,
): Value {
  const text = query.get(name) ?? '';
  if (text === '') return defaultValue;
  const value = values.find((known) => known === text);
  if (value === undefined) throw invalidParameter(name);
  return value;
}

/**
 * Returns an instant of the body in epoch seconds.
 *
 * @throws {TiktokError} if it is invalid.
 */
export function readInstant(
  body: Readonly<Record<string, unknown>>,
  name: string,
  defaultValue: number,
): number {
  const value = body[name];
  if (value === undefined || value === null) return defaultValue;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 1e11) {
    throw invalidParameter(`${name} must be epoch seconds`);
  }
  return value;
}

/**
 * Returns a list of texts of the body, or undefined if it is absent.
 *
 * @throws {TiktokError} if it is invalid or longer than `max`.
 */
export function readTexts(
  body: Readonly<Record<string, unknown>>,
  name: string,
  max: number,
): readonly string[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.some((entry) => typeof entry !== 'string')) {
    throw invalidParameter(`${name} must be a list of texts`);
  }
  if (value.length > max) throw invalidParameter(`${name} must have at most ${max} entries`);
  return value.map(String);
}

/**
 * Returns a text of the body, or an empty one if it is absent.
 *
 * @throws {TiktokError} if it is not text.
 */
export function readText(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw invalidParameter(`${name} must be a text`);
  return value;
}
