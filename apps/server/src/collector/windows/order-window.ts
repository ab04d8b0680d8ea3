import type { OrdersPage } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import { countOrders } from '../../reporting/index.ts';
import { commitOrders, fetchOrders, packOrderPages, type MappedPage } from './commit-orders.ts';
import type { StreamLease } from '../leases/stream-lease.ts';
import { createPageBatcher, type PageBatcher } from './page-batcher.ts';
import {
  newestDaysBegin,
  newestPart,
  nextWindowMs,
  lowerWatermark,
} from '../planning/window-plan.ts';
import type { WindowControls } from './concurrent-windows.ts';
import { countRejects } from '../raw/reject-store.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import {
  closeWindow,
  deleteWindow,
  updateWindow,
  createOpenWindow,
  openWindow,
  readOpenWindows,
  type OpenWindow,
} from './window-store.ts';

const pagesPerCommit = 6;
const maxPendingPages = 40;
const maxPasses = 3;
const rereadAfterMs = 3_600_000;

/** State that concurrent windows share. */
export interface BackfillContext {
  commits: PageBatcher<MappedPage>;
  /**
   * Whether the first page with orders is still pending. Until it has arrived, or the newest days are synced, one
   * window is fetched at a time: that page gives the watermark.
   */
  isOpening: boolean;
  /** Times of change of the orders on that page. */
  firstPage: readonly Date[];
  onFirstPage: () => void;
}

/**
 * Fetches a window to its end and proves it: the partner's count afterwards must match the stored one. If the counts
 * differ, orders moved between pages or were left out, and the window is fetched again, up to `maxPasses`.
 * @returns false if the budget was spent before the end
 */
export async function syncOrderWindow(
  lease: StreamLease,
  opened: OpenWindow,
  controls: WindowControls,
  context: BackfillContext,
): Promise<boolean> {
  let window = opened;
  for (;;) {
    const fetched = await fetchPass(lease, window, controls, context);
    if (!fetched.isComplete) return false;
    window = { ...fetched.window, passes: fetched.window.passes + 1, checkpoint: null };
    if (await prove(lease, window)) return true;
  }
}

/** Fetches pages from the window's checkpoint while earlier ones are committed. Splits a window that is too large. */
async function fetchPass(
  lease: StreamLease,
  opened: OpenWindow,
  { budget, onRead: onFetched }: WindowControls,
  context: BackfillContext,
): Promise<{ window: OpenWindow; isComplete: boolean }> {
  const writer = context.commits.lane(opened);
  let next = opened.checkpoint;
  let isFirst = next === null;
  try {
    do {
      const { from, to } = writer.window;
      const fetched = await fetchOrders(lease, { field: 'created', from, to }, next, writer.window);
      const { page } = fetched;
      if (context.isOpening && page.orders.length > 0) {
        context.isOpening = false;
        if (lease.stream.currentAt === null) {
          context.firstPage = page.orders.map(({ canonical }) => canonical.updatedAt);
        }
        context.onFirstPage();
      }
      if (isFirst) {
        const part = newestPart(writer.window, page.total, lease.shop.timeZone);
        writer.window = part
          ? await splitWindow(lease, writer.window, part)
          : { ...writer.window, expected: BigInt(page.total) };
        if (part) continue;
        isFirst = false;
      }
      next = page.next;
      await writer.add(fetched);
    } while ((isFirst || next !== null) && !budget.isSpent());
    onFetched();
    await writer.flush();
  } finally {
    // Commits fetched pages even if the next page failed.
    await writer.leave();
  }
  return { window: writer.window, isComplete: next === null && !isFirst };
}

/** Creates a batcher that also lowers the watermark to the newest change on the first page. */
export function createOrderBatcher(
  lease: StreamLease,
  context: { readonly firstPage: readonly Date[] },
): PageBatcher<MappedPage> {
  return createPageBatcher({
    pagesInCommit: pagesPerCommit,
    maxPendingPages,
    linesOf: ({ page }) =>
      page.orders.reduce((lines, order) => lines + order.canonical.items.length, 0),
    prepare: (parts) => {
      const pages = parts.flatMap(({ window, pages: some }) =>
        some.map(({ page }) => ({ ...page, windowFrom: window.from })),
      );
      const versions = parts.flatMap(({ pages: some }) => some.map((each) => each.mappingVersion));
      return packOrderPages(pages, lease.now(), Math.min(...versions));
    },
    store: (parts, batch) =>
      lease.commit(async (tx, stream) => {
        await commitOrders(tx, stream, batch);
        stream.watermark = lowerWatermark(stream.watermark, context.firstPage);
        const advancedWindows = parts.map(({ window, pages: some }) =>
          advanceWindow(
            window,
            some.map(({ page }) => page),
          ),
        );
        await Promise.all(advancedWindows.map((window) => updateWindow(tx, stream, window)));
        return advancedWindows;
      }),
  });
}

function advanceWindow(window: OpenWindow, pages: readonly OrdersPage[]): OpenWindow {
  const seen = pages.reduce((sum, page) => sum + page.orders.length + page.rejects.length, 0);
  return {
    ...window,
    pages: window.pages + pages.length,
    itemsSeen: window.itemsSeen + BigInt(seen),
    checkpoint: pages.at(-1)?.next ?? null,
  };
}

/** Replaces a window by its newest part. The remainder is opened at once, or later as the range before the frontier. */
async function splitWindow(
  lease: StreamLease,
  window: OpenWindow,
  part: { from: Date; to: Date },
): Promise<OpenWindow> {
  return lease.commit(async (tx, next) => {
    await deleteWindow(tx, next, window);
    await openWindow(tx, next, part, lease.now());
    const remainder = { from: window.from, to: part.from };
    const isNewestUnread = next.frontier?.getTime() === window.from.getTime();
    // A window at the frontier moves it. The remainder of any other window, fetched again, must be opened here.
    if (isNewestUnread) next.frontier = part.from;
    else await openWindow(tx, next, remainder, lease.now());
    return createOpenWindow(part);
  });
}

/**
 * Compares the partner's count with the stored one.
 * @returns true if the window is closed, either proven or after the last pass
 */
async function prove(lease: StreamLease, window: OpenWindow): Promise<boolean> {
  const { timeZone } = lease.shop;
  const partnerCount =
    window.expected === 0n
      ? 0n
      : BigInt(
          await lease.ask(
            (connector, access) =>
              connector.countOrders(
                access,
                { field: 'created', from: window.from, to: window.to },
                lease.signal,
              ),
            window,
          ),
        );
  return lease.commit(async (tx, next) => {
    const stored = await countOrders(tx, next.shopId, window);
    const rejects = await countRejects(tx, next, window.from);
    const isProven =
      partnerCount >= stored.inside + rejects && partnerCount <= stored.withEnds + rejects;
    const now = lease.now();
    await updateWindow(tx, next, window);
    if (!isProven && window.passes < maxPasses) return false;
    await closeWindow(tx, next, window, {
      recounted: partnerCount,
      stored: stored.withEnds + rejects,
      isProven,
      rereadAt: isProven ? null : new Date(now.getTime() + rereadAfterMs),
      now,
    });
    // The newest days are complete up to the time of planning.
    const isCurrent = next.currentAt !== null || (await hasNewestDays(tx, next, timeZone));
    if (isCurrent) next.currentAt ??= next.plannedAt;
    next.windowMs = nextWindowMs(window, Number(window.expected ?? 0n));
    return true;
  });
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
