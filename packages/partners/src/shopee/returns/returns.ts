import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseCheckpoint, pageFingerprint, PagingGuard } from '../../http/paging.ts';
import type { ReturnsPage } from '../../connector/money-sources.ts';
import { deriveRows } from '../../parsing/derive-rows.ts';
import { newestItems } from '../../parsing/items.ts';
import type { ShopeeClient } from '../protocol/client.ts';
import { splitIntoSlices, type TimeSlice } from '../orders/order-list.ts';
import { caseItem, deriveReturnCase } from './return-mapping.ts';
import { Nullable } from '../../parsing/fields.ts';
import { fetchMergedRows, markOfPage } from '../protocol/merged-rows.ts';

const path = '/api/v2/returns/get_return_list';
const pageSize = 100;

const CheckpointShape = Type.Object({
  /** Start and end of the remaining range, in seconds. */
  from: Type.Integer({ minimum: 0 }),
  end: Type.Integer({ minimum: 0 }),
  /** Fetched pages of the current slice. */
  pages: Type.Integer({ minimum: 0 }),
  /** Fingerprint of the last page; null if it was empty. */
  mark: Type.Optional(Nullable(Type.String())),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

/** Fetches one page of cases, oldest slice first. */
export async function fetchReturns(
  client: ShopeeClient,
  access: ShopAccess,
  window: TimeWindow,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ReturnsPage> {
  const whole = splitIntoSlices(window, client.environment.clock());
  const start: Checkpoint = { from: whole[0]?.from ?? 0, end: whole.at(-1)?.to ?? 0, pages: 0 };
  let at = cursor === null ? start : parseCheckpoint(cursor, Checkpoint, path);
  let paging = new PagingGuard(path, at);
  for (;;) {
    const rest = { from: new Date(at.from * 1000), to: new Date(at.end * 1000) };
    const [slice] = splitIntoSlices(rest, rest.to);
    if (slice === undefined) return { returns: [], rejects: [], total: null, next: null };
    const { rows, more } = await fetchRows(client, access, window.field, slice, at.pages, signal);
    const mark = pageFingerprint(rows);
    if (more) paging.assertProgress({ mark: markOfPage(mark, at), rows: rows.length });
    else paging = new PagingGuard(path);
    const next: Checkpoint | null = more
      ? { ...at, pages: at.pages + 1, mark }
      : slice.to < at.end
        ? { from: slice.to, end: at.end, pages: 0 }
        : null;
    // Skips slices without cases, except for the last one, which ends the window.
    if (rows.length === 0 && next !== null) {
      at = next;
      continue;
    }
    const newest = newestItems(rows.map(caseItem));
    const cases = deriveRows(newest, (item) => deriveReturnCase(item, access));
    return {
      returns: cases.rows,
      rejects: cases.rejects,
      total: null,
      next: next && JSON.stringify(next),
    };
  }
}

/** Fetches the rows of one page; `markOfPage` says why from 0. */
function fetchRows(
  client: ShopeeClient,
  access: ShopAccess,
  field: TimeWindow['field'],
  slice: TimeSlice,
  pages: number,
  signal: AbortSignal | undefined,
): ReturnType<typeof fetchMergedRows> {
  const name = field === 'created' ? 'create_time' : 'update_time';
  const parameters = {
    page_no: String(pages),
    page_size: String(pageSize),
    [`${name}_from`]: String(slice.from),
    [`${name}_to`]: String(slice.to),
  };
  const request = { path, access, signal, parameters };
  return fetchMergedRows(client, request, { list: 'return', shapeError: 'returns_shape' });
}
