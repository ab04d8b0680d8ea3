import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { fetchAllByKey, oversizedReject } from '../../http/batches.ts';
import { parseCheckpoint, createdAtOfFirst } from '../../http/paging.ts';
import type { OrdersById, OrdersPage } from '../../connector/connector.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { createRawItem, newestItems, type ParsedItem } from '../../parsing/items.ts';
import type { TikTokRequest } from '../protocol/client.ts';
import { deriveParsed } from './order-mapping.ts';
import { fetchReturnsOfOrders, returnSearch } from './order-returns.ts';
import { unreadableRowReject } from '../protocol/oversized-row.ts';
import {
  SearchPosition,
  fetchSearchPage,
  toEpochRange,
  initialPosition,
  type SearchPage,
} from '../protocol/search.ts';
import { countRows, fetchLastRow } from '../protocol/search-count.ts';
import {
  toSearchRow,
  type EpochRange,
  type SearchEndpoint,
  type SearchRow,
} from '../protocol/search-request.ts';
import type { ShopClient } from '../protocol/shops.ts';
import { readText } from '../../parsing/fields.ts';

/** Maximum number of orders per call by id, and of returns per page. */
export const maxIds = 50;
const byIdPath = '/order/202309/orders';
const search: SearchEndpoint = {
  path: '/order/202309/orders/search',
  list: 'orders',
  pageSize: maxIds,
};
/** The order does not belong to the shop. */
const unknownOrderCode = '21008111';
/** An order that is missing from this many consecutive responses does not exist. */
const maxEmptyAttempts = 3;
/** Orders that were not shipped cannot have returns. */
const unsentStatuses = new Set(['UNPAID', 'ON_HOLD', 'AWAITING_SHIPMENT', 'AWAITING_COLLECTION']);

