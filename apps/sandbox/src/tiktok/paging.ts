/** Page tokens: opaque, and containing every character that careless clients forget to encode. */
import { hash } from 'node:crypto';
import type { TiktokCall, TiktokData } from './context.ts';
import { invalidParameter } from './request-parameters.ts';

/** Encodes as `++//` in base64. */
const tokenPrefix = Buffer.from([0xfb, 0xef, 0xff]);

/** Returns a digest of everything that must not change between pages. */
function queryDigest({ query, body }: TiktokCall): string {
  const sorting = `${query.get('sort_field') ?? ''} ${query.get('sort_order') ?? ''}`;
  const text = `${sorting} ${query.get('page_size') ?? ''} ${JSON.stringify(body)}`;
  return hash('sha256', text, 'hex').slice(0, 8);
}

function createPageToken(call: TiktokCall, offset: number): string {
  // A length not divisible by 3, so that the token ends with `=`.
  const text = `${queryDigest(call)}.${offset}`;
  const padded = text.length % 3 === 0 ? `${text}.` : text;
  return Buffer.concat([tokenPrefix, Buffer.from(padded)]).toString('base64');
}

/** Returns the number of rows to skip, from the page token of a call. */
export function readPageOffset(call: TiktokCall): number {
  const token = call.query.get('page_token') ?? '';
  if (token === '') return 0;
  const bytes = Buffer.from(token, 'base64');
  const [tokenQuery, offset = ''] = bytes
    .subarray(tokenPrefix.length)
    .toString('latin1')
    .split('.');
  const isOurs = bytes.toString('base64') === token && bytes.subarray(0, 3).equals(tokenPrefix);
  if (!isOurs || tokenQuery !== queryDigest(call) || !/^\d{1,9}$/.test(offset)) {
    throw invalidParameter('page_token');
  }
  return Number(offset);
}

/** Returns the requested page of the rows, and the paging fields of the response. */
export function pageOf<Row>(
  call: TiktokCall,
  all: readonly Row[],
  size: number,
): { readonly rows: readonly Row[]; readonly end: TiktokData } {
  const offset = readPageOffset(call);
  const rows = all.slice(offset, offset + size);
  return { rows, end: pageEnd(call, { offset, rows: rows.length, total: all.length }) };
}

/** Returns the paging fields of a response. */
export function pageEnd(
  call: TiktokCall,
  page: { readonly offset: number; readonly rows: number; readonly total: number },
): TiktokData {
  const end = page.offset + page.rows;
  return {
    next_page_token: end < page.total ? createPageToken(call, end) : '',
    total_count: page.total,
  };
}
