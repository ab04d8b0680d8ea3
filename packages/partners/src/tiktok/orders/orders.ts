import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { askForAll } from '../../http/fetch-all.ts';
import { readCheckpoint } from '../../http/checkpoint.ts';
import type { OrdersById, OrdersPage, ShopAccess, Window } from '../../connector/connector.ts';
import { tooLarge } from '../../http/batches.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { newestByKey, rawItem } from '../../parsing/raw-item.ts';
import type { ParsedItem } from '../../parsing/parsed-item.ts';
import type { TikTokRequest } from '../protocol/client.ts';
import { deriveParsed } from './order-mapping.ts';
import { readReturnsOf, returnSearch } from './order-returns.ts';
import {
  Position,
  countRows,
  lastRow,
  searchPage,
  spanOf,
  startOf,
  textIn,
  toRow,
  type FoundPage,
  type FoundRow,
  type Search,
  type Span,
} from '../protocol/search.ts';
import type { ShopCalls } from '../protocol/shops.ts';

/** As many as one call about them by their ids takes, and as many as there are returns on a page. */
export const mostIds = 50;
const byIdPath = '/order/202309/orders';
const search: Search = {
  path: '/order/202309/orders/search',
  list: 'orders',
  pageSize: mostIds,
};
/** An order that the platform says is none of the shop's. */
const foreignOrder = '21008111';
/** An order that so many answers in a row leave out is not there. */
const patience = 3;
/** Nothing has come back that has not been sent. */
const notSent = new Set(['UNPAID', 'ON_HOLD', 'AWAITING_SHIPMENT', 'AWAITING_COLLECTION']);

