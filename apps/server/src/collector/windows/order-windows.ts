import type { CanonicalOrder, OrdersPage } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import { applyOrders, countOrders, buildSkuBuckets } from '../../reporting/index.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import {
  isLarge,
  maxOrdersPerWindow,
  newestDaysBegin,
  newestPart,
  nextWindow,
  nextWindowMs,
  type TimeRange,
} from '../planning/window-plan.ts';
import { rawOfPage } from '../raw/reject-store.ts';
import { createdWithin, type FetchedPage, type WindowSource } from './sync-window.ts';
import { readOpenWindows, openWindow, type OpenWindow } from './window-store.ts';
import type { StreamLease } from '../leases/stream-lease.ts';
import { updateProgress } from './commit-pages.ts';
import { freeSlots, type WindowsInFlight } from './concurrent-windows.ts';

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

/** SKU buckets are built for at least this much time at once, from the present back. */
const rollupStretchMs = 7 * 86_400_000;
/**
 * Concurrent windows: while one waits for a response, a retry or its proof, the others use the partner's rate limit.
 * Small shops have fewer.
 */
const concurrencyLimits = { smallShop: 3, largeShop: 8 };

export interface BackfillContext {
  /**
   * Whether the first page with orders is still pending. Until it has arrived, or the newest days are synced, one
   * window is fetched at a time: that page gives the watermark.
   */
  isFirstPagePending: boolean;
  /** SKU buckets are built from here on, in epoch milliseconds. */
  bucketsFrom: number;
}

/**
 * Selects further windows to sync besides those in flight: open ones, newest first, then new ones before the frontier. If
 * none is left, the backfill is complete.
 */
export async function selectOrderWindows(
  lease: StreamLease,
  inFlight: WindowsInFlight,
  context: BackfillContext,
): Promise<OpenWindow[]> {
  return lease.commit(async (tx, next) => {
    const open = await readOpenWindows(tx, next, 3 * concurrencyLimits.largeShop);
    const unfetched = open.filter(({ to }) => !inFlight.get(to.getTime())?.isFetched);
    const concurrency = concurrencyOf(
      next,
      context,
      countNewestWindows(next, unfetched, lease.shop.timeZone),
    );
    // Everything from `backfilledFrom` on is complete. Each build scans all of it: not after each window.
    const backfilledFrom = open[0]?.to ?? next.frontier;
    if (backfilledFrom && backfilledFrom.getTime() <= context.bucketsFrom - rollupStretchMs) {
      await buildSkuBuckets(tx, next.shopId, backfilledFrom, lease.now());
      context.bucketsFrom = backfilledFrom.getTime();
    }
    const maxWindows = freeSlots(inFlight, concurrency);
    const selected = open.filter(({ to }) => !inFlight.has(to.getTime())).slice(0, maxWindows);
    while (selected.length < maxWindows) {
      const range = nextWindow(next, lease.shop.timeZone, concurrency);
      if (range === null) break;
      next.frontier = range.from;
      selected.push(await openWindow(tx, next, range, lease.now()));
    }
    if (selected.length + inFlight.size === 0 && !next.backfilledAt) {
      next.backfilledAt = lease.now();
      updateProgress(next);
    }
    return selected;
  });
}

/** Counts the windows of the newest days that are not fetched yet. */
function countNewestWindows(
  next: LeasedStream,
  open: readonly TimeRange[],
  timeZone: string,
): number {
  const from = newestDaysBegin(next, timeZone);
  if (!from) return 0;
  const isPartial = next.frontier !== null && next.frontier > from;
  return open.filter(({ to }) => to > from).length + (isPartial ? 1 : 0);
}

/**
 * Returns how many windows may be fetched concurrently. One until the first page has given the watermark, if the
 * partner cannot be asked for its newest change, and after a failure, to spare a partner that is slow or refuses
 * calls. Beside the newest days of a large shop, as many older windows run, so the newest days have at least half of
 * the permits.
 */
function concurrencyOf(
  { currentAt, failures, expectedRows }: LeasedStream,
  { isFirstPagePending }: BackfillContext,
  newestWindows: number,
): number {
  if ((isFirstPagePending && currentAt === null) || failures > 0) return 1;
  if (currentAt === null) {
    return isLarge(expectedRows)
      ? Math.max(1, Math.min(concurrencyLimits.largeShop, 2 * newestWindows))
      : 1;
  }
  return isLarge(expectedRows) ? concurrencyLimits.largeShop : concurrencyLimits.smallShop;
}
