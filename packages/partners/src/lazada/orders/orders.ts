import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Reject } from '../../canonical/canonical.ts';
import { badCheckpoint, readCheckpoint } from '../../http/checkpoint.ts';
import type { OrdersById, OrdersPage, ShopAccess, Window } from '../../connector/connector.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { newestByKey, rawItem } from '../../parsing/raw-item.ts';
import type { LazadaAnswer, LazadaClient } from '../protocol/client.ts';
import { distinctElements, type JsonElement } from '../../parsing/lossless-json.ts';
import type { ParsedItem } from '../../parsing/parsed-item.ts';
import { deriveParsed } from './order-mapping.ts';
import { readItems } from './order-items.ts';
import { OrdersData } from './order-schemas.ts';
import { knownRegion, type LazadaRegion } from '../protocol/regions.ts';
import { formatTime, parseTime } from '../../parsing/times.ts';

const path = '/orders/get';
const pageSize = 100;
/** Above it the platform refuses; reading goes on from the last order's time. */
const largestOffset = 5000;
const shortPageAttempts = 4;
/** Long before Lazada's first sale: a replayed history may be older than the marketplace. */
const beginning = new Date('1990-01-01T00:00:00Z');

const CheckpointShape = Type.Object({
  /** Where the current stretch starts; the window's start at first. */
  after: Type.String(),
  offset: Type.Integer({ minimum: 0, maximum: largestOffset }),
  /** As the first page said. */
  total: Type.Integer({ minimum: 0 }),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

export interface Row extends ParsedItem {
  /** null: it cannot be read as an order. */
  orderId: string | null;
  createdAt: Date | null;
  updatedAt: Date | null;
}

/** One page of orders and all of their items. */
export async function readOrders(
  client: LazadaClient,
  access: ShopAccess,
  window: Window,
  from: string | null,
  signal?: AbortSignal,
): Promise<OrdersPage> {
  const region = knownRegion(access);
  const checkpoint = from === null ? null : parseCheckpoint(from);
  const after = checkpoint ? new Date(checkpoint.after) : window.from;
  const offset = checkpoint?.offset ?? 0;
  const { rows, matches } = await listWhole(offset, () =>
    list(client, access, { ...window, from: after }, { offset, limit: pageSize }, signal),
  );
  const listed = rows.map((row) => toRow(row, region));
  const known = newestByKey(
    listed,
    (row) => row.raw.externalId,
    (row) => row.updatedAt,
  );
  const { orders, rejects } = await withItems(client, access, known, signal);
  const windowTotal = checkpoint?.total ?? matches;
  const next = nextCheckpoint(known, { window, after, offset, matches });
  return {
    orders,
    rejects,
    total: windowTotal,
    next: next && JSON.stringify({ ...next, total: windowTotal } satisfies Checkpoint),
  };
}

/** Orders of a list with all of their items. */
export async function withItems(
  client: LazadaClient,
  access: ShopAccess,
  known: readonly Row[],
  signal: AbortSignal | undefined,
): Promise<OrdersById> {
  const readable = known.filter((row) => row.orderId !== null);
  const rejects: Reject[] = known
    .filter((row) => row.orderId === null)
    .map((row) => ({ raw: row.raw, reason: 'order: order_id cannot be read' }));
  const { items, oversized } = await readItems(
    client,
    access,
    readable.map((row) => row.raw.externalId),
    signal,
  );
  const orders: OrdersPage['orders'] = [];
  for (const row of readable) {
    const found = items.get(row.raw.externalId);
    if (oversized.has(row.raw.externalId)) {
      rejects.push({ raw: row.raw, reason: 'items: their answer is too large or too slow' });
      continue;
    }
    const belonging = found && { ...found, raw: { ...found.raw, updatedAt: row.updatedAt } };
    const derived = deriveParsed(row, belonging, access);
    const raw = belonging ? [row.raw, belonging.raw] : [row.raw];
    if (derived.reject) rejects.push(derived.reject);
    else orders.push({ canonical: derived.canonical, raw });
  }
  return { orders, rejects };
}

/**
 * A gateway under load now and then gives fewer rows than it counts, or one twice. A short page is
 * asked for again; what it holds is the page's beginning, so after a few times it is taken as it is.
 */
async function listWhole(
  offset: number,
  ask: () => Promise<LazadaAnswer>,
): Promise<{ rows: JsonElement[]; matches: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    const matches = total(answer);
    const rows = distinctElements(answer.elements);
    if (rows.length >= Math.min(pageSize, matches - offset)) return { rows, matches };
    if (attempt < shortPageAttempts) continue;
    if (rows.length > 0) return { rows, matches };
    throw new PartnerError({ kind: 'unavailable', code: 'empty_page', endpoint: path });
  }
}

/** Orders in the window, without reading them. */
export async function countOrders(
  client: LazadaClient,
  access: ShopAccess,
  window: Window,
  signal?: AbortSignal,
): Promise<number> {
  return total(await list(client, access, window, { offset: 0, limit: 1 }, signal));
}

export async function firstOrderAt(
  client: LazadaClient,
  access: ShopAccess,
  signal?: AbortSignal,
): Promise<Date | null> {
  const window: Window = { field: 'created', ...everything(client) };
  const answer = await list(client, access, window, { offset: 0, limit: 1 }, signal);
  const [first] = answer.elements;
  if (first === undefined) {
    // A page that lost its rows must not pass for a shop that never sold anything.
    if (total(answer) > 0) {
      throw new PartnerError({ kind: 'unavailable', code: 'rows_missing', endpoint: path });
    }
    return null;
  }
  const { createdAt } = toRow(first, knownRegion(access));
  if (createdAt === null) {
    throw new PartnerError({ kind: 'protocol', code: 'created_at_unreadable', endpoint: path });
  }
  return createdAt;
}

/** The last one of all orders, sorted by when they changed. */
export async function newestChangeAt(
  client: LazadaClient,
  access: ShopAccess,
  signal?: AbortSignal,
): Promise<Date | null> {
  const window: Window = { field: 'updated', ...everything(client) };
  const page = { offset: 0, limit: 1, direction: 'DESC' } as const;
  const [last] = (await list(client, access, window, page, signal)).elements;
  return last === undefined ? null : toRow(last, knownRegion(access)).updatedAt;
}

function everything({ environment }: LazadaClient): Pick<Window, 'from' | 'to'> {
  return { from: beginning, to: new Date(environment.clock().getTime() + 86_400_000) };
}

function list(
  client: LazadaClient,
  access: ShopAccess,
  window: Window,
  page: { offset: number; limit: number; direction?: 'DESC' },
  signal: AbortSignal | undefined,
): Promise<LazadaAnswer> {
  const { offsetMinutes } = knownRegion(access);
  // `created_…` but `update_…`: the platform's own spelling.
  const prefix = window.field === 'created' ? 'created' : 'update';
  // The filter knows whole seconds: the end is rounded up so that nothing of the last second is lost.
  const to = new Date(Math.ceil(window.to.getTime() / 1000) * 1000);
  return client.read(
    {
      base: client.application.apiFor(access.region),
      path,
      accessToken: access.accessToken,
      shop: `${access.region}:${access.externalShopId}`,
      parameters: {
        [`${prefix}_after`]: formatTime(window.from, offsetMinutes),
        [`${prefix}_before`]: formatTime(to, offsetMinutes),
        sort_by: window.field === 'created' ? 'created_at' : 'updated_at',
        sort_direction: page.direction ?? 'ASC',
        offset: String(page.offset),
        limit: String(page.limit),
      },
      ...(signal && { signal }),
    },
    ['data', 'orders'],
  );
}

function total(answer: LazadaAnswer): number {
  if (!answer.hasArray || !OrdersData.Check(answer.body)) {
    throw new PartnerError({ kind: 'protocol', code: 'orders_shape', endpoint: path });
  }
  return Number(answer.body.data.countTotal);
}

/**
 * Where to read on. Creation times never change, so their pages are counted off by offset. Update
 * times do, and a row that moves to the end would pull an unread one over an offset already passed;
 * there each page starts at the time of the last, which costs the rows of one second read twice.
 */
function nextCheckpoint(
  rows: readonly Row[],
  at: { window: Window; after: Date; offset: number; matches: number },
): Omit<Checkpoint, 'total'> | null {
  const nextOffset = at.offset + rows.length;
  if (nextOffset >= at.matches) return null;
  const times = rows
    .map((row) => (at.window.field === 'created' ? row.createdAt : row.updatedAt)?.getTime())
    .filter((time) => time !== undefined);
  const last = times.reduce((latest, time) => Math.max(latest, time), 0);
  // One second back: whether the filter includes its own second is not documented.
  const restart = Math.floor(last / 1000) * 1000 - 1000;
  const repeated = times.filter((time) => time >= restart).length;
  const canRestart = restart > at.after.getTime();
  const mustRestart = nextOffset > largestOffset;
  if (mustRestart && !canRestart) {
    throw new PartnerError({ kind: 'protocol', code: 'too_many_in_one_second', endpoint: path });
  }
  const isCheap = at.window.field === 'updated' && repeated * 10 <= rows.length;
  return mustRestart || (canRestart && isCheap)
    ? { after: new Date(restart).toISOString(), offset: 0 }
    : { after: at.after.toISOString(), offset: nextOffset };
}

export function toRow({ bytes, value }: JsonElement, region: LazadaRegion): Row {
  const read = (field: string) => {
    const text: unknown =
      typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
    return typeof text === 'string' ? text : null;
  };
  const updatedAt = parseTime(read('updated_at') ?? '', region.offsetMinutes);
  const id = read('order_id');
  const orderId = id !== null && /^\d{1,30}$/.test(id) ? id : null;
  return {
    orderId,
    createdAt: parseTime(read('created_at') ?? '', region.offsetMinutes),
    updatedAt,
    raw: rawItem('order', orderId, updatedAt, bytes),
    value,
  };
}

function parseCheckpoint(text: string): Checkpoint {
  const checkpoint = readCheckpoint(text, Checkpoint, path);
  if (Number.isNaN(Date.parse(checkpoint.after))) throw badCheckpoint(path);
  return checkpoint;
}