const CheckpointShape = Type.Object({
  /** What is searched: the orders of the window, then the orders whose returns changed in it. */
  of: Type.Union([Type.Literal('orders'), Type.Literal('returns')]),
  at: Position,
  /** As the first page said. */
  total: Type.Integer({ minimum: 0 }),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

/** One page of orders with their returns, oldest first. */
export async function readOrders(
  calls: ShopCalls,
  access: ShopAccess,
  window: Window,
  from: string | null,
  signal?: AbortSignal,
): Promise<OrdersPage> {
  const span = spanOf(window);
  if (span.to <= span.from) return { orders: [], rejects: [], total: 0, next: null };
  const checkpoint = from === null ? null : readCheckpoint(from, Checkpoint, search.path);
  const at = checkpoint?.at ?? startOf(span);
  if (checkpoint?.of === 'returns') {
    const page = await searchPage(calls, access, returnSearch, span, at, signal);
    const ids = page.rows.flatMap((row) => textIn(row.value, 'order_id') ?? []);
    const read = await readOrdersById(calls, access, ids, signal);
    const { total } = checkpoint;
    return { ...read, total, next: written({ of: 'returns', total }, page) };
  }
  const page = await searchPage(calls, access, search, span, at, signal);
  const total = checkpoint?.total ?? page.matches;
  const read = await withReturns(calls, access, page.rows, signal);
  const next = written({ of: 'orders', total }, page);
  if (next !== null || window.field === 'created') return { ...read, total, next };
  // Whether a return changes its order is not documented: those are looked for by themselves.
  const isQuiet = (await countRows(calls, access, returnSearch, span, signal)) === 0;
  const more: Checkpoint = { of: 'returns', at: startOf(span), total };
  return { ...read, total, next: isQuiet ? null : JSON.stringify(more) };
}

function written(of: Omit<Checkpoint, 'at'>, { next }: FoundPage): string | null {
  return next && JSON.stringify({ ...of, at: next } satisfies Checkpoint);
}

/** Orders in the window, without reading them. */
export async function countOrders(
  calls: ShopCalls,
  access: ShopAccess,
  window: Window,
  signal?: AbortSignal,
): Promise<number> {
  return countRows(calls, access, search, spanOf(window), signal);
}

export async function firstOrderAt(
  calls: ShopCalls,
  access: ShopAccess,
  signal?: AbortSignal,
): Promise<Date | null> {
  const span: Span = { field: 'created', ...everything(calls) };
  const { rows, matches } = await searchPage(
    calls,
    access,
    { ...search, pageSize: 1 },
    span,
    startOf(span),
    signal,
  );
  const [first] = rows;
  if (first === undefined) {
    // A page that lost its rows must not pass for a shop that never sold anything.
    if (matches === 0) return null;
    throw new PartnerError({ kind: 'unavailable', code: 'rows_missing', endpoint: search.path });
  }
  if (first.createdAt === null) {
    const code = 'create_time_unreadable';
    throw new PartnerError({ kind: 'protocol', code, endpoint: search.path });
  }
  return first.createdAt;
}

/** The last one of all orders, sorted by when they changed. */
export async function newestChangeAt(
  calls: ShopCalls,
  access: ShopAccess,
  signal?: AbortSignal,
): Promise<Date | null> {
  const span: Span = { field: 'updated', ...everything(calls) };
  return (await lastRow(calls, access, search, span, signal))?.updatedAt ?? null;
}

function everything({ client }: ShopCalls): Pick<Span, 'from' | 'to'> {
  return { from: 0, to: Math.ceil(client.environment.clock().getTime() / 1000) + 86_400 };
}

/** Some orders by their ids, at most fifty. */
export async function readOrdersById(
  calls: ShopCalls,
  access: ShopAccess,
  orderIds: readonly string[],
  signal?: AbortSignal,
): Promise<OrdersById> {
  const { rows, oversized } = await askForAll(
    [...new Set(orderIds.filter((id) => /^\d{1,30}$/.test(id)))],
    {
      size: mostIds,
      ask: (ids, extent) => readBatch(calls, access, ids, { extent, signal }),
      isRefused: ({ code }) => code === foreignOrder,
    },
    ({ value }) => textIn(value, 'id'),
    patience,
  );
  if (oversized.length > 0) throw tooLarge(byIdPath, oversized);
  return withReturns(calls, access, rows, signal);
}

async function readBatch(
  calls: ShopCalls,
  access: ShopAccess,
  ids: readonly string[],
  options: Pick<TikTokRequest, 'extent' | 'signal'>,
): Promise<FoundRow[]> {
  const request = { path: byIdPath, parameters: { ids: ids.join(',') }, ...options };
  const { elements, hasArray } = await calls.read(access, request, 'orders');
  if (hasArray) return elements.map(toRow);
  throw new PartnerError({ kind: 'protocol', code: 'orders_shape', endpoint: byIdPath });
}

async function withReturns(
  calls: ShopCalls,
  access: ShopAccess,
  rows: readonly FoundRow[],
  signal: AbortSignal | undefined,
): Promise<OrdersById> {
  const known = newestByKey(
    rows.map((row) => ({ ...row, raw: rawOrder(row) })),
    ({ raw }) => raw.externalId,
    ({ raw }) => raw.updatedAt,
  );
  const sent = known.flatMap(({ value }) => {
    const status = textIn(value, 'status');
    return status === null || notSent.has(status) ? [] : (textIn(value, 'id') ?? []);
  });
  const returns = await readReturnsOf(calls, access, sent, signal);
  const orders: OrdersPage['orders'] = [];
  const rejects: OrdersPage['rejects'] = [];
  for (const { raw, value } of known) {
    const own: ParsedItem | undefined = returns.get(raw.externalId);
    const derived = deriveParsed({ raw, value }, own, access);
    if (derived.reject) rejects.push(derived.reject);
    else orders.push({ canonical: derived.canonical, raw: own ? [raw, own.raw] : [raw] });
  }
  return { orders, rejects };
}

function rawOrder({ bytes, value, updatedAt }: FoundRow) {
  const id = textIn(value, 'id');
  return rawItem('order', id !== null && /^\d{1,30}$/.test(id) ? id : null, updatedAt, bytes);
}
