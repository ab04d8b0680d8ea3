import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ShopAccess, Window } from '../../connector/connector.ts';
import { isTooMuch } from '../../http/batches.ts';
import { distinctElements, type JsonElement } from '../../parsing/lossless-json.ts';
import { Paging } from '../../http/paging-guard.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { parseEpoch } from '../../parsing/times.ts';
import type { Extent } from '../../http/http-request.ts';
import type { TikTokAnswer } from './client.ts';
import type { ShopCalls } from './shops.ts';

/** The searches that page by a token and filter by two times. */
export interface Search {
  path: string;
  /** The array of the answer that holds the rows. */
  list: string;
  pageSize: number;
  /** The platform refuses pages of fewer rows; 1 where it refuses none. */
  minPageSize?: number;
  /** The newest first; otherwise the oldest. */
  isBackwards?: true;
}

/** A span in epoch seconds; `to` is exclusive, as in the protocol. */
export interface Span {
  field: Window['field'];
  from: number;
  to: number;
}

export interface FoundRow {
  bytes: Buffer;
  value: unknown;
  createdAt: Date | null;
  updatedAt: Date | null;
}

const PositionShape = Type.Object({
  /** Start of the search that is paged through, seconds. */
  after: Type.Integer({ minimum: 0 }),
  token: Type.Union([Type.String(), Type.Null()]),
  /** Rows before this page. */
  read: Type.Integer({ minimum: 0 }),
  /** Time of the last row before this page, seconds. */
  last: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Rows of a page, where those of whole pages were too large. */
  size: Type.Optional(Type.Integer({ minimum: 1 })),
});
/** Where a search is read on from. */
export type Position = Static<typeof PositionShape>;
export const Position = PositionShape;

export interface FoundPage {
  rows: FoundRow[];
  /** Rows of the whole search from `Position.after` on. */
  matches: number;
  /** null: read to its end. */
  next: Position | null;
}

const shortPageAttempts = 4;

