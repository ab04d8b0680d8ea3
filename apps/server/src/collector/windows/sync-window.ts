import {
  contentIdPrefix,
  type MarketplaceConnector,
  type RawItem,
  type ShopAccess,
  type TimeWindow,
} from '@seller-connect/partners';
import { isRefusal, type StreamLease } from '../leases/stream-lease.ts';
import type { TimeRange } from '../planning/window-plan.ts';
import { countRejects, deleteStaleRejects, type PageItems } from '../raw/reject-store.ts';
import type { WindowControls } from './concurrent-windows.ts';
import type { PageBatcher, WindowWriter } from './page-batcher.ts';
import {
  closeWindow,
  createOpenWindow,
  deleteWindow,
  reopenRange,
  updateWindow,
  type OpenWindow,
} from './window-store.ts';
import type { TenantTransaction } from '../../platform/database/database.ts';
import type { ApplyResult, FetchMeta } from '../../reporting/index.ts';
import type { LeasedStream } from '../leases/stream-store.ts';

/** How often pages are fetched again whose number differs from the partner's count. */
export const maxPasses = 3;
const rereadAfterMs = 3_600_000;

interface WindowSync<Content> extends WindowControls {
  /** Commits the fetched pages; made by `createWindowBatcher` in `commit-pages.ts`. */
  batcher: PageBatcher<FetchedPage<Content>>;
  /** Awaited after each page is fetched, before it is committed. */
  onPage?: (page: FetchedPage<Content>) => Promise<void>;
}

/**
 * Syncs a window: fetches its pages while earlier ones are committed in batches, then proves it. A window that is not
 * proven is fetched again, up to `maxPasses` times. `OpenWindow` lists the states of a window.
 * @returns false if the budget was spent before the end
 */
export async function syncWindow<Content>(
  lease: StreamLease,
  source: WindowSource<Content>,
  opened: OpenWindow,
  sync: WindowSync<Content>,
): Promise<boolean> {
  const writer = sync.batcher.openWriter(opened);
  try {
    for (;;) {
      // A resumed pass does not see again what an earlier time slice saw.
      const passStartedAt = writer.window.checkpoint === null ? lease.now() : null;
      const isComplete = await fetchPages(lease, source, writer, sync);
      sync.onFetched();
      await writer.flush();
      if (!isComplete) return false;
      writer.window = { ...writer.window, passes: writer.window.passes + 1 };
      if (await proveWindow(lease, source, writer.window, passStartedAt)) return true;
    }
  } finally {
    // Commits fetched pages even if the next page failed.
    await writer.close();
  }
}

/**
 * Fetches pages from the window's checkpoint. Replaces a window that is too large by its newest part.
 * @returns false if the budget was spent before the last page
 */
async function fetchPages<Content>(
  lease: StreamLease,
  source: WindowSource<Content>,
  writer: WindowWriter<FetchedPage<Content>>,
  { budget, onPage }: WindowSync<Content>,
): Promise<boolean> {
  let cursor = writer.window.checkpoint;
  for (;;) {
    const { window } = writer;
    const page = await fetchPage(lease, source, createdWithin(window), cursor, window).catch(
      async (error: unknown) => {
        if (cursor !== null && isRefusal(error)) await dropCursor(lease, writer);
        throw error;
      },
    );
    await onPage?.(page);
    const part =
      cursor === null && page.total !== null
        ? source.newestPart?.(window, page.total, lease.shop.timeZone)
        : null;
    if (part) {
      writer.window = await splitWindow(lease, window, part);
    } else {
      await writer.add(page);
      cursor = page.next;
      if (cursor === null) return true;
    }
    if (budget.isSpent()) return false;
  }
}

/** Makes the next attempt begin with the first page: cursors expire, and a refused one would be refused for ever. */
async function dropCursor(lease: StreamLease, writer: WindowWriter<unknown>): Promise<void> {
  // A later commit of fetched pages would store their cursor again.
  await writer.flush();
  writer.window = { ...writer.window, checkpoint: null };
  await lease.commit((tx, next) => updateWindow(tx, next, writer.window));
}

/** Replaces a window by its newest part. The remainder is opened at once, or later as the range before the frontier. */
async function splitWindow(
  lease: StreamLease,
  window: OpenWindow,
  part: TimeRange,
): Promise<OpenWindow> {
  return lease.commit(async (tx, next) => {
    await deleteWindow(tx, next, window);
    // After a recount, windows with these ends may have been closed before.
    await reopenRange(tx, next, part, lease.now());
    const remainder = { from: window.from, to: part.from };
    const isNewestUnread = next.frontier?.getTime() === window.from.getTime();
    // A window at the frontier moves it. The remainder of any other window, fetched again, must be opened here.
    if (isNewestUnread) next.frontier = part.from;
    else await reopenRange(tx, next, remainder, lease.now());
    return createOpenWindow(part);
  });
}

