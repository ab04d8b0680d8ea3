import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { oversizedReject } from '../../http/batches.ts';
import { parseCheckpoint, PagingGuard } from '../../http/paging.ts';
import type { OrdersById, OrdersPage } from '../../connector/connector.ts';
import { createRawItem } from '../../parsing/items.ts';
import type { ShopeeClient } from '../protocol/client.ts';
import { fetchDetails, fetchIncomes, type DetailRow } from './order-details.ts';
import {
  countOrders,
  countUpTo,
  estimateOrders,
  fetchOrderNumbers,
  listPath,
  splitIntoSlices,
} from './order-list.ts';
import { deriveParsed } from './order-mapping.ts';
import { Nullable } from '../../parsing/fields.ts';

/** Maximum number of orders per detail call. */
export const pageSize = 50;
/** Windows by creation time with more orders are not counted in advance, because they will be split. */
const maxCountedOrders = 5000;

const CheckpointShape = Type.Object({
  /** End of the window as computed for the first page, in seconds. */
  end: Type.Integer({ minimum: 0 }),
  /** Start of the current slice, in seconds. */
  from: Type.Integer({ minimum: 0 }),
  cursor: Nullable(Type.String()),
  /** Fetched pages of the slice; absent in checkpoints of an earlier version. */
  pages: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Total determined on the first page. */
  total: Type.Integer({ minimum: 0 }),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

/** Fetches one page of orders with their lines and incomes, oldest slice first. */
export async function fetchOrders(
  client: ShopeeClient,
  access: ShopAccess,
  window: TimeWindow,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<OrdersPage> {
  const now = client.environment.clock();
  const checkpoint = cursor === null ? null : parseCheckpoint(cursor, Checkpoint, listPath);
  const total = checkpoint?.total ?? (await countOrEstimate(client, access, window, signal));
  const remaining = checkpoint
    ? { from: new Date(checkpoint.from * 1000), to: new Date(checkpoint.end * 1000) }
    : window;
  const slices = splitIntoSlices(remaining, checkpoint ? remaining.to : now);
  const end = slices.at(-1)?.to ?? 0;
  let pageCursor = checkpoint?.cursor ?? null;
  let pages = checkpoint?.pages ?? 0;
  for (const [index, slice] of slices.entries()) {
    const request = { field: window.field, slice, cursor: pageCursor, size: pageSize };
    const page = await fetchOrderNumbers(client, access, request, signal);
    const later = slices[index + 1];
    const rows = page.orderNumbers.length + page.unidentified.length;
    if (page.cursor !== null)
      new PagingGuard(listPath, { pages }).assertProgress({ mark: page.cursor, rows });
    const next: Checkpoint | null =
      page.cursor !== null
        ? { end, from: slice.from, cursor: page.cursor, pages: pages + 1, total }
        : later
          ? { end, from: later.from, cursor: null, total }
          : null;
    pageCursor = null;
    pages = 0;
    // Skips slices without orders, except for the last one, which ends the window.
    if (rows === 0 && page.cursor === null && later) continue;
    const { orders, rejects } = await fetchOrdersById(client, access, page.orderNumbers, signal);
    rejects.push(...page.unidentified.map(({ bytes }) => unidentifiedReject(bytes)));
    return { orders, rejects, total, next: next && JSON.stringify(next) };
  }
  return { orders: [], rejects: [], total, next: null };
}

function unidentifiedReject(bytes: Buffer): OrdersPage['rejects'][number] {
  return {
    raw: createRawItem('order', null, null, bytes),
    reason: 'a row of the list names no order',
  };
}

/** Counts the orders in the window; estimates the number for a window by creation time above `maxCountedOrders`. */
async function countOrEstimate(
  client: ShopeeClient,
  access: ShopAccess,
  window: TimeWindow,
  signal: AbortSignal | undefined,
): Promise<number> {
  // This number proves windows by update time. Windows by creation time are proven by a separate count after fetching.
  if (window.field === 'updated') return countOrders(client, access, window, signal);
  const counted = await countUpTo(client, access, window, maxCountedOrders, signal);
  if (counted !== null) return counted;
  const { orders } = await estimateOrders(client, access, window, signal);
  return Math.max(orders, maxCountedOrders + 1);
}

/** Fetches orders with lines and incomes by order number; omits numbers unknown to the shop. */
export async function fetchOrdersById(
  client: ShopeeClient,
  access: ShopAccess,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<OrdersById> {
  const { rows, oversized } = await fetchDetails(client, access, names, signal);
  const namesOf = (income: DetailRow['income']) =>
    rows.flatMap((row) => (row.income === income ? (row.name ?? []) : []));
  const incomeRequest = { due: namesOf('due'), possible: namesOf('possible') };
  const found = await fetchIncomes(client, access, incomeRequest, signal);
  const orders: OrdersPage['orders'] = [];
  const rejects = oversized.map((name) => {
    const payload = Buffer.from(JSON.stringify({ order_sn: name }));
    return oversizedReject(createRawItem('order', name, null, payload), 'order');
  });
  for (const row of rows) {
    if (row.name !== null && found.oversized.has(row.name)) {
      rejects.push(oversizedReject(row.raw, 'income'));
      continue;
    }
    const income = row.name === null ? undefined : found.incomes.get(row.name);
    const orderIncome = income && { ...income, raw: { ...income.raw, updatedAt: row.updatedAt } };
    const derived = deriveParsed(row, orderIncome, access);
    if (derived.reject) rejects.push(derived.reject);
    else {
      const raw = orderIncome ? [row.raw, orderIncome.raw] : [row.raw];
      orders.push({ canonical: derived.canonical, raw });
    }
  }
  return { orders, rejects };
}
