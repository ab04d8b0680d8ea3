import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ShopAccess, TimeWindow } from '../../connector/connector.ts';
import { isTooLargeOrTimeout } from '../../http/batches.ts';
import { distinctElements, type JsonElement } from '../../parsing/lossless-json.ts';
import { PagingGuard } from '../../http/paging-guard.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { parseEpoch } from '../../parsing/times.ts';
import type { ResponseExtent } from '../../http/http-request.ts';
import type { TikTokResponse } from './client.ts';
import type { ShopClient } from './shops.ts';

/** The searches that page by a token and filter by two times. */
export interface SearchEndpoint {
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
export interface EpochRange {
  field: TimeWindow['field'];
  from: number;
  to: number;
}

export interface SearchRow {
  bytes: Buffer;
  value: unknown;
  createdAt: Date | null;
  updatedAt: Date | null;
}

const SearchPositionShape = Type.Object({
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
export type SearchPosition = Static<typeof SearchPositionShape>;
export const SearchPosition = SearchPositionShape;

export interface SearchPage {
  rows: SearchRow[];
  /** Rows of the whole search from `Position.after` on. */
  matches: number;
  /** null: read to its end. */
  next: SearchPosition | null;
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
export function parsePageEnd(
  { data, hasArray }: Pick<TikTokResponse, 'data' | 'hasArray'>,
  isFirst: boolean,
): { matches: number; token: string | null } | null {
  if (!Page.Check(data)) return null;
  const token = data.next_page_token || null;
  const isEmptyObject =
    isFirst && Object.values(data).every((value) => value === null || value === '');
  const matches = data.total_count ?? (isEmptyObject ? '0' : null);
  // The array may be missing where there is nothing to tell.
  if (matches === null || (!hasArray && matches !== '0')) return null;
  return { matches: Number(matches), token };
}

export function initialPosition(span: Pick<EpochRange, 'from'>): SearchPosition {
  return { after: span.from, token: null, read: 0 };
}

/** A window in whole seconds that holds it all. */
export function toEpochRange({ field, from, to }: TimeWindow): EpochRange {
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
export async function fetchSearchPage(
  client: ShopClient,
  access: ShopAccess,
  endpoint: SearchEndpoint,
  span: EpochRange,
  at: SearchPosition,
  signal: AbortSignal | undefined,
): Promise<SearchPage> {
  const search = {
    ...endpoint,
    pageSize: Math.min(endpoint.pageSize, at.size ?? endpoint.pageSize),
  };
  const size = Math.floor(search.pageSize / 2);
  const isMinPageSize = size < (search.minPageSize ?? 1);
  try {
    const extent = isMinPageSize ? 'single' : 'batch';
    return await fetchPage(client, access, search, span, at, signal, extent);
  } catch (error) {
    if (isMinPageSize || !isTooLargeOrTimeout(error)) throw error;
    const after = at.last ?? at.after;
    return fetchSearchPage(
      client,
      access,
      endpoint,
      span,
      { after, token: null, read: 0, size },
      signal,
    );
  }
}

async function fetchPage(
  client: ShopClient,
  access: ShopAccess,
  search: SearchEndpoint,
  span: EpochRange,
  at: SearchPosition,
  signal: AbortSignal | undefined,
  extent: ResponseExtent,
): Promise<SearchPage> {
  const remaining = { ...span, from: at.after };
  const isFirst = at.after === span.from && at.token === null;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await requestPage(
      client,
      access,
      search,
      remaining,
      { ...at, isFirst },
      signal,
      extent,
    );
    const rows = distinctElements(answer.elements).map(toSearchRow);
    const isWhole = rows.length >= Math.min(search.pageSize, answer.matches - at.read);
    if (isWhole || attempt === shortPageAttempts) {
      const next = nextPosition(search, span, at, { ...answer, rows, isWhole });
      return { rows, matches: answer.matches, next };
    }
  }
}

/** How many rows a span has. */
export async function countRows(
  client: ShopClient,
  access: ShopAccess,
  search: SearchEndpoint,
  span: EpochRange,
  signal: AbortSignal | undefined,
): Promise<number> {
  if (span.to <= span.from) return 0;
  const smallPage = { ...search, pageSize: Math.min(search.pageSize, 10) };
  return (await requestPage(client, access, smallPage, span, firstPage, signal)).matches;
}

/** The row that stands last in a span by the span's time; null when the answer has none. */
export async function fetchLastRow(
  client: ShopClient,
  access: ShopAccess,
  search: SearchEndpoint,
  span: EpochRange,
  signal: AbortSignal | undefined,
): Promise<SearchRow | null> {
  const descending = { ...search, pageSize: 1, isBackwards: true } as const;
  const { elements } = await requestPage(client, access, descending, span, firstPage, signal);
  return elements[0] === undefined ? null : toSearchRow(elements[0]);
}

const firstPage = { token: null, isFirst: true };

async function requestPage(
  client: ShopClient,
  access: ShopAccess,
  { path, list, pageSize, isBackwards }: SearchEndpoint,
  { field, from, to }: EpochRange,
  { token, isFirst }: { token: string | null; isFirst: boolean },
  signal: AbortSignal | undefined,
  extent: ResponseExtent = 'single',
): Promise<{ elements: JsonElement[]; matches: number; token: string | null }> {
  const name = field === 'created' ? 'create_time' : 'update_time';
  const answer = await client.read(
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
  const end = parsePageEnd(answer, isFirst);
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
  { path, pageSize }: SearchEndpoint,
  { field }: EpochRange,
  at: SearchPosition,
  page: { rows: readonly SearchRow[]; matches: number; token: string | null; isWhole: boolean },
): SearchPosition | null {
  const end = at.read + page.rows.length;
  if (page.isWhole && end >= page.matches) return null;
  const times = page.rows.flatMap(
    (row) => (field === 'created' ? row.createdAt : row.updatedAt)?.getTime() ?? [],
  );
  const last = Math.floor(Math.max(0, ...times) / 1000);
  const canRestart = last > at.after;
  const larger = at.size !== undefined && { size: at.size * 2 };
  const restart: SearchPosition = { after: last, token: null, read: 0, ...larger };
  if (!page.isWhole || page.token === null) {
    if (canRestart) return restart;
    throw new PartnerError({ kind: 'unavailable', code: 'rows_missing', endpoint: path });
  }
  const repeated = times.filter((time) => time >= last * 1000).length;
  const isCheap = field === 'updated' && repeated * 10 <= page.rows.length;
  if (canRestart && (isCheap || larger)) return restart;
  const paging = new PagingGuard(path, { pages: Math.floor(at.read / pageSize), mark: at.token });
  paging.goOn({ mark: page.token, rows: page.rows.length });
  return { ...at, token: page.token, read: end, last };
}

export function toSearchRow({ bytes, value }: JsonElement): SearchRow {
  const time = (name: string) => {
    const text = readText(value, name);
    return text === null ? null : parseEpoch(text);
  };
  return { bytes, value, createdAt: time('create_time'), updatedAt: time('update_time') };
}

/** A text, or number become text, of a parsed object. */
export function readText(value: unknown, name: string): string | null {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'string' && found !== '' ? found : null;
}
