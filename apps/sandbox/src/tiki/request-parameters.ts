/** Parses the parameters of a call and builds list responses. */
import { parseDay, startOfDay } from '../local-time.ts';
import { TikiError } from './errors.ts';

/** Parses a positive integer. */
function readInteger(
  query: URLSearchParams,
  name: string,
  { max, defaultValue }: { readonly max: number; readonly defaultValue: number },
): number {
  const text = query.get(name);
  if (text === null || text === '') return defaultValue;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (value < 1 || value > max) throw new TikiError(400, `${name} must be between 1 and ${max}`);
  return value;
}

/**
 * Parses `YYYY-MM-DD HH:mm:ss` in Vietnam's time into epoch seconds. Returns undefined if it is absent.
 *
 * @throws {TikiError} 400 if it is malformed.
 */
export function readLocalInstant(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
  const day = match === null ? undefined : parseDay(match[1] ?? '');
  const [hour = 24, minute = 60, second = 60] = (match ?? []).slice(2).map(Number);
  if (day === undefined || hour > 23 || minute > 59 || second > 59) {
    throw new TikiError(400, `${name} must have the format Y-m-d H:i:s`);
  }
  return startOfDay(day) + hour * 3600 + minute * 60 + second;
}

/** A `limit` of up to 100 is accepted, but a page never has more rows than this. */
const maxPerPage = 50;
const defaultPerPage = 20;

/**
 * Parses the number and the size of a page.
 *
 * @throws {TikiError} 400 if one is out of range.
 */
export function readPage(query: URLSearchParams): { current: number; limit: number } {
  const current = readInteger(query, 'page', { max: 1_000_000, defaultValue: 1 });
  const limit = readInteger(query, 'limit', { max: 100, defaultValue: defaultPerPage });
  return { current, limit: Math.min(limit, maxPerPage) };
}

/** Returns the envelope of a list. */
export function paginate(
  rows: readonly unknown[],
  {
    total,
    current,
    limit,
  }: { readonly total: number; readonly current: number; readonly limit: number },
): Readonly<Record<string, unknown>> {
  const from = (current - 1) * limit + 1;
  return {
    data: rows,
    paging: {
      total,
      current_page: current,
      from: rows.length === 0 ? null : from,
      to: rows.length === 0 ? null : from + rows.length - 1,
      per_page: limit,
      last_page: Math.ceil(total / limit),
    },
  };
}
