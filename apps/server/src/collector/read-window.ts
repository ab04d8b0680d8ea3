import type { OrdersPage } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../platform/database.ts';
import { countOrders } from '../reporting/index.ts';
import { commitOrders, packPages } from './commit-orders.ts';
import type { Holding } from './holding.ts';
import type { Budget } from './orders-stream.ts';
import { newestDaysFrom, newestPart, nextWindowMs, watermarkOfFirstSeen } from './plan.ts';
import { keyOf, type HeldStream } from './stream-store.ts';
import {
  closeWindow,
  dropWindow,
  moveWindow,
  newlyOpened,
  openWindow,
  openWindows,
  type OpenWindow,
} from './window-ledger.ts';

/** Pages of all windows that may wait for a commit: bounds the memory of a stream, whatever its size. */
const mostPagesWaiting = 40;
const mostLinesWaiting = 50_000;
/**
 * A fast partner's pages are committed several at a time, because each commit builds the days that it
 * touches anew; a slow partner's one by one.
 */
const pagesInCommit = 6;
const linesInCommit = 5000;
const commitEveryMs = 400;
const mostPasses = 3;
const rereadAfterMs = 3_600_000;

/** What windows that are read side by side share. */
export interface Filling {
  /** What they have read and not committed. */
  pages: number;
  lines: number;
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
export async function readWindow(
  holding: Holding,
  opened: OpenWindow,
  budget: Budget,
  filling: Filling,
): Promise<boolean> {
  let window = opened;
  for (;;) {
    const read = await readPass(holding, window, budget, filling);
    if (!read.ended) return false;
    window = { ...read.window, passes: read.window.passes + 1, checkpoint: null };
    if (await prove(holding, window)) return true;
  }
}

/** Reads pages on from the window's checkpoint while earlier ones are being committed. */
async function readPass(
  holding: Holding,
  opened: OpenWindow,
  budget: Budget,
  filling: Filling,
): Promise<{ window: OpenWindow; ended: boolean }> {
  let window = opened;
  let waiting: OrdersPage[] = [];
  let committing: Promise<void> = Promise.resolve();
  const failed: { error: unknown }[] = [];
  let mappingVersion = 0;
  let next = window.checkpoint;
  let isFirst = next === null;
  let flushedAt = performance.now();

  const flush = async (): Promise<void> => {
    // After a failure nothing later may be committed: its checkpoint would pass over what failed.
    while (waiting.length > 0 && failed.length === 0) {
      const pages = waiting;
      waiting = [];
      const read = await packPages(pages, holding.now(), mappingVersion);
      window = await holding.commit(async (tx, stream) => {
        await commitOrders(tx, stream, read, window.from);
        stream.watermark = watermarkOfFirstSeen(stream.watermark, filling.firstPage);
        const moved = advanced(window, pages);
        await moveWindow(tx, stream, moved);
        return moved;
      });
      filling.pages -= pages.length;
      filling.lines -= linesOf(pages);
    }
  };
  const startFlush = () => {
    committing = committing.then(flush).catch((error: unknown) => {
      failed.push({ error });
    });
  };
  const throwFailure = () => {
    const [first] = failed;
    if (first) throw first.error;
  };
  const settle = async () => {
    startFlush();
    await committing;
    throwFailure();
  };

  try {
    do {
      const page = await holding.ask((connector, access) => {
        mappingVersion = connector.mappingVersion;
        return connector.readOrders(
          access,
          { field: 'created', from: window.from, to: window.to },
          next,
          holding.signal,
        );
      }, window);
      if (filling.isOpening && page.orders.length > 0) {
        filling.isOpening = false;
        if (holding.held.currentAt === null) {
          filling.firstPage = page.orders.map(({ canonical }) => canonical.updatedAt);
        }
        filling.onFirstPage();
      }
      if (isFirst) {
        const part = newestPart(window, page.total, holding.shop.timeZone);
        window = part
          ? await cut(holding, window, part)
          : { ...window, expected: BigInt(page.total) };
        if (part) continue;
        isFirst = false;
      }
      next = page.next;
      waiting.push(page);
      filling.pages += 1;
      filling.lines += linesOf([page]);
      const isDue = waiting.length >= pagesInCommit || linesOf(waiting) >= linesInCommit;
      if (isDue || performance.now() - flushedAt >= commitEveryMs) {
        flushedAt = performance.now();
        startFlush();
      }
      const isFull = filling.pages >= mostPagesWaiting || filling.lines >= mostLinesWaiting;
      if (isFull) await settle();
      throwFailure();
    } while ((isFirst || next !== null) && !budget.isSpent());
  } finally {
    // What was read is kept even when the next page could not be read.
    startFlush();
    await committing;
  }
  await settle();
  return { window, ended: next === null && !isFirst };
}

function linesOf(pages: readonly OrdersPage[]): number {
  return pages.reduce(
    (sum, page) => page.orders.reduce((lines, order) => lines + order.canonical.items.length, sum),
    0,
  );
}

function advanced(window: OpenWindow, pages: readonly OrdersPage[]): OpenWindow {
  const seen = pages.reduce((sum, page) => sum + page.orders.length + page.rejects.length, 0);
  return {
    ...window,
    pages: window.pages + pages.length,
    itemsSeen: window.itemsSeen + BigInt(seen),
    checkpoint: pages.at(-1)?.next ?? null,
  };
}

/** Puts the newest part of a window in its place; the rest is opened when its turn comes. */
async function cut(
  holding: Holding,
  window: OpenWindow,
  part: { from: Date; to: Date },
): Promise<OpenWindow> {
  return holding.commit(async (tx, next) => {
    await dropWindow(tx, next, window);
    await openWindow(tx, next, part, holding.now());
    const rest = { from: window.from, to: part.from };
    const isNewestUnread = next.frontier?.getTime() === window.from.getTime();
    // Only the window at the frontier moves it; one that is cut while read again leaves its rest open.
    if (isNewestUnread) next.frontier = part.from;
    else await openWindow(tx, next, rest, holding.now());
    return newlyOpened(part);
  });
}

const rejectsStatement = sql(
  'collector.count_rejects',
  `select count(*) as rejects from collector.reject
    where tenant_id = $1 and shop_id = $2 and stream = $3 and window_from = $4`,
);

/** Compares the partner's count with ours. True when the window is closed, proven or given up for now. */
async function prove(holding: Holding, window: OpenWindow): Promise<boolean> {
  const { timeZone } = holding.shop;
  const recounted =
    window.expected === 0n
      ? 0n
      : BigInt(
          await holding.ask(
            (connector, access) =>
              connector.countOrders(
                access,
                { field: 'created', from: window.from, to: window.to },
                holding.signal,
              ),
            window,
          ),
        );
  return holding.commit(async (tx, next) => {
    const counted = await countOrders(tx, next.shopId, window);
    const [row] = await tx.query<{ rejects: bigint }>(rejectsStatement, [
      ...keyOf(next),
      window.from,
    ]);
    const rejects = row?.rejects ?? 0n;
    const proven = recounted >= counted.inside + rejects && recounted <= counted.withEnds + rejects;
    const now = holding.now();
    await moveWindow(tx, next, window);
    if (!proven && window.passes < mostPasses) return false;
    await closeWindow(tx, next, window, {
      recounted,
      held: counted.withEnds + rejects,
      proven,
      rereadAt: proven ? null : new Date(now.getTime() + rereadAfterMs),
      now,
    });
    // From then on, the newest days are as they were when the reading was planned.
    const isCurrent = next.currentAt !== null || (await newestDaysAreIn(tx, next, timeZone));
    if (isCurrent) next.currentAt ??= next.plannedAt;
    next.windowMs = nextWindowMs(window, Number(window.expected ?? 0n));
    return true;
  });
}

async function newestDaysAreIn(
  tx: TenantTransaction,
  next: HeldStream,
  timeZone: string,
): Promise<boolean> {
  const from = newestDaysFrom(next, timeZone);
  if (!from || (next.frontier && next.frontier > from)) return false;
  const [newest] = await openWindows(tx, next, 1);
  return !newest || newest.to <= from;
}
