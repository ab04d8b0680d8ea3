import type { ShopAccess, TimeWindow } from '../connector/shop-access.ts';
import type { PartnerResponse } from '../http/call-partner.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  invalidCheckpoint,
  parseCheckpoint,
  pageFingerprint,
  PagingGuard,
  createdAtOfFirst,
} from '../http/paging.ts';
import type { OrdersById, OrdersPage } from '../connector/connector.ts';
import type { JsonElement } from '../parsing/lossless-json.ts';
import { PartnerError } from '../connector/partner-error.ts';
import { Nullable, readText, formatTime, parseTime } from '../parsing/fields.ts';
import { createRawItem, newestItems, type ParsedItem } from '../parsing/items.ts';
import type { TikiClient } from './client.ts';
import { deriveParsed } from './order-mapping.ts';
import { pageSize, fetchListPage, parseTotal } from './paging.ts';
import { tikiRegion } from './seller.ts';
import { deriveRows } from '../parsing/derive-rows.ts';
import { shopKey } from '../connector/shop-access.ts';

const path = '/v2/orders';
/** Fields that reports need and the list omits by default. */
const include = 'status_histories,item.fees';
/** Long before Tiki's first sale. */
const earliestDate = new Date('2005-01-01T00:00:00Z');

const CheckpointShape = Type.Object({
  /** Start of the current time range; initially the window's start. */
  after: Type.String(),
  /** Counts from 1. */
  page: Type.Integer({ minimum: 1 }),
  /** Total of the first page. */
  total: Type.Integer({ minimum: 0 }),
  /** Number of pages before this one. */
  pages: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Fingerprint of the page before this one; null where the paging restarted. */
  mark: Type.Optional(Nullable(Type.String())),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

interface OrderRow extends ParsedItem {
  /** Null when the row is not a readable order. */
  code: string | null;
  createdAt: Date | null;
  updatedAt: Date | null;
}

/** Fetches one page of orders with their items. */
export async function fetchOrders(
  client: TikiClient,
  access: ShopAccess,
  window: TimeWindow,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<OrdersPage> {
  const checkpoint = cursor === null ? null : parseOrdersCheckpoint(cursor);
  const after = checkpoint ? new Date(checkpoint.after) : window.from;
  const page = checkpoint?.page ?? 1;
  const { rows, matches, isWhole } = await fetchListPage(path, page, () =>
    fetchPage(client, access, { ...window, from: after }, { page, limit: pageSize }, signal),
  );
  const known = newestItems(rows.map(toOrderRow));
  const total = checkpoint?.total ?? matches;
  const next = nextCheckpoint(known, { window, after, page, matches, isWhole });
  const pages = checkpoint?.pages ?? 0;
  const mark = pageFingerprint(rows);
  if (next) {
    const paging = new PagingGuard(path, { pages, mark: checkpoint?.mark ?? null });
    paging.assertProgress({ mark, rows: rows.length });
  }
  return {
    ...deriveOrders(known, access),
    total,
    next:
      next &&
      JSON.stringify({
        ...next,
        total,
        pages: pages + 1,
        // A restarted list may begin with the rows of the page before.
        mark: next.page === 1 ? null : mark,
      } satisfies Checkpoint),
  };
}

function deriveOrders(rows: readonly OrderRow[], access: ShopAccess): OrdersById {
  const { rows: orders, rejects } = deriveRows(rows, (row) => deriveParsed(row, access));
  return { orders, rejects };
}

/** Fetches orders by code, in one call. */
export async function fetchOrdersById(
  client: TikiClient,
  access: ShopAccess,
  codes: readonly string[],
  signal?: AbortSignal,
): Promise<OrdersById> {
  // A comma would split a code into two.
  const orderCodes = new Set(codes.filter((code) => /^[\w-]{1,40}$/.test(code)));
  if (orderCodes.size === 0) return { orders: [], rejects: [] };
  const { rows } = await fetchListPage(path, 1, () =>
    client.read(
      {
        path,
        accessToken: access.accessToken,
        shop: shopKey(access),
        parameters: {
          code: [...orderCodes].join(','),
          include,
          page: '1',
          limit: String(pageSize),
        },
        signal,
      },
      ['data'],
    ),
  );
  const known = newestItems(rows.map(toOrderRow));
  // A server that ignores the filter returns its newest orders instead.
  return deriveOrders(
    known.filter((row) => row.code === null || orderCodes.has(row.code)),
    access,
  );
}

/** Counts the orders in the window without fetching them. */
export async function countOrders(
  client: TikiClient,
  access: ShopAccess,
  window: TimeWindow,
  signal?: AbortSignal,
): Promise<number> {
  return parseTotal(await fetchPage(client, access, window, { page: 1, limit: 1 }, signal), path);
}

export async function fetchFirstOrderAt(
  client: TikiClient,
  access: ShopAccess,
  signal?: AbortSignal,
): Promise<Date | null> {
  const window: TimeWindow = { field: 'created', ...allTime(client) };
  const answer = await fetchPage(client, access, window, { page: 1, limit: 1 }, signal);
  const [first] = answer.elements.map(toOrderRow);
  return createdAtOfFirst(path, first, () => parseTotal(answer, path));
}

/** Returns the update time of the most recently changed order. */
export async function fetchLatestChangeAt(
  client: TikiClient,
  access: ShopAccess,
  signal?: AbortSignal,
): Promise<Date | null> {
  const window: TimeWindow = { field: 'updated', ...allTime(client) };
  const page = { page: 1, limit: 1, direction: 'desc' } as const;
  const [last] = (await fetchPage(client, access, window, page, signal)).elements;
  return last === undefined ? null : toOrderRow(last).updatedAt;
}

function allTime({ environment }: TikiClient): Pick<TimeWindow, 'from' | 'to'> {
  return { from: earliestDate, to: new Date(environment.clock().getTime() + 86_400_000) };
}

function fetchPage(
  client: TikiClient,
  access: ShopAccess,
  window: TimeWindow,
  { page, limit, direction = 'asc' }: { page: number; limit: number; direction?: 'asc' | 'desc' },
  signal: AbortSignal | undefined,
): Promise<PartnerResponse> {
  // Bounds are documented as exclusive: starting one second earlier is correct then, and harmless otherwise.
  const from = new Date(Math.floor(window.from.getTime() / 1000) * 1000 - 1000);
  const to = new Date(Math.ceil(window.to.getTime() / 1000) * 1000);
  return client.read(
    {
      path,
      accessToken: access.accessToken,
      shop: shopKey(access),
      parameters: {
        [`${window.field}_from_date`]: localText(from),
        [`${window.field}_to_date`]: localText(to),
        order_by: `${window.field}_at|${direction}`,
        include,
        page: String(page),
        limit: String(limit),
      },
      signal,
    },
    ['data'],
  );
}

/** Formats an instant as `YYYY-MM-DD HH:mm:ss` in Vietnam's time zone. */
function localText(instant: Date): string {
  return formatTime(instant, tikiRegion.offsetMinutes).slice(0, 19).replace('T', ' ');
}

/**
 * Returns the checkpoint of the next page. Creation times never change, so page numbers are reliable. With update
 * times, a row that moves to the end would shift an unfetched row to a page already passed. Those pages therefore
 * restart at the last row's time, and so does any page after a short one.
 */
function nextCheckpoint(
  rows: readonly OrderRow[],
  at: { window: TimeWindow; after: Date; page: number; matches: number; isWhole: boolean },
): Pick<Checkpoint, 'after' | 'page'> | null {
  if (at.isWhole && at.page * pageSize >= at.matches) return null;
  const times = rows
    .map((row) => (at.window.field === 'created' ? row.createdAt : row.updatedAt)?.getTime())
    .filter((time) => time !== undefined);
  const last = times.reduce((latest, time) => Math.max(latest, time), 0);
  const restart = Math.floor(last / 1000) * 1000;
  const canRestart = restart > at.after.getTime();
  if (!at.isWhole && !canRestart) {
    throw new PartnerError({ kind: 'unavailable', code: 'rows_missing', endpoint: path });
  }
  const repeated = times.filter((time) => time >= restart).length;
  const isCheap = at.window.field === 'updated' && repeated * 10 <= rows.length;
  return !at.isWhole || (canRestart && isCheap)
    ? { after: new Date(restart).toISOString(), page: 1 }
    : { after: at.after.toISOString(), page: at.page + 1 };
}

function toOrderRow({ bytes, value }: JsonElement): OrderRow {
  const updatedAt = parseTime(readText(value, 'updated_at') ?? '', tikiRegion.offsetMinutes);
  const code = readText(value, 'code');
  return {
    code,
    createdAt: parseTime(readText(value, 'created_at') ?? '', tikiRegion.offsetMinutes),
    updatedAt,
    raw: createRawItem('order', code, updatedAt, bytes),
    value,
  };
}

function parseOrdersCheckpoint(text: string): Checkpoint {
  const checkpoint = parseCheckpoint(text, Checkpoint, path);
  if (Number.isNaN(Date.parse(checkpoint.after))) throw invalidCheckpoint(path);
  return checkpoint;
}