/**
 * Proves a window. If the partner has a count, it must match the stored one: orders may have moved between pages or been
 * left out. Otherwise a pass that finds nothing new proves the window; as the first pass of a window with items never
 * does, it is closed unproven and fetched again after `rereadAfterMs`. Rejected items without an id that the pass has not
 * seen any more do not count.
 * @param passStartedAt when the pass began; null if it was resumed
 * @returns true if the window is closed, proven or not
 */
async function proveWindow(
  lease: StreamLease,
  source: WindowSource<unknown>,
  window: OpenWindow,
  passStartedAt: Date | null,
): Promise<boolean> {
  const count = (await source.countAtPartner?.(lease, window)) ?? null;
  const partnerCount = count === null ? null : BigInt(count);
  return lease.commit(async (tx, next) => {
    if (passStartedAt) {
      await deleteStaleRejects(tx, next, {
        notSeenSince: passStartedAt,
        idPrefix: contentIdPrefix,
        window,
      });
    }
    const rejects = await countRejects(tx, next, window);
    const stored = await source.countStored?.(tx, next.shopId, window);
    const isProven =
      partnerCount === null || !stored
        ? window.expected === 0n
        : partnerCount >= stored.inside + rejects && partnerCount <= stored.withEnds + rejects;
    const now = lease.now();
    await updateWindow(tx, next, window);
    if (!isProven && partnerCount !== null && window.passes < maxPasses) return false;
    await closeWindow(tx, next, window, {
      recounted: partnerCount ?? window.itemsSeen,
      stored: stored ? stored.withEnds + rejects : window.itemsSeen,
      isProven,
      rereadAt: isProven ? null : new Date(now.getTime() + rereadAfterMs),
      now,
    });
    await source.onClosed(tx, next, window, lease.shop.timeZone);
    return true;
  });
}

/** One fetched page of orders, returns or settlements. */
export interface FetchedPage<Content> extends PageItems {
  content: Content;
  mappingVersion: number;
  /** Items that get rows in `raw_item`. */
  raw: readonly RawItem[];
  /** Settlement lines without personal data. Only rejected ones get rows in `raw_item`. */
  bookings: readonly RawItem[];
  /** When the items of `ids` changed, in the same order; empty if the partner does not report it. */
  changedAt: readonly Date[];
  /** Number of rows, for the limits of a commit. */
  rows: number;
  /** Total of the whole window, the same on each of its pages; null if the partner has no count. */
  total: number | null;
  /** Set for a page whose items `total` leaves out. */
  isUncounted?: boolean;
  next: string | null;
}

/**
 * What is fetched window by window, and how its windows are counted: `ordersSource`, `returnsSource` and
 * `settlementsSource`.
 */
export interface WindowSource<Content, Prepared = unknown> {
  readonly pagesPerCommit: number;
  readonly maxPendingPages: number;
  /** More changes than this are fetched in steps. */
  readonly maxChangesPerStep: number;
  fetchPage(
    connector: MarketplaceConnector,
    access: ShopAccess,
    window: TimeWindow,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<FetchedPage<Content>>;
  /** Prepares pages for one common write, which recomputes the rollups they touch only once. Needs no transaction. */
  prepare(contents: readonly Content[], meta: FetchMeta): Prepared | Promise<Prepared>;
  /**
   * Writes prepared pages.
   * @returns `isNews`: whether a settlement line is not stored yet in this form
   */
  apply(
    tx: TenantTransaction,
    next: LeasedStream,
    prepared: Prepared,
    meta: FetchMeta,
  ): Promise<ApplyResult & { isNews?: boolean }>;
  /** Returns the newest part of a window that is too large; null for any other window. */
  newestPart?(window: OpenWindow, total: number, timeZone: string): TimeRange | null;
  /** Counts the items of a window at the partner; absent or null if it has no count. */
  countAtPartner?(lease: StreamLease, window: OpenWindow): Promise<number | null>;
  /** Counts the stored items of a window, without and with those at its very ends; absent without a partner's count. */
  countStored?(
    tx: TenantTransaction,
    shopId: string,
    range: TimeRange,
  ): Promise<{ inside: bigint; withEnds: bigint }>;
  /** Runs in the transaction that closes a window: sets the length of the next one. */
  onClosed(
    tx: TenantTransaction,
    next: LeasedStream,
    window: OpenWindow,
    timeZone: string,
  ): Promise<void>;
}

export function createdWithin({ from, to }: TimeRange): TimeWindow {
  return { field: 'created', from, to };
}

/** @param about the window that is fetched; calls for old ones run in the background */
export function fetchPage<Content>(
  lease: StreamLease,
  source: WindowSource<Content>,
  requested: TimeWindow,
  cursor: string | null,
  about?: TimeRange,
): Promise<FetchedPage<Content>> {
  return lease.callMarketplace(
    (connector, access) => source.fetchPage(connector, access, requested, cursor, lease.signal),
    about,
  );
}