const Page = Compile(
  Type.Object({
    total_count: Type.Optional(Type.Union([Type.String({ pattern: '^\\d{1,12}$' }), Type.Null()])),
    // Empty, null or absent on the last page.
    next_page_token: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
);

/**
 * How many rows a search has, and where its next page is. A search without matches may be answered by an empty object,
 * which would hide rows on a later page.
 * @returns null for an answer that is no page
 */
export function pageEnd(
  { data, hasArray }: Pick<TikTokAnswer, 'data' | 'hasArray'>,
  isFirst: boolean,
): { matches: number; token: string | null } | null {
  if (!Page.Check(data)) return null;
  const token = data.next_page_token || null;
  const isBare = isFirst && Object.values(data).every((value) => value === null || value === '');
  const matches = data.total_count ?? (isBare ? '0' : null);
  // The array may be missing where there is nothing to tell.
  if (matches === null || (!hasArray && matches !== '0')) return null;
  return { matches: Number(matches), token };
}

export function startOf(span: Pick<Span, 'from'>): Position {
  return { after: span.from, token: null, read: 0 };
}

/** A window in whole seconds that holds it all. */
export function spanOf({ field, from, to }: Window): Span {
  return {
    field,
    from: Math.max(0, Math.floor(from.getTime() / 1000)),
    to: Math.max(0, Math.ceil(to.getTime() / 1000)),
  };
}

/**
 * One page, oldest first. A page that lacks rows is asked for again a few times; of one whose answer is too large the
 * half is, down to one row. A token belongs to the size of its pages, so that smaller ones begin a new search.
 */
export async function searchPage(
  calls: ShopCalls,
  access: ShopAccess,
  whole: Search,
  span: Span,
  at: Position,
  signal: AbortSignal | undefined,
): Promise<FoundPage> {
  const search = { ...whole, pageSize: Math.min(whole.pageSize, at.size ?? whole.pageSize) };
  const size = Math.floor(search.pageSize / 2);
  const isLeast = size < (search.minPageSize ?? 1);
  try {
    const extent = isLeast ? 'single' : 'batch';
    return await readPage(calls, access, search, span, at, signal, extent);
  } catch (error) {
    if (isLeast || !isTooMuch(error)) throw error;
    const after = at.last ?? at.after;
    return searchPage(calls, access, whole, span, { after, token: null, read: 0, size }, signal);
  }
}

async function readPage(
  calls: ShopCalls,
  access: ShopAccess,
  search: Search,
  span: Span,
  at: Position,
  signal: AbortSignal | undefined,
  extent: Extent,
): Promise<FoundPage> {
  const left = { ...span, from: at.after };
  const isFirst = at.after === span.from && at.token === null;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(calls, access, search, left, { ...at, isFirst }, signal, extent);
    const rows = distinctElements(answer.elements).map(toRow);
    const isWhole = rows.length >= Math.min(search.pageSize, answer.matches - at.read);
    if (isWhole || attempt === shortPageAttempts) {
      const next = nextPosition(search, span, at, { ...answer, rows, isWhole });
      return { rows, matches: answer.matches, next };
    }
  }
}

/** How many rows a span has. */
export async function countRows(
  calls: ShopCalls,
  access: ShopAccess,
  search: Search,
  span: Span,
  signal: AbortSignal | undefined,
): Promise<number> {
  if (span.to <= span.from) return 0;
  const least = { ...search, pageSize: Math.min(search.pageSize, 10) };
  return (await ask(calls, access, least, span, start, signal)).matches;
}

/** The row that stands last in a span by the span's time; null when the answer has none. */
export async function lastRow(
  calls: ShopCalls,
  access: ShopAccess,
  search: Search,
  span: Span,
  signal: AbortSignal | undefined,
): Promise<FoundRow | null> {
  const backwards = { ...search, pageSize: 1, isBackwards: true } as const;
  const { elements } = await ask(calls, access, backwards, span, start, signal);
  return elements[0] === undefined ? null : toRow(elements[0]);
}

const start = { token: null, isFirst: true };

async function ask(
  calls: ShopCalls,
  access: ShopAccess,
  { path, list, pageSize, isBackwards }: Search,
  { field, from, to }: Span,
  { token, isFirst }: { token: string | null; isFirst: boolean },
  signal: AbortSignal | undefined,
  extent: Extent = 'single',
): Promise<{ elements: JsonElement[]; matches: number; token: string | null }> {
  const name = field === 'created' ? 'create_time' : 'update_time';
  const answer = await calls.read(
    access,
    {
      path,
      parameters: {
        page_size: String(pageSize),
        sort_field: name,
        sort_order: isBackwards ? 'DESC' : 'ASC',
        ...(token !== null && { page_token: token }),
      },
      body: { [`${name}_ge`]: from, [`${name}_lt`]: to },
      extent,
      signal,
    },
    list,
  );
  const end = pageEnd(answer, isFirst);
  if (end === null) {
    throw new PartnerError({ kind: 'protocol', code: `${list}_shape`, endpoint: path });
  }
  return { elements: answer.elements, ...end };
}

/**
 * Where to read on. Creation times never change, so their pages are followed by token. Update times do, and a
 * row that moves to the end may pull an unread one onto a page already passed; there each search starts at
 * the time of the last row. So does the one after a page that lacked rows.
 */
function nextPosition(
  { path, pageSize }: Search,
  { field }: Span,
  at: Position,
  page: { rows: readonly FoundRow[]; matches: number; token: string | null; isWhole: boolean },
): Position | null {
  const end = at.read + page.rows.length;
  if (page.isWhole && end >= page.matches) return null;
  const times = page.rows.flatMap(
    (row) => (field === 'created' ? row.createdAt : row.updatedAt)?.getTime() ?? [],
  );
  const last = Math.floor(Math.max(0, ...times) / 1000);
  const canRestart = last > at.after;
  const larger = at.size !== undefined && { size: at.size * 2 };
  const restart: Position = { after: last, token: null, read: 0, ...larger };
  if (!page.isWhole || page.token === null) {
    if (canRestart) return restart;
    throw new PartnerError({ kind: 'unavailable', code: 'rows_missing', endpoint: path });
  }
  const repeated = times.filter((time) => time >= last * 1000).length;
  const isCheap = field === 'updated' && repeated * 10 <= page.rows.length;
  if (canRestart && (isCheap || larger)) return restart;
  const paging = new Paging(path, { pages: Math.floor(at.read / pageSize), mark: at.token });
  paging.goOn({ mark: page.token, rows: page.rows.length });
  return { ...at, token: page.token, read: end, last };
}

export function toRow({ bytes, value }: JsonElement): FoundRow {
  const time = (name: string) => {
    const text = textIn(value, name);
    return text === null ? null : parseEpoch(text);
  };
  return { bytes, value, createdAt: time('create_time'), updatedAt: time('update_time') };
}

/** A text, or number become text, of a parsed object. */
export function textIn(value: unknown, name: string): string | null {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'string' && found !== '' ? found : null;
}
