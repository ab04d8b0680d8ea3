import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import type { PartnerResponse } from '../../http/call-partner.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { RejectedItem } from '../../canonical/canonical.ts';
import { oversizedReject } from '../../http/batches.ts';
import {
  invalidCheckpoint,
  parseCheckpoint,
  pageFingerprint,
  PagingGuard,
  fetchFullPage,
  createdAtOfFirst,
} from '../../http/paging.ts';
import type { OrdersById, OrdersPage } from '../../connector/connector.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { Nullable, readText, formatTime, parseTime } from '../../parsing/fields.ts';
import { createRawItem, newestItems, type ParsedItem } from '../../parsing/items.ts';
import type { LazadaClient } from '../protocol/client.ts';
import type { JsonElement } from '../../parsing/lossless-json.ts';
import { deriveParsed } from './order-mapping.ts';
import { fetchItems } from './order-items.ts';
import { OrdersData } from './order-schemas.ts';
import { requireRegion, type LazadaRegion } from '../protocol/regions.ts';

const path = '/orders/get';
const pageSize = 100;
/** The platform rejects larger offsets; paging then restarts at the last order's time. */
const maxOffset = 5000;
/** Long before Lazada's first sale, since a replayed history may predate the marketplace. */
const earliestDate = new Date('1990-01-01T00:00:00Z');

