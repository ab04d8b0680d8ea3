import { setTimeout as delay } from 'node:timers/promises';
import type { OrderEstimate, TimeWindow } from '@seller-connect/partners';
import type { Budget, StreamLease } from '../leases/stream-lease.ts';
import { createWindowBatcher, updateProgress } from '../windows/commit-pages.ts';
import {
  firstWatermark,
  isLarge,
  lowerWatermark,
  newestDays,
  nextWindowMs,
  splitNewestDays,
  type TimeRange,
} from '../planning/window-plan.ts';
import { syncChanges } from '../windows/sync-changes.ts';
import { syncHintedOrders } from '../windows/hinted-orders.ts';
import { syncConcurrently } from '../windows/concurrent-windows.ts';
import {
  ordersSource,
  selectOrderWindows,
  type BackfillContext,
} from '../windows/order-windows.ts';
import { syncWindow, type FetchedPage } from '../windows/sync-window.ts';
import { recountFinishedDays } from '../windows/recount-days.ts';
import { openWindow, reopenUnproven } from '../windows/window-store.ts';

/** Interval at which changes are fetched during a backfill, so that today stays fresh. */
const changesIntervalMs = 5 * 60_000;
/** Interval at which a backfill checks for due changes and hints. */
const pollIntervalMs = 2_000;
/**
 * Syncs orders within the budget: the newest days, then windows back to the first order with the newest changes in
 * between, and after the backfill only changes.
 * @returns `done` if everything is synced for now
 */
export async function syncOrders(lease: StreamLease, budget: Budget): Promise<'done' | 'more'> {
  const isFirstPagePending = lease.stream.plannedAt
    ? lease.stream.rows === 0n
    : !(await planOrders(lease));
  if (!(await backfill(lease, budget, isFirstPagePending))) return 'more';
  const missedChanges = await syncChanges(lease, ordersSource);
  lease.pushes.recordMissed(lease.shop.platform, missedChanges);
  const reopened = await lease.commit((tx, next) => {
    next.quiet = missedChanges === 0 ? next.quiet + 1 : 0;
    return reopenUnproven(tx, next, lease.now());
  });
  const reopenedDays = await recountFinishedDays(lease);
  return reopened + reopenedDays > 0 ? 'more' : 'done';
}

function areChangesDue({ stream, now }: StreamLease): boolean {
  return (
    stream.backfilledAt === null &&
    stream.currentAt !== null &&
    now().getTime() - stream.currentAt.getTime() > changesIntervalMs
  );
}

/**
 * Plans the stream: first order, expected number of orders, watermark, and windows of the newest days.
 * @returns whether the watermark is certain; otherwise the first page may lower it
 */
async function planOrders(lease: StreamLease): Promise<boolean> {
  const plannedAt = lease.now();
  const firstOrderAt = await lease.callMarketplace((connector, access) =>
    connector.firstOrderAt(access, lease.signal),
  );
  // Requested before any page, because later changes carry later times.
  const newestChangedAt = firstOrderAt && (await newestChangeAt(lease));
  const newest = newestDays(plannedAt, firstOrderAt, lease.shop.timeZone);
  const expected = firstOrderAt
    ? await lease.callMarketplace(async (connector, access): Promise<OrderEstimate> => {
        const window: TimeWindow = { field: 'created', from: firstOrderAt, to: newest.to };
        if (connector.estimateOrders) {
          return connector.estimateOrders(access, window, lease.signal);
        }
        const orders = await connector.countOrders(access, window, lease.signal);
        return { orders, isExact: true };
      })
    : { orders: 0, isExact: true };
  const lagMs = await lease.callMarketplace(async (connector) => connector.lagMs());
  const parts = splitNewestDays(
    newest,
    isLarge(BigInt(expected.orders)) ? await countNewestDays(lease, newest) : 0,
  );
  await lease.commit(async (tx, next) => {
    next.plannedAt = plannedAt;
    next.firstOrderAt = firstOrderAt;
    next.frontier = newest.from;
    next.windowMs = nextWindowMs(
      { from: firstOrderAt ?? newest.from, to: newest.to },
      expected.orders,
    );
    next.watermark ??= firstWatermark(plannedAt, lagMs, newestChangedAt);
    next.expectedRows = BigInt(expected.orders);
    next.isEstimate = !expected.isExact;
    updateProgress(next);
    for (const part of parts) await openWindow(tx, next, part, plannedAt);
  });
  return newestChangedAt !== null;
}

async function newestChangeAt(lease: StreamLease): Promise<Date | null> {
  return lease.callMarketplace(
    async (connector, access) => (await connector.newestChangeAt?.(access, lease.signal)) ?? null,
  );
}

/** Returns the number of orders in the newest days; 0 if the partner cannot count them in a single call. */
async function countNewestDays(lease: StreamLease, newest: TimeRange): Promise<number> {
  return lease.callMarketplace((connector, access) =>
    connector.estimateOrders
      ? Promise.resolve(0)
      : connector.countOrders(access, { field: 'created', ...newest }, lease.signal),
  );
}

/**
 * Syncs windows concurrently, newest first.
 * @returns whether all windows were synced to their end
 */
function backfill(
  lease: StreamLease,
  budget: Budget,
  isFirstPagePending: boolean,
): Promise<boolean> {
  const firstPage = Promise.withResolvers<void>();
  const context: BackfillContext = { isFirstPagePending, bucketsFrom: lease.now().getTime() };
  const batcher = createWindowBatcher(lease, ordersSource);
  const onPage = async ({ changedAt }: FetchedPage<unknown>) => {
    if (!context.isFirstPagePending || changedAt.length === 0) return;
    context.isFirstPagePending = false;
    if (lease.stream.currentAt === null) {
      await lease.commit(async (_tx, next) => {
        next.watermark = lowerWatermark(next.watermark, changedAt);
      });
    }
    firstPage.resolve();
  };
  return syncConcurrently({
    budget,
    selectNext: (inFlight) => selectOrderWindows(lease, inFlight, context),
    syncWindow: (window, controls) =>
      syncWindow(lease, ordersSource, window, { ...controls, batcher, onPage }),
    background: (signal) => syncChangesMeanwhile(lease, signal),
    wakeOn: () => (context.isFirstPagePending ? [firstPage.promise] : []),
  });
}

/** Syncs changes and hints during a backfill, which may take hours. */
async function syncChangesMeanwhile(lease: StreamLease, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !lease.signal.aborted) {
    const { currentAt, backfilledAt } = lease.stream;
    if (currentAt && !backfilledAt) {
      if (areChangesDue(lease)) await syncChanges(lease, ordersSource);
      await syncHintedOrders(lease, await lease.readPendingHints());
    }
    await delay(pollIntervalMs, undefined, { signal }).catch(() => undefined);
  }
}
