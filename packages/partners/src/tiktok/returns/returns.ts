import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseCheckpoint } from '../../http/paging.ts';
import type { ReturnsPage } from '../../connector/money-sources.ts';
import { deriveRows } from '../../parsing/derive-rows.ts';
import { createRawItem, newestItems } from '../../parsing/items.ts';
import { returnSearch } from '../orders/order-returns.ts';
import { deriveReturnCase } from './return-mapping.ts';
import {
  SearchPosition,
  fetchSearchPage,
  toEpochRange,
  initialPosition,
} from '../protocol/search.ts';
import type { SearchRow } from '../protocol/search-request.ts';
import { unreadableRowReject } from '../protocol/oversized-row.ts';
import type { ShopClient } from '../protocol/shops.ts';
import { readText } from '../../parsing/fields.ts';

const CheckpointShape = Type.Object({
  at: SearchPosition,
  /** Total of the first page. */
  total: Type.Integer({ minimum: 0 }),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

/** Fetches one page of returns and refunds, oldest first. */
export async function fetchReturns(
  client: ShopClient,
  access: ShopAccess,
  window: TimeWindow,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ReturnsPage> {
  const span = toEpochRange(window);
  if (span.to <= span.from) return { returns: [], rejects: [], total: 0, next: null };
  const checkpoint =
    cursor === null ? null : parseCheckpoint(cursor, Checkpoint, returnSearch.path);
  const at = checkpoint?.at ?? initialPosition(span);
  const found = await fetchSearchPage(client, access, returnSearch, span, at, signal);
  const total = checkpoint?.total ?? found.matches;
  const newest = newestItems(found.rows.map((row) => ({ raw: rawReturn(row), value: row.value })));
  const { rows, rejects } = deriveRows(newest, (row) => deriveReturnCase(row, access));
  if (found.oversizedAt !== null)
    rejects.unshift(unreadableRowReject('return', span, found.oversizedAt));
  const next = found.next && JSON.stringify({ at: found.next, total } satisfies Checkpoint);
  return { returns: rows, rejects, total, next };
}

function rawReturn({ bytes, value, updatedAt }: SearchRow) {
  return createRawItem('return', readText(value, 'return_id'), updatedAt, bytes);
}