const CheckpointShape = Type.Object({
  /** Start of the current time range; initially the window's start. */
  after: Type.String(),
  offset: Type.Integer({ minimum: 0, maximum: maxOffset }),
  /** Total of the first page. */
  total: Type.Integer({ minimum: 0 }),
  /** Number of pages before this one. */
  pages: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Fingerprint of the page before this one; null where the paging restarted. */
  mark: Type.Optional(Nullable(Type.String())),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

export interface OrderRow extends ParsedItem {
  /** Null when the row is not a readable order. */
  orderId: string | null;
  createdAt: Date | null;
  updatedAt: Date | null;
}

/** Fetches one page of orders with all of their items. */
export async function fetchOrders(
  client: LazadaClient,
  access: ShopAccess,
  window: TimeWindow,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<OrdersPage> {
  const region = requireRegion(access);
  const checkpoint = cursor === null ? null : parseOrdersCheckpoint(cursor);
  const after = checkpoint ? new Date(checkpoint.after) : window.from;
  const offset = checkpoint?.offset ?? 0;
  const { rows, matches } = await fetchFullPage(
    path,
    { size: pageSize, before: offset, totalOf: parseTotal },
    () =>
      fetchPage(client, access, { ...window, from: after }, { offset, limit: pageSize }, signal),
  );
  const listed = newestItems(rows.map((row) => toOrderRow(row, region)));
  const { orders, rejects } = await withItems(client, access, listed, signal);
  const windowTotal = checkpoint?.total ?? matches;
  const next = nextCheckpoint(listed, { window, after, offset, matches });
  const pages = checkpoint?.pages ?? 0;
  const mark = pageFingerprint(rows);
  if (next) {
    const paging = new PagingGuard(path, { pages, mark: checkpoint?.mark ?? null });
    paging.assertProgress({ mark, rows: rows.length });
  }
  return {
    orders,
    rejects,
    total: windowTotal,
    next:
      next &&
      JSON.stringify({
        ...next,
        total: windowTotal,
        pages: pages + 1,
        // A restarted list may begin with the rows of the page before.
        mark: next.offset === 0 ? null : mark,
      } satisfies Checkpoint),
  };
}

/** Adds all items to the orders of a list. */
export async function withItems(
  client: LazadaClient,
  access: ShopAccess,
  listed: readonly OrderRow[],
  signal: AbortSignal | undefined,
): Promise<OrdersById> {
  const readable = listed.filter((row) => row.orderId !== null);
  const rejects: RejectedItem[] = listed
    .filter((row) => row.orderId === null)
    .map((row) => ({ raw: row.raw, reason: 'order: order_id cannot be read' }));
  const { items, oversized } = await fetchItems(
    client,
    access,
    readable.map((row) => row.raw.externalId),
    signal,
  );
  const orders: OrdersPage['orders'] = [];
  for (const row of readable) {
    if (oversized.has(row.raw.externalId)) {
      rejects.push(oversizedReject(row.raw, 'items'));
      continue;
    }
    const found = items.get(row.raw.externalId);
    const orderItems = found && { ...found, raw: { ...found.raw, updatedAt: row.updatedAt } };
    const derived = deriveParsed(row, orderItems, access);
    const raw = orderItems ? [row.raw, orderItems.raw] : [row.raw];
    if (derived.reject) rejects.push(derived.reject);
    else orders.push({ canonical: derived.canonical, raw });
  }
  return { orders, rejects };
}

/** Counts the orders in the window without fetching them. */
export async function countOrders(
  client: LazadaClient,
  access: ShopAccess,
  window: TimeWindow,
  signal?: AbortSignal,
): Promise<number> {
  return parseTotal(await fetchPage(client, access, window, { offset: 0, limit: 1 }, signal));
}

/** Returns the creation time of the shop's first order; null for a shop without orders. */
export async function fetchFirstOrderAt(
  client: LazadaClient,
  access: ShopAccess,
  signal?: AbortSignal,
): Promise<Date | null> {
  const window: TimeWindow = { field: 'created', ...allTime(client) };
  const answer = await fetchPage(client, access, window, { offset: 0, limit: 1 }, signal);
  const [first] = answer.elements.map((row) => toOrderRow(row, requireRegion(access)));
  return createdAtOfFirst(path, first, () => parseTotal(answer));
}

/** Returns the update time of the most recently changed order. */
export async function fetchLatestChangeAt(
  client: LazadaClient,
  access: ShopAccess,
  signal?: AbortSignal,
): Promise<Date | null> {
  const window: TimeWindow = { field: 'updated', ...allTime(client) };
  const page = { offset: 0, limit: 1, direction: 'DESC' } as const;
  const [last] = (await fetchPage(client, access, window, page, signal)).elements;
  return last === undefined ? null : toOrderRow(last, requireRegion(access)).updatedAt;
}

function allTime({ environment }: LazadaClient): Pick<TimeWindow, 'from' | 'to'> {
  return { from: earliestDate, to: new Date(environment.clock().getTime() + 86_400_000) };
}

function fetchPage(
  client: LazadaClient,
  access: ShopAccess,
  window: TimeWindow,
  page: { offset: number; limit: number; direction?: 'DESC' },
  signal: AbortSignal | undefined,
): Promise<PartnerResponse> {
  const { offsetMinutes } = requireRegion(access);
  // `created_…` but `update_…`: the platform is inconsistent.
  const prefix = window.field === 'created' ? 'created' : 'update';
  // The filter has a resolution of one second; rounding up keeps the last second.
  const to = new Date(Math.ceil(window.to.getTime() / 1000) * 1000);
  return client.read(
    {
      path,
      access,
      parameters: {
        [`${prefix}_after`]: formatTime(window.from, offsetMinutes),
        [`${prefix}_before`]: formatTime(to, offsetMinutes),
        sort_by: window.field === 'created' ? 'created_at' : 'updated_at',
        sort_direction: page.direction ?? 'ASC',
        offset: String(page.offset),
        limit: String(page.limit),
      },
      signal,
    },
    ['data', 'orders'],
  );
}

function parseTotal(answer: PartnerResponse): number {
  if (!answer.hasArray || !OrdersData.Check(answer.body)) {
    throw new PartnerError({ kind: 'protocol', code: 'orders_shape', endpoint: path });
  }
  return Number(answer.body.data.countTotal);
}

/**
 * Returns the checkpoint of the next page. Creation times never change, so offsets are reliable. With update times, a
 * row that moves to the end would shift an unfetched row before the offset. Those pages therefore restart at the last
 * row's time, at the cost of fetching the rows of one second twice.
 */
function nextCheckpoint(
  rows: readonly OrderRow[],
  at: { window: TimeWindow; after: Date; offset: number; matches: number },
): Pick<Checkpoint, 'after' | 'offset'> | null {
  const nextOffset = at.offset + rows.length;
  if (nextOffset >= at.matches) return null;
  const times = rows
    .map((row) => (at.window.field === 'created' ? row.createdAt : row.updatedAt)?.getTime())
    .filter((time) => time !== undefined);
  const last = times.reduce((latest, time) => Math.max(latest, time), 0);
  // One second earlier, because it is undocumented whether the filter includes its boundary.
  const restart = Math.floor(last / 1000) * 1000 - 1000;
  const repeated = times.filter((time) => time >= restart).length;
  const canRestart = restart > at.after.getTime();
  const mustRestart = nextOffset > maxOffset;
  if (mustRestart && !canRestart) {
    throw new PartnerError({ kind: 'protocol', code: 'too_many_in_one_second', endpoint: path });
  }
  const isCheap = at.window.field === 'updated' && repeated * 10 <= rows.length;
  return mustRestart || (canRestart && isCheap)
    ? { after: new Date(restart).toISOString(), offset: 0 }
    : { after: at.after.toISOString(), offset: nextOffset };
}

/** Returns an element of the list as a row. Fields that cannot be read are null. */
export function toOrderRow({ bytes, value }: JsonElement, region: LazadaRegion): OrderRow {
  const updatedAt = parseTime(readText(value, 'updated_at') ?? '', region.offsetMinutes);
  const id = readText(value, 'order_id');
  const orderId = id !== null && /^\d{1,30}$/.test(id) ? id : null;
  return {
    orderId,
    createdAt: parseTime(readText(value, 'created_at') ?? '', region.offsetMinutes),
    updatedAt,
    raw: createRawItem('order', orderId, updatedAt, bytes),
    value,
  };
}

function parseOrdersCheckpoint(text: string): Checkpoint {
  const checkpoint = parseCheckpoint(text, Checkpoint, path);
  if (Number.isNaN(Date.parse(checkpoint.after))) throw invalidCheckpoint(path);
  return checkpoint;
}
