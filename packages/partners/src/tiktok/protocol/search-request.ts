import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Nullable, OptionalText, readText, parseEpoch } from '../../parsing/fields.ts';
import { distinctElements, type JsonElement } from '../../parsing/lossless-json.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import type { ResponseExtent } from '../../http/call-partner.ts';
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
  isBackwards?: boolean;
}

/** A time range in epoch seconds; `to` is exclusive, as in the protocol. */
export interface EpochRange {
  field: TimeWindow['field'];
  from: number;
  to: number;
}

/** Position of a page within a search. */
export interface PagePosition {
  token: string | null;
  /** Rows before the page. */
  read: number;
  /** Whether the whole search begins with this page, so that it may be without matches. */
  isFirst: boolean;
}

export const firstPage: PagePosition = { token: null, read: 0, isFirst: true };

export interface SearchRow {
  bytes: Buffer;
  value: unknown;
  createdAt: Date | null;
  updatedAt: Date | null;
}

export interface SearchResponse {
  elements: JsonElement[];
  matches: number;
  token: string | null;
}

const shortPageAttempts = 4;

const Page = Compile(
  Type.Object({
    total_count: Type.Optional(Nullable(Type.String({ pattern: '^\\d{1,12}$' }))),
    // Empty, null or absent on the last page.
    next_page_token: OptionalText,
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

export async function requestPage(
  client: ShopClient,
  access: ShopAccess,
  { path, list, pageSize, isBackwards }: SearchEndpoint,
  { field, from, to }: EpochRange,
  { token, isFirst }: PagePosition,
  signal: AbortSignal | undefined,
  extent: ResponseExtent = 'single',
): Promise<SearchResponse> {
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

/** Requests a page, repeatedly if it is short. `isWhole` is false for a page that stays short. */
export async function requestFullPage(
  client: ShopClient,
  access: ShopAccess,
  search: SearchEndpoint,
  span: EpochRange,
  at: PagePosition,
  signal: AbortSignal | undefined,
  extent: ResponseExtent,
): Promise<{ rows: SearchRow[]; matches: number; token: string | null; isWhole: boolean }> {
  for (let attempt = 1; ; attempt += 1) {
    const page = await requestPage(client, access, search, span, at, signal, extent);
    const rows = distinctElements(page.elements).map(toSearchRow);
    const isWhole = rows.length >= Math.min(search.pageSize, page.matches - at.read);
    if (isWhole || attempt === shortPageAttempts) return { ...page, rows, isWhole };
  }
}

export function toSearchRow({ bytes, value }: JsonElement): SearchRow {
  const time = (name: string) => {
    const text = readText(value, name);
    return text === null ? null : parseEpoch(text);
  };
  return { bytes, value, createdAt: time('create_time'), updatedAt: time('update_time') };
}
