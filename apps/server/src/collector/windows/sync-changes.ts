import type { TimeWindow } from '@seller-connect/partners';
import type { StreamLease } from '../leases/stream-lease.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import { pushGraceMs } from '../leases/sync-interval.ts';
import {
  changeStep,
  effectiveWatermark,
  watermarkAfter,
  type TimeRange,
} from '../planning/window-plan.ts';
import { commitPages, packPages } from './commit-pages.ts';
import { maxPasses, fetchPage, type FetchedPage, type WindowSource } from './sync-window.ts';
import { readUnprovenChanges, recordChanges } from './window-store.ts';

/** How long changes that were not all seen are left alone. By then, few of them change again and move between pages. */
const rereadAfterMs = 10 * 60_000;

/** What was fetched of a range. */
interface RangeSync {
  /** Number of items that the last pass saw, of those that the partner counts. */
  seen: number;
  /** The partner's count of the range; null if it has none. */
  total: number | null;
  newest: Date | null;
  /** Items that changed more than `pushGraceMs` before they were fetched and were not known yet. */
  missedChanges: number;
}

/**
 * Fetches items that changed since the watermark, up to the present. The watermark also moves when fewer items were seen
 * than the partner counted, so that an unproven window delays no later change. Such windows are fetched again until they
 * are proven; `readCoverage` tells reports how far the data is complete.
 * @returns the number of changes that were not known yet and are older than `pushGraceMs`
 */
export async function syncChanges(
  lease: StreamLease,
  source: WindowSource<unknown>,
): Promise<number> {
  const missedChanges = await syncSteps(lease, source);
  return missedChanges + (await rereadUnproven(lease, source));
}

async function syncSteps(lease: StreamLease, source: WindowSource<unknown>): Promise<number> {
  let inSteps = false;
  let missedChanges = 0;
  for (;;) {
    const since = effectiveWatermark(lease.stream);
    if (!since) return missedChanges;
    const step = changeStep(since, lease.now(), inSteps);
    const maxItems = inSteps ? Infinity : source.maxChangesPerStep;
    const synced = await syncRange(lease, source, { field: 'updated', ...step.span }, maxItems);
    if (synced !== null) {
      await recordSync(lease, { from: step.span.from, to: step.upTo }, synced, true, (next) => {
        next.watermark = watermarkAfter(since, step, synced.newest);
        next.currentAt = step.upTo;
      });
      missedChanges += synced.missedChanges;
      if (step.last) return missedChanges;
    }
    inSteps = true;
  }
}

/** Fetches windows of changes again that are not proven. Returns the number of missed changes. */
async function rereadUnproven(lease: StreamLease, source: WindowSource<unknown>): Promise<number> {
  const due = await lease.commit((tx, next) => readUnprovenChanges(tx, next, lease.now()));
  let missedChanges = 0;
  for (const range of due) {
    const synced = await syncRange(lease, source, { field: 'updated', ...range });
    if (synced === null) continue;
    await recordSync(lease, range, synced, true);
    missedChanges += synced.missedChanges;
  }
  return missedChanges;
}

/**
 * Fetches a range and commits each page. An item that changes meanwhile can move from one page to another, so a pass
 * that saw fewer items than the partner counted is repeated, up to `maxPasses` times.
 * @returns null if the partner counts more than `maxItems`
 */
export async function syncRange<Content>(
  lease: StreamLease,
  source: WindowSource<Content>,
  requested: TimeWindow,
  maxItems = Infinity,
): Promise<RangeSync | null> {
  let missedChanges = 0;
  let newest: Date | null = null;
  for (let passes = 1; ; passes += 1) {
    const passStartedAt = lease.now();
    const seen = new Set<string>();
    let cursor: string | null = null;
    let total: number | null;
    do {
      const page: FetchedPage<Content> = await fetchPage(lease, source, requested, cursor);
      ({ total, next: cursor } = page);
      if (total !== null && total > maxItems) return null;
      if (!page.isUncounted) {
        for (const id of page.ids) seen.add(id);
        for (const { raw } of page.rejects) seen.add(raw.externalId);
      }
      for (const changedAt of page.changedAt) {
        if (!newest || changedAt > newest) newest = changedAt;
      }
      if (page.raw.length + page.bookings.length > 0) {
        missedChanges += await commitPage(lease, source, page, passStartedAt);
      }
    } while (cursor !== null);
    if (total === null || seen.size >= total || passes === maxPasses) {
      return { seen: seen.size, total, newest, missedChanges };
    }
  }
}

/** Commits one page. Returns the number of missed changes. */
async function commitPage<Content>(
  lease: StreamLease,
  source: WindowSource<Content>,
  page: FetchedPage<Content>,
  passStartedAt: Date,
): Promise<number> {
  const fetchedAt = lease.now();
  const batch = await packPages(source, [page], fetchedAt, passStartedAt);
  const applied = await lease.commit((tx, next) => commitPages(tx, next, batch));
  const changed = new Set(applied.changed);
  const before = new Date(fetchedAt.getTime() - pushGraceMs);
  return page.changedAt.filter((changedAt, index) => {
    const id = page.ids[index];
    return changedAt < before && id !== undefined && changed.has(id);
  }).length;
}

/**
 * Records a synced range in the transaction that `change` changes the stream in.
 * @param canReread whether the range is fetched again if it is not proven
 */
export async function recordSync(
  lease: StreamLease,
  range: TimeRange,
  synced: RangeSync,
  canReread: boolean,
  change: (next: LeasedStream) => void = () => undefined,
): Promise<void> {
  const isProven = synced.total === null || synced.seen >= synced.total;
  await lease.commit(async (tx, next) => {
    const now = lease.now();
    const rereadAt = isProven || !canReread ? null : new Date(now.getTime() + rereadAfterMs);
    change(next);
    await recordChanges(tx, next, { ...range, ...synced, isProven, rereadAt }, now);
  });
}
