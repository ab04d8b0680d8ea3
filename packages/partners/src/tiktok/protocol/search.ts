import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { isTooLarge, isTooLargeOrTimeout } from '../../http/batches.ts';
import { PagingGuard } from '../../http/paging.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { readPastOversizedRow } from './oversized-row.ts';
import { countRows } from './search-count.ts';
import {
  requestFullPage,
  type EpochRange,
  type SearchEndpoint,
  type SearchRow,
} from './search-request.ts';
import type { ShopClient } from './shops.ts';
import { Nullable } from '../../parsing/fields.ts';

const SearchPositionShape = Type.Object({
  /** Start of the current search, in seconds. */
  after: Type.Integer({ minimum: 0 }),
  token: Nullable(Type.String()),
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
  /** The second of a row that cannot be fetched, because its response is too large; null in general. */
  oversizedAt: number | null;
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
 * last time. A row that is too large at the smallest page size is left out.
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
    const remaining = { ...span, from: at.after };
    const isFirst = at.after === span.from && at.token === null;
    const position = { ...at, isFirst };
    const page = await requestFullPage(client, access, search, remaining, position, signal, extent);
    const { rows, matches } = page;
    return { rows, matches, next: nextPosition(search, span, at, page), oversizedAt: null };
  } catch (error) {
    if (isMinPageSize && isTooLarge(error))
      return fetchPageAroundRow(client, access, search, span, at, signal);
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

/** Fetches a page that leaves out its row whose response alone is too large, and ends with the second of that row. */
async function fetchPageAroundRow(
  client: ShopClient,
  access: ShopAccess,
  search: SearchEndpoint,
  span: EpochRange,
  at: SearchPosition,
  signal: AbortSignal | undefined,
): Promise<SearchPage> {
  const remaining = { ...span, from: at.after };
  const passage = await readPastOversizedRow(client, access, search, remaining, at.last, signal);
  const { rows, second, isOversized } = passage;
  const after = { ...span, from: second + 1 };
  const later = await countRows(client, access, search, after, signal);
  return {
    rows,
    matches: at.read + rows.length + (isOversized ? 1 : 0) + later,
    next: later === 0 ? null : initialPosition(after),
    oversizedAt: isOversized ? second : null,
  };
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
  paging.assertProgress({ mark: page.token, rows: page.rows.length });
  return { ...at, token: page.token, read: end, last };
}
