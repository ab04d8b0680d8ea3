/** Parses the text parameters of a call. */
import { LazadaError } from './errors.ts';
import type { Parameters } from './signature.ts';

const instantPattern =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Parses an ISO 8601 instant with offset into epoch milliseconds. Returns undefined if it is none. */
export function parseInstantMs(text: string): number | undefined {
  const match = instantPattern.exec(text);
  if (match === null) return undefined;
  const zone = match[7] ?? 'Z';
  const normal = zone.length === 5 ? `${text.slice(0, -2)}:${text.slice(-2)}` : text;
  const ms = Date.parse(normal);
  if (Number.isNaN(ms)) return undefined;
  // Some engines parse April 31 as May 1.
  const day = Number(match[3]);
  return new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, day)).getUTCDate() === day
    ? ms
    : undefined;
}

/**
 * Parses an instant parameter into epoch milliseconds.
 *
 * @throws {LazadaError} 17 if it is malformed.
 */
export function readInstant(parameters: Parameters, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === undefined || text === '') return undefined;
  const ms = parseInstantMs(text);
  if (ms === undefined) throw new LazadaError('17', name);
  return ms;
}

/**
 * Parses an integer from `min` to `max`.
 *
 * @throws {LazadaError} `code` if it is none.
 */
export function readInteger(
  parameters: Parameters,
  name: string,
  min: number,
  max: number,
  defaultValue: number,
  code: string,
): number {
  const text = parameters.get(name);
  if (text === undefined || text === '') return defaultValue;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (value < min || value > max) throw new LazadaError(code, name);
  return value;
}

/** Parses an ID. Returns undefined if it is none. */
export function parseId(text: string): number | undefined {
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}
