/** Reads the text parameters of a call. */
import { LazadaError } from './errors.ts';
import type { Parameters } from './signature.ts';

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Epoch milliseconds of an ISO 8601 instant with offset; undefined when it is not one. */
export function parseInstantMs(text: string): number | undefined {
  const match = INSTANT.exec(text);
  if (match === null) return undefined;
  const zone = match[7] ?? 'Z';
  const normal = zone.length === 5 ? `${text.slice(0, -2)}:${text.slice(-2)}` : text;
  const ms = Date.parse(normal);
  if (Number.isNaN(ms)) return undefined;
  // Date.parse lets 31 April pass as 1 May in some engines.
  const day = Number(match[3]);
  return new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, day)).getUTCDate() === day
    ? ms
    : undefined;
}

/** An instant parameter in epoch milliseconds. Throws 17 when malformed. */
export function readInstant(parameters: Parameters, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === undefined || text === '') return undefined;
  const ms = parseInstantMs(text);
  if (ms === undefined) throw new LazadaError('17', name);
  return ms;
}

/** A whole number from `low` to `high`; throws `code` otherwise. */
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

/** Digits of an id as a number, undefined when they are not an id. */
export function parseId(text: string): number | undefined {
  return /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}
