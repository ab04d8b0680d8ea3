/** Reads the parameters of a call: query and JSON body. */
import { TiktokError } from './errors.ts';

const INVALID_PARAMETER_CODE = 36_009_004;
/** Where a span without an end ends. */
export const MAX_EPOCH_SECONDS = 4_294_967_295;

export function invalidParameter(what: string): TiktokError {
  return new TiktokError(INVALID_PARAMETER_CODE, `Invalid parameter: ${what}.`);
}

/** A whole number of the query within bounds. */
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

/** One of the values that a parameter of the query may have. */
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

/** An instant of the body in epoch seconds; `usual` without one. */
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

/** A list of texts of the body; undefined without one. */
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

/** A text of the body; empty without one. */
export function readText(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw invalidParameter(`${name} must be a text`);
  return value;
}
