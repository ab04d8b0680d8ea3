/** Parses parameters in all forms that Graph clients use: query, form or JSON; lists as JSON or separated by commas. */
import { invalidParameter } from '../errors.ts';
import { parseJson } from '../../http/json-object.ts';

/** Merges the query and the fields of a form or JSON body. The body takes precedence. */
export function parseParameters(
  search: URLSearchParams,
  contentType: string,
  body: string,
): URLSearchParams {
  const merged = new URLSearchParams(search);
  if (body === '') return merged;
  if (!contentType.includes('json')) {
    for (const [name, value] of new URLSearchParams(body)) merged.set(name, value);
    return merged;
  }
  const value = parseJson(body);
  if (value === undefined) throw invalidParameter('The body is not JSON');
  if (typeof value !== 'object' || value === null) return merged;
  for (const [name, field] of Object.entries(value)) {
    merged.set(name, typeof field === 'string' ? field : JSON.stringify(field));
  }
  return merged;
}

/** Parses a list of names: `a,b` or `["a","b"]`. */
export function readNames(parameters: URLSearchParams, name: string): readonly string[] {
  const text = (parameters.get(name) ?? '').trim();
  if (text === '') return [];
  if (!text.startsWith('[')) return text.split(',').map((entry) => entry.trim());
  const value = readJson(parameters, name);
  if (!Array.isArray(value)) throw invalidParameter(`param ${name} must be an array.`);
  return value.map(String);
}

/** Parses a parameter with JSON. Returns undefined if it is absent. */
export function readJson(parameters: URLSearchParams, name: string): unknown {
  const text = parameters.get(name);
  if (text === null || text === '') return undefined;
  const value = parseJson(text);
  if (value === undefined) throw invalidParameter(`param ${name} must be valid JSON.`);
  return value;
}

function readLimit(parameters: URLSearchParams, max: number): number {
  const text = parameters.get('limit') ?? '';
  if (text === '') return 25;
  const limit = Number(text);
  if (!/^\d{1,6}$/.test(text) || limit < 1)
    throw invalidParameter('param limit must be a positive number');
  return Math.min(limit, max);
}

const cursorPattern = /^row:(\d{1,9})$/;

function cursorAt(position: number): string {
  return Buffer.from(`row:${position}`).toString('base64url');
}

interface PageRequest {
  readonly parameters: URLSearchParams;
  readonly maxRows: number;
  /** URL of this edge without its query. */
  readonly address: string;
  /** Returns only half of the page, as happens under load. */
  readonly shortened: boolean;
}

/** Returns one page of rows with cursors and the URL of the next page. */
export function paginate<T>(
  rows: readonly T[],
  view: (row: T) => Readonly<Record<string, unknown>>,
  { parameters, maxRows, address, shortened }: PageRequest,
): Readonly<Record<string, unknown>> {
  const limit = readLimit(parameters, maxRows);
  const after = parameters.get('after');
  let from = 0;
  if (after !== null && after !== '') {
    const position = cursorPattern.exec(Buffer.from(after, 'base64url').toString('utf8'))?.[1];
    if (position === undefined) throw invalidParameter('Invalid cursor');
    from = Number(position);
  }
  const to = Math.min(rows.length, from + (shortened ? Math.floor(limit / 2) : limit));
  const data = rows.slice(from, to).map(view);
  const hasMore = to < rows.length;
  const next = new URLSearchParams(parameters);
  next.set('after', cursorAt(to));
  next.set('limit', String(limit));
  const total =
    (parameters.get('summary') ?? '') === '' ? {} : { summary: { total_count: rows.length } };
  if (rows.length === 0) return { data, ...total };
  return {
    data,
    paging: {
      cursors: { before: cursorAt(from), after: cursorAt(to) },
      ...(hasMore ? { next: `${address}?${next.toString()}` } : {}),
    },
    ...total,
  };
}
