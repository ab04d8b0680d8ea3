import type { CanonicalOrder, OrdersPage } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import { applyOrders, countOrders } from '../../reporting/index.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import {
  maxOrdersPerWindow,
  newestDaysBegin,
  newestPart,
  nextWindowMs,
} from '../planning/window-plan.ts';
import { rawOfPage } from '../raw/reject-store.ts';
import { createdWithin, type FetchedPage, type WindowSource } from './sync-window.ts';
import { readOpenWindows } from './window-store.ts';

type Orders = readonly CanonicalOrder[];

export const ordersSource: WindowSource<Orders, Orders> = {
  pagesPerCommit: 6,
  maxPendingPages: 40,
  maxChangesPerStep: maxOrdersPerWindow,
  async fetchPage(connector, access, window, cursor, signal) {
    const page = await connector.readOrders(access, window, cursor, signal);
    return toFetchedPage(page, connector.mappingVersion);
  },
  prepare: (contents) => contents.flat(),
  async apply(tx, next, orders, meta) {
    const applied = await applyOrders(tx, next.shopId, orders, meta);
    // The shop had no orders when its stream was planned.
    next.firstOrderAt ??= earliest(orders.map(({ createdAt }) => createdAt));
    return applied;
  },
  newestPart,
  async countAtPartner(lease, window) {
    if (window.expected === 0n) return 0;
    return lease.callMarketplace(
      (connector, access) => connector.countOrders(access, createdWithin(window), lease.signal),
      window,
    );
  },
  countStored: countOrders,
  async onClosed(tx, next, window, timeZone) {
    // The newest days are complete up to the time of planning.
    const isCurrent = next.currentAt !== null || (await hasNewestDays(tx, next, timeZone));
    if (isCurrent) next.currentAt ??= next.plannedAt;
    next.windowMs = nextWindowMs(window, Number(window.expected ?? 0n));
  },
};

export function toFetchedPage(
  { orders, rejects, ...page }: Omit<OrdersPage, 'total'> & { total: number | null },
  mappingVersion: number,
): FetchedPage<Orders> {
  const content = orders.map(({ canonical }) => canonical);
  return {
    content,
    mappingVersion,
    ids: content.map(({ orderId }) => orderId),
    changedAt: content.map(({ updatedAt }) => updatedAt),
    raw: rawOfPage(orders, rejects),
    bookings: [],
    rejects,
    rows: content.reduce((rows, order) => rows + order.items.length, 0),
    ...page,
  };
}

function earliest(times: readonly Date[]): Date | null {
  return times.length > 0 ? new Date(Math.min(...times.map((time) => time.getTime()))) : null;
}

async function hasNewestDays(
  tx: TenantTransaction,
  next: LeasedStream,
  timeZone: string,
): Promise<boolean> {
  const from = newestDaysBegin(next, timeZone);
  if (!from || (next.frontier && next.frontier > from)) return false;
  const [newest] = await readOpenWindows(tx, next, 1);
  return !newest || newest.to <= from;
}
