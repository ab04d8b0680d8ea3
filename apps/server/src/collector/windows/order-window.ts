import type { OrdersPage } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { countOrders } from '../../reporting/index.ts';
import { commitOrders, packPages } from './commit-orders.ts';
import type { Holding } from '../leases/stream-lease.ts';
import { pageCommits, type PageCommits } from './page-batcher.ts';
import {
  newestDaysFrom,
  newestPart,
  nextWindowMs,
  watermarkOfFirstSeen,
} from '../planning/window-plan.ts';
import type { WindowReading } from './concurrent-windows.ts';
import { keyOf, type HeldStream } from '../leases/stream-store.ts';
import {
  closeWindow,
  dropWindow,
  moveWindow,
  newlyOpened,
  openWindow,
  openWindows,
  type OpenWindow,
} from './window-store.ts';

const pagesInCommit = 6;
const mostPagesWaiting = 40;
const mostPasses = 3;
const rereadAfterMs = 3_600_000;

/** A page and the version of the mapping that it was read with. */
interface MappedPage {
  page: OrdersPage;
  mappingVersion: number;
}

/** What windows that are read side by side share. */
export interface Filling {
  commits: PageCommits<MappedPage>;
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
  reading: WindowReading,
  filling: Filling,
): Promise<boolean> {
  let window = opened;
  for (;;) {
    const read = await readPass(holding, window, reading, filling);
    if (!read.ended) return false;
    window = { ...read.window, passes: read.window.passes + 1, checkpoint: null };
    if (await prove(holding, window)) return true;
  }
}

/** Reads pages on from the window's checkpoint while earlier ones are being committed. */
async function readPass(
  holding: Holding,
  opened: OpenWindow,
  { budget, onRead }: WindowReading,
  filling: Filling,
): Promise<{ window: OpenWindow; ended: boolean }> {
  const lane = filling.commits.lane(opened);
  let next = opened.checkpoint;
  let isFirst = next === null;
  try {
    do {
      let mappingVersion = 0;
      const page = await holding.ask((connector, access) => {
        mappingVersion = connector.mappingVersion;
        return connector.readOrders(
          access,
          { field: 'created', from: lane.window.from, to: lane.window.to },
          next,
          holding.signal,
        );
      }, lane.window);
      if (filling.isOpening && page.orders.length > 0) {
        filling.isOpening = false;
        if (holding.held.currentAt === null) {
          filling.firstPage = page.orders.map(({ canonical }) => canonical.updatedAt);
        }
        filling.onFirstPage();
      }
      if (isFirst) {
        const part = newestPart(lane.window, page.total, holding.shop.timeZone);
        lane.window = part
          ? await cut(holding, lane.window, part)
          : { ...lane.window, expected: BigInt(page.total) };
        if (part) continue;
        isFirst = false;
      }
      next = page.next;
      await lane.add({ page, mappingVersion });
    } while ((isFirst || next !== null) && !budget.isSpent());
    onRead();
    await lane.settle();
  } finally {
    // What was read is kept even when the next page could not be read.
    await lane.leave();
  }
  return { window: lane.window, ended: next === null && !isFirst };
}

/** Commits pages of windows that are read side by side; `filling` tells when the orders of the first page had changed. */
export function orderCommits(
  holding: Holding,
  filling: { readonly firstPage: readonly Date[] },
): PageCommits<MappedPage> {
  return pageCommits({
    pagesInCommit,
    mostPagesWaiting,
    linesOf: ({ page }) =>
      page.orders.reduce((lines, order) => lines + order.canonical.items.length, 0),
    prepare: (parts) => {
      const pages = parts.flatMap(({ window, pages: some }) =>
        some.map(({ page }) => ({ ...page, windowFrom: window.from })),
      );
      const versions = parts.flatMap(({ pages: some }) => some.map((each) => each.mappingVersion));
      return packPages(pages, holding.now(), Math.min(...versions));
    },
    store: (parts, read) =>
      holding.commit(async (tx, stream) => {
        await commitOrders(tx, stream, read);
        stream.watermark = watermarkOfFirstSeen(stream.watermark, filling.firstPage);
        const moved = parts.map(({ window, pages: some }) =>
          advanced(
            window,
            some.map(({ page }) => page),
          ),
        );
        await Promise.all(moved.map((window) => moveWindow(tx, stream, window)));
        return moved;
      }),
  });
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
