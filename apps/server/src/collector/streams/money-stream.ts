import type { TimeWindow } from '@seller-connect/partners';
import { localDays, addDays, startOfDay } from '../../platform/calendar.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { createWindowBatcher, updateProgress } from '../windows/commit-pages.ts';
import type { StreamLease, Budget } from '../leases/stream-lease.ts';
import type { Pending } from './insights-stream.ts';
import type { MoneySource } from '../windows/money-source.ts';
import {
  toPartnerTime,
  effectiveWatermark,
  windowBefore,
  type TimeRange,
} from '../planning/window-plan.ts';
import { syncEstimates } from '../windows/payout-estimates.ts';
import { recordSync, syncChanges, syncRange } from '../windows/sync-changes.ts';
import { syncWindow } from '../windows/sync-window.ts';
import {
  freeSlots,
  syncConcurrently,
  type WindowsInFlight,
} from '../windows/concurrent-windows.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import {
  openWindow,
  readOpenWindows,
  reopenUnproven,
  type OpenWindow,
} from '../windows/window-store.ts';

const dayMs = 86_400_000;
/** The newest days of returns or settlements, which are synced first. */
const firstDays = 30;
/** Each sync fetches these last days again; once a day, all days that may still change. */
const defaultLookbackDays = 2;
/** Concurrent windows: while one is proven or opened, another is fetched. */
const concurrency = 3;
/** A fallback: `wakeMoney` wakes the stream when the orders are synced. */
const ordersPollIntervalMs = 5_000;

/**
 * Syncs returns or settlements within the budget: windows back to the shop's first order, newest first, then later
 * changes. Starts after the backfill of orders: sellers wait for orders first, and the first order bounds the windows.
 */
export async function syncMoney<Content>(
  lease: StreamLease,
  source: MoneySource<Content>,
  budget: Budget,
): Promise<'done' | 'more' | Pending> {
  if (!lease.stream.plannedAt) {
    const planned = await planMoney(lease);
    if (planned !== 'planned') return planned;
  }
  const batcher = createWindowBatcher(lease, source);
  const isBackfilled = await syncConcurrently({
    budget,
    selectNext: (inFlight) => selectNextWindows(lease, source, inFlight),
    syncWindow: (window, controls) => syncWindow(lease, source, window, { ...controls, batcher }),
  });
  if (!isBackfilled) return 'more';
  if (source.follows === 'changes') await syncChanges(lease, source);
  else await syncRecent(lease, source);
  const reopened = await lease.commit((tx, next) => reopenUnproven(tx, next, lease.now()));
  // After the settlement lines, because settled orders have no expected payout any more. Last, because it fails where
  // the application lacks the permission.
  if (source.hasEstimates) await syncEstimates(lease);
  return reopened > 0 ? 'more' : 'done';
}

const ordersStatement = sql(
  'collector.orders_of_shop',
  `select first_order_at, backfilled_at, watermark from collector.stream
    where tenant_id = $1 and shop_id = $2 and stream = 'orders'`,
);

async function planMoney(lease: StreamLease): Promise<'planned' | 'done' | Pending> {
  const now = lease.now();
  return lease.commit(async (tx, next) => {
    const [orders] = await tx.query<{
      firstOrderAt: Date | null;
      backfilledAt: Date | null;
      watermark: Date | null;
    }>(ordersStatement, [tx.tenantId, next.shopId]);
    if (!orders?.backfilledAt) return { waitMs: ordersPollIntervalMs };
    if (!orders.firstOrderAt) {
      // The shop has no orders yet. The next sync checks again.
      next.backfilledAt ??= now;
      next.currentAt = now;
      next.progress = 1;
      return 'done';
    }
    const first = firstMoneyWindow(orders.firstOrderAt, now, lease.shop.timeZone);
    next.plannedAt = now;
    // The watermark of orders is in the partner's time, and the partner's clock is not behind it now.
    next.watermark ??= effectiveWatermark({ watermark: orders.watermark, plannedAt: now });
    next.firstOrderAt = orders.firstOrderAt;
    next.frontier = first.from;
    next.backfilledAt = null;
    await openWindow(tx, next, first, now);
    return 'planned';
  });
}

/** Returns the window of the newest days, which start at a day boundary in the shop's time zone. */
function firstMoneyWindow(firstOrderAt: Date, now: Date, timeZone: string): TimeRange {
  const from = startOfDay(addDays(localDays(timeZone)(now), -firstDays), timeZone);
  const to = new Date(Math.max(now.getTime(), firstOrderAt.getTime() + 1000));
  return { from: from < to ? from : firstOrderAt, to };
}

