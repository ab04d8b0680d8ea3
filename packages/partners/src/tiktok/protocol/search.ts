import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { isTooLargeOrTimeout } from '../../http/batches.ts';
import { distinctElements, type JsonElement } from '../../parsing/lossless-json.ts';
import { PagingGuard } from '../../http/paging-guard.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { parseEpoch } from '../../parsing/times.ts';
import type { ResponseExtent } from '../../http/http-request.ts';
import type { TikTokResponse } from './client.ts';
import type { ShopClient } from './shops.ts';

/** A search that pages by token and filters by creation or update time. */
export interface SearchEndpoint {
  path: string;
  /** Name of the response's array with the rows. */
  list: string;
  pageSize: number;
  /** The platform rejects smaller pages; 1 when absent. */
  minPageSize?: number;
  /** Sorts newest first instead of oldest first. */
  isBackwards?: true;
}

/** A time range in epoch seconds; `to` is exclusive, as in the protocol. */
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
  /** Start of the current search, in seconds. */
  after: Type.Integer({ minimum: 0 }),
  token: Type.Union([Type.String(), Type.Null()]),
  /** Rows before this page. */
  read: Type.Integer({ minimum: 0 }),
  /** Time of the last row before this page, in seconds. */
  last: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Reduced page size, after full pages were too large. */
  size: Type.Optional(Type.Integer({ minimum: 1 })),
});
/** Position within a search. */
export type SearchPosition = Static<typeof SearchPositionShape>;
export const SearchPosition = SearchPositionShape;

export interface SearchPage {
  rows: SearchRow[];
  /** Rows of the whole search since `SearchPosition.after`. */
  matches: number;
  /** Null after the last page. */
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
 * Parses the number of matches and the token of the next page. A search without matches may return an empty object; on
 * a later page this would hide rows, so it is accepted only on the first one.
 * @returns null for a response that is not a page
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
  // The array may be missing without matches.
  if (matches === null || (!hasArray && matches !== '0')) return null;
  return { matches: Number(matches), token };
}

export function initialPosition(span: Pick<EpochRange, 'from'>): SearchPosition {
  return { after: span.from, token: null, read: 0 };
}

/** Converts a window to whole seconds that contain it. */
export function toEpochRange({ field, from, to }: TimeWindow): EpochRange {
  return {
    field,
    from: Math.max(0, Math.floor(from.getTime() / 1000)),
    to: Math.max(0, Math.ceil(to.getTime() / 1000)),
  };
}

/**
 * Fetches one page, oldest first. A short page is requested again a few times. If a response is too large or too slow,
 * the page size is halved, down to `minPageSize`; since a token is bound to its page size, a new search starts at the
 * last time.
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

/** Counts the rows of a time range. */
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

/** Fetches the last row of a time range by its field; null when the response is empty. */
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
 * Returns the position of the next page. Creation times never change, so tokens are reliable. With update times, a row
 * that moves to the end may shift an unfetched row to a page already passed. Those searches therefore restart at the
 * last row's time, and so does any search after a short page.
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

/** Returns a non-empty text, or number as text, of a parsed object. */
export function readText(value: unknown, name: string): string | null {
  const found: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'string' && found !== '' ? found : null;
}
