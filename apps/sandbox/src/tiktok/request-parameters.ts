/** Reads the parameters of a call: query and JSON body. */
import { TiktokError } from './errors.ts';

const INVALID = 36_009_004;
/** Where a span without an end ends. */
export const LAST_SECOND = 4_294_967_295;

export function invalid(what: string): TiktokError {
  return new TiktokError(INVALID, `Invalid parameter: ${what}.`);
}

/** A whole number of the query within bounds. */
export function whole(
  query: URLSearchParams,
  name: string,
  low: number,
  high: number,
  usual?: number,
): number {
  const given = query.get(name) ?? '';
  if (given === '' && usual !== undefined) return usual;
  const value = /^\d{1,10}$/.test(given) ? Number(given) : -1;
  if (value < low || value > high) throw invalid(`${name} must be between ${low} and ${high}`);
  return value;
}

/** One of the values that a parameter of the query may have. */
export function choice<Value extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly Value[],
  usual: Value,
): Value {
  const given = query.get(name) ?? '';
  if (given === '') return usual;
  const value = values.find((known) => known === given);
  if (value === undefined) throw invalid(name);
  return value;
}

/** An instant of the body in epoch seconds; `usual` without one. */
export function instant(
  body: Readonly<Record<string, unknown>>,
  name: string,
  usual: number,
): number {
  const value = body[name];
  if (value === undefined || value === null) return usual;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 1e11) {
    throw invalid(`${name} must be epoch seconds`);
  }
  return value;
}

/** A list of texts of the body; undefined without one. */
export function texts(
  body: Readonly<Record<string, unknown>>,
  name: string,
  most: number,
): readonly string[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.some((entry) => typeof entry !== 'string')) {
    throw invalid(`${name} must be a list of texts`);
  }
  if (value.length > most) throw invalid(`${name} must have at most ${most} entries`);
  return value.map(String);
}

/** A text of the body; empty without one. */
export function text(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw invalid(`${name} must be a text`);
  return value;
}