/** Selects further windows to sync: open ones, newest first, then new ones. If none is left, the backfill is complete. */
async function selectNextWindows(
  lease: StreamLease,
  source: MoneySource<unknown>,
  inFlight: WindowsInFlight,
): Promise<OpenWindow[]> {
  return lease.commit(async (tx, next) => {
    const open = await readOpenWindows(tx, next, 3 * concurrency);
    if (open.length === 0) next.currentAt ??= next.plannedAt;
    // One window at a time for the newest days, and after a failure, to spare a partner that is slow or refuses calls.
    const isSingle = next.currentAt === null || next.failures > 0;
    const maxWindows = freeSlots(inFlight, isSingle ? 1 : concurrency);
    const fetchedFrom = open[0]?.to ?? next.frontier;
    const selected = open.filter(({ to }) => !inFlight.has(to.getTime())).slice(0, maxWindows);
    while (selected.length < maxWindows) {
      const range = previousRange(next, source, lease.shop.timeZone);
      if (range === null) break;
      next.frontier = range.from;
      selected.push(await openWindow(tx, next, range, lease.now()));
    }
    updateBackfill(next, selected.length + inFlight.size > 0 ? fetchedFrom : null, lease.now());
    return selected;
  });
}

function previousRange(
  { frontier, firstOrderAt, windowMs }: LeasedStream,
  source: MoneySource<unknown>,
  timeZone: string,
): TimeRange | null {
  if (!frontier || !firstOrderAt) return null;
  return windowBefore(frontier, firstOrderAt, windowMs ?? source.windowMs, timeZone);
}

/** Updates the progress: the share of the shop's time that is fetched. Null `fetchedFrom` completes the backfill. */
function updateBackfill(next: LeasedStream, fetchedFrom: Date | null, now: Date): void {
  const { plannedAt, firstOrderAt } = next;
  if (fetchedFrom === null) {
    next.backfilledAt ??= now;
    next.progress = 1;
    updateProgress(next);
  } else if (plannedAt && firstOrderAt) {
    const totalMs = plannedAt.getTime() - firstOrderAt.getTime();
    const share = totalMs > 0 ? (plannedAt.getTime() - fetchedFrom.getTime()) / totalMs : 0;
    next.progress = Math.max(next.progress ?? 0, Math.min(0.99, share));
  }
}

const lastDeepSyncStatement = sql(
  'collector.last_deep_sync',
  `select max(to_at) as at from collector.time_window
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'updated'
      and to_at - from_at > $4 * interval '1 day' and to_at <= $5`,
);

/** Fetches the last days again, and once a day all days that may still change. */
async function syncRecent(lease: StreamLease, source: MoneySource<unknown>): Promise<void> {
  const watermark = effectiveWatermark(lease.stream);
  const { backfilledAt } = lease.stream;
  if (!watermark) return;
  const now = lease.now();
  const lookbackDays = await lease.callMarketplace(async (connector) =>
    source.lookbackDays(connector),
  );
  const lastDeepSyncAt =
    (await lease.commit((tx, next) => readLastDeepSyncAt(tx, next, now))) ?? backfilledAt;
  const sinceDeepMs = lastDeepSyncAt === null ? Infinity : now.getTime() - lastDeepSyncAt.getTime();
  // A worker whose clock was ahead completed a backfill in the future.
  const isDeep = Math.abs(sinceDeepMs) > dayMs;
  const days = isDeep ? lookbackDays + 1 : defaultLookbackDays;
  const from = new Date(Math.min(watermark.getTime(), now.getTime()) - days * dayMs);
  // The end is a day ahead, to include the newest day of a partner whose clock or calendar is ahead.
  const requested: TimeWindow = { field: 'created', from, to: new Date(now.getTime() + dayMs) };
  const synced = await syncRange(lease, source, requested);
  if (synced === null) return;
  const lagMs = await lease.callMarketplace(async (connector) => connector.lagMs());
  // Recorded by our clock: `readLastDeepSyncAt` recognizes a deep sync by the length of its range.
  const recorded: TimeRange = { from: new Date(now.getTime() - days * dayMs), to: now };
  // The next sync fetches these days again in any case.
  await recordSync(lease, recorded, synced, false, (next) => {
    next.watermark = toPartnerTime(now, lagMs);
    next.currentAt = now;
  });
}

/** Returns the end of the last deep sync, without those of workers whose clocks were ahead. */
async function readLastDeepSyncAt(
  tx: TenantTransaction,
  next: LeasedStream,
  now: Date,
): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>(lastDeepSyncStatement, [
    tx.tenantId,
    next.shopId,
    next.stream,
    defaultLookbackDays + 1,
    now,
  ]);
  return row?.at ?? null;
}