const CheckpointShape = Type.Object({
  /** The current search: orders of the window, then orders whose returns changed in it. */
  of: Type.Enum(['orders', 'returns']),
  at: SearchPosition,
  /** Total of the first page. */
  total: Type.Integer({ minimum: 0 }),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

/** Fetches one page of orders with their returns, oldest first. */
export async function fetchOrders(
  client: ShopClient,
  access: ShopAccess,
  window: TimeWindow,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<OrdersPage> {
  const span = toEpochRange(window);
  if (span.to <= span.from) return { orders: [], rejects: [], total: 0, next: null };
  const checkpoint = cursor === null ? null : parseCheckpoint(cursor, Checkpoint, search.path);
  const at = checkpoint?.at ?? initialPosition(span);
  if (checkpoint?.of === 'returns') {
    const page = await fetchSearchPage(client, access, returnSearch, span, at, signal);
    const ids = page.rows.flatMap((row) => readText(row.value, 'order_id') ?? []);
    const read = await fetchOrdersById(client, access, ids, signal);
    if (page.oversizedAt !== null)
      read.rejects.push(unreadableRowReject('order_items', span, page.oversizedAt));
    const { total } = checkpoint;
    const next = serializeCheckpoint({ of: 'returns', total }, page);
    return { ...read, total, isUncounted: true, next };
  }
  const page = await fetchSearchPage(client, access, search, span, at, signal);
  const total = checkpoint?.total ?? page.matches;
  const read = await withReturns(client, access, page.rows, signal);
  if (page.oversizedAt !== null)
    read.rejects.push(unreadableRowReject('order', span, page.oversizedAt));
  const next = serializeCheckpoint({ of: 'orders', total }, page);
  if (next !== null || window.field === 'created') return { ...read, total, next };
  // It is undocumented whether a return updates its order, so orders with changed returns are searched separately.
  const isQuiet = (await countRows(client, access, returnSearch, span, signal)) === 0;
  const more: Checkpoint = { of: 'returns', at: initialPosition(span), total };
  return { ...read, total, next: isQuiet ? null : JSON.stringify(more) };
}

function serializeCheckpoint(of: Omit<Checkpoint, 'at'>, { next }: SearchPage): string | null {
  return next && JSON.stringify({ ...of, at: next } satisfies Checkpoint);
}

/** Counts the orders in the window without fetching them. */
export async function countOrders(
  client: ShopClient,
  access: ShopAccess,
  window: TimeWindow,
  signal?: AbortSignal,
): Promise<number> {
  return countRows(client, access, search, toEpochRange(window), signal);
}

export async function fetchFirstOrderAt(
  client: ShopClient,
  access: ShopAccess,
  signal?: AbortSignal,
): Promise<Date | null> {
  const span: EpochRange = { field: 'created', ...allTime(client) };
  const { rows, matches, oversizedAt } = await fetchSearchPage(
    client,
    access,
    { ...search, pageSize: 1 },
    span,
    initialPosition(span),
    signal,
  );
  if (oversizedAt !== null) return new Date(oversizedAt * 1000);
  return createdAtOfFirst(search.path, rows[0], () => matches);
}

/** Returns the update time of the most recently changed order. */
export async function fetchLatestChangeAt(
  client: ShopClient,
  access: ShopAccess,
  signal?: AbortSignal,
): Promise<Date | null> {
  const span: EpochRange = { field: 'updated', ...allTime(client) };
  return (await fetchLastRow(client, access, search, span, signal))?.updatedAt ?? null;
}

function allTime({ client }: ShopClient): Pick<EpochRange, 'from' | 'to'> {
  return { from: 0, to: Math.ceil(client.environment.clock().getTime() / 1000) + 86_400 };
}

/** Fetches orders by id, in batches of `maxIds`. */
export async function fetchOrdersById(
  client: ShopClient,
  access: ShopAccess,
  orderIds: readonly string[],
  signal?: AbortSignal,
): Promise<OrdersById> {
  const { rows, oversized } = await fetchAllByKey(
    [...new Set(orderIds.filter((id) => /^\d{1,30}$/.test(id)))],
    {
      size: maxIds,
      ask: (ids, extent) => fetchBatch(client, access, ids, { extent, signal }),
      isRefused: ({ code }) => code === unknownOrderCode,
    },
    ({ value }) => readText(value, 'id'),
    maxEmptyAttempts,
  );
  const read = await withReturns(client, access, rows, signal);
  for (const id of oversized) {
    const raw = createRawItem('order', id, null, Buffer.from(JSON.stringify({ id })));
    read.rejects.push(oversizedReject(raw, 'order'));
  }
  return read;
}

async function fetchBatch(
  client: ShopClient,
  access: ShopAccess,
  ids: readonly string[],
  options: Pick<TikTokRequest, 'extent' | 'signal'>,
): Promise<SearchRow[]> {
  const request = { path: byIdPath, parameters: { ids: ids.join(',') }, ...options };
  const { elements, hasArray } = await client.read(access, request, 'orders');
  if (hasArray) return elements.map(toSearchRow);
  throw new PartnerError({ kind: 'protocol', code: 'orders_shape', endpoint: byIdPath });
}

async function withReturns(
  client: ShopClient,
  access: ShopAccess,
  rows: readonly SearchRow[],
  signal: AbortSignal | undefined,
): Promise<OrdersById> {
  const known = newestItems(rows.map((row) => ({ ...row, raw: rawOrder(row) })));
  const sent = known.flatMap(({ value }) => {
    const status = readText(value, 'status');
    return status === null || unsentStatuses.has(status) ? [] : (readText(value, 'id') ?? []);
  });
  const { returns, oversized } = await fetchReturnsOfOrders(client, access, sent, signal);
  const orders: OrdersPage['orders'] = [];
  const rejects: OrdersPage['rejects'] = [];
  for (const { raw, value } of known) {
    if (oversized.has(raw.externalId)) {
      rejects.push(oversizedReject(raw, 'returns'));
      continue;
    }
    const own: ParsedItem | undefined = returns.get(raw.externalId);
    const derived = deriveParsed({ raw, value }, own, access);
    if (derived.reject) rejects.push(derived.reject);
    else orders.push({ canonical: derived.canonical, raw: own ? [raw, own.raw] : [raw] });
  }
  return { orders, rejects };
}

function rawOrder({ bytes, value, updatedAt }: SearchRow) {
  const id = readText(value, 'id');
  return createRawItem('order', id !== null && /^\d{1,30}$/.test(id) ? id : null, updatedAt, bytes);
}
