import type { OrdersPage } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { countOrders } from '../../reporting/index.ts';
import { commitOrders, packOrderPages } from './commit-orders.ts';
import type { StreamLease } from '../leases/stream-lease.ts';
import { createPageBatcher, type PageBatcher } from './page-batcher.ts';
import {
  newestDaysBegin,
  newestPart,
  nextWindowMs,
  lowerWatermark,
} from '../planning/window-plan.ts';
import type { WindowControls } from './concurrent-windows.ts';
import { keyParameters, type LeasedStream } from '../leases/stream-store.ts';
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

/** A page and the version of the mapping that it was read with. */
interface MappedPage {
  page: OrdersPage;
  mappingVersion: number;
}

/** What windows that are read side by side share. */
export interface BackfillContext {
  commits: PageBatcher<MappedPage>;
  /**
   * A page with orders, or the end of the newest days, is waited for, and nothing is read beside it: the page tells from
   * when on changes are to be read.
   */
  isOpening: boolean;
  /** When each order of that page had changed. */
  firstPage: readonly Date[];
  onFirstPage: () => void;
}

/**
 * Reads a window to its end and proves it: the partner's count afterwards equals what is held. Counts
 * that do not agree mean that something moved or was left out, and the window is read again.
 * @returns false when the budget was spent before its end.
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

/** Reads pages on from the window's checkpoint while earlier ones are being committed. */
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
      let mappingVersion = 0;
      const page = await lease.ask((connector, access) => {
        mappingVersion = connector.mappingVersion;
        return connector.readOrders(
          access,
          { field: 'created', from: writer.window.from, to: writer.window.to },
          next,
          lease.signal,
        );
      }, writer.window);
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
      await writer.add({ page, mappingVersion });
    } while ((isFirst || next !== null) && !budget.isSpent());
    onFetched();
    await writer.flush();
  } finally {
    // What was read is kept even when the next page could not be read.
    await writer.leave();
  }
  return { window: writer.window, isComplete: next === null && !isFirst };
}

/** Commits pages of windows that are read side by side; `filling` tells when the orders of the first page had changed. */
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

/** Puts the newest part of a window in its place; the rest is opened when its turn comes. */
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
    // Only the window at the frontier moves it; one that is cut while read again leaves its rest open.
    if (isNewestUnread) next.frontier = part.from;
    else await openWindow(tx, next, remainder, lease.now());
    return createOpenWindow(part);
  });
}

const countRejectsStatement = sql(
  'collector.count_rejects',
  `select count(*) as rejects from collector.reject
    where tenant_id = $1 and shop_id = $2 and stream = $3 and window_from = $4`,
);

/** Compares the partner's count with ours. True when the window is closed, proven or given up for now. */
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
    const [row] = await tx.query<{ rejects: bigint }>(countRejectsStatement, [
      ...keyParameters(next),
      window.from,
    ]);
    const rejects = row?.rejects ?? 0n;
    const isProven =
      partnerCount >= stored.inside + rejects && partnerCount <= stored.withEnds + rejects;
    const now = lease.now();
    await updateWindow(tx, next, window);
    if (!isProven && window.passes < maxPasses) return false;
    await closeWindow(tx, next, window, {
      recounted: partnerCount,
      stored: stored.withEnds + rejects,
      proven: isProven,
      rereadAt: isProven ? null : new Date(now.getTime() + rereadAfterMs),
      now,
    });
    // From then on, the newest days are as they were when the reading was planned.
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
