import type { Window } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { countReturns, type MoneyApplied } from '../../reporting/index.ts';
import { noteRejects, progressed } from './commit-orders.ts';
import type { Holding } from '../leases/stream-lease.ts';
import type { MoneyPage, MoneySource, TakeIn } from './money-source.ts';
import { pageCommits, type PageCommits } from './page-batcher.ts';
import type { WindowReading } from './concurrent-windows.ts';
import { keepRaw, packRaw, type RawBatch } from '../raw/raw-store.ts';
import { keyOf, type HeldStream } from '../leases/stream-store.ts';
import { closeWindow, moveWindow, type OpenWindow } from './window-store.ts';

/** Pages are large. */
const pagesInCommit = 10;
const mostPagesWaiting = 24;
const mostPasses = 3;
const rereadAfterMs = 3_600_000;
const fewInWindow = 2000n;

/** Asks for a page; the end of everything for a partner that has no such call. */
export async function askPage<Content>(
  holding: Holding,
  source: MoneySource<Content>,
  window: Window,
  from: string | null,
): Promise<MoneyPage<Content> | null> {
  return holding.ask(
    (connector, access) =>
      source.read(connector, access, window, from, holding.signal) ?? Promise.resolve(null),
  );
}

/** A page and where the window begins whose proof counts its rejects; none for what was asked for in another way. */
export interface PageOfWindow<Content> {
  page: MoneyPage<Content>;
  windowFrom?: Date;
}

/** Pages that are committed together. */
export interface MoneyRead<Content> {
  pages: readonly PageOfWindow<Content>[];
  raw: RawBatch;
  takeIn: TakeIn;
}

export async function packMoney<Content>(
  source: MoneySource<Content>,
  pages: readonly PageOfWindow<Content>[],
  readAt: Date,
): Promise<MoneyRead<Content>> {
  const items = pages.flatMap(({ page }) => page.raw);
  const bookings = pages.flatMap(({ page }) => page.bookings);
  const packing = packRaw(items, readAt, bookings);
  const takeIn = source.prepare(
    pages.map(({ page }) => page.content),
    {
      observedAt: readAt,
      mappingVersion: Math.min(...pages.map(({ page }) => page.mappingVersion)),
    },
  );
  return { pages, raw: await packing, takeIn };
}

/**
 * Raw items, canonical rows, facts and rollups of some pages, and what of them could not be understood.
 * @param move what else is written, once it is known what became of the pages; all of it is sent together
 */
export async function commitMoney(
  tx: TenantTransaction,
  next: HeldStream,
  { pages, raw, takeIn }: MoneyRead<unknown>,
  move?: (applied: MoneyApplied) => Promise<unknown>,
): Promise<void> {
  const applied = await takeIn(tx, next.shopId);
  const unusable = new Map(applied.unusable.map(({ id, reason }) => [id, reason]));
  const rejected = pages.flatMap(({ page, windowFrom }) => [
    ...page.rejects.map(({ raw: { externalId }, reason }) => ({ externalId, reason, windowFrom })),
    ...page.accepted.flatMap((externalId) => {
      const reason = unusable.get(externalId);
      return reason === undefined ? [] : [{ externalId, reason, windowFrom }];
    }),
  ]);
  await Promise.all([
    keepRaw(tx, next, raw, applied.isNews),
    noteRejects(tx, next, {
      accepted: pages.flatMap(({ page }) => page.accepted).filter((id) => !unusable.has(id)),
      rejected,
      now: raw.fetchedAt,
    }),
    move?.(applied),
  ]);
  next.rows += BigInt(applied.created);
}

/**
 * Reads a window to its end and proves it, page by page from its checkpoint; further pages are asked for while those
 * before are being committed.
 * @returns false when the budget was spent before its end.
 */
export async function readMoneyWindow<Content>(
  holding: Holding,
  source: MoneySource<Content>,
  opened: OpenWindow,
  { budget, onRead, commits }: WindowReading & { commits: PageCommits<MoneyPage<Content>> },
): Promise<boolean> {
  const asked: Window = { field: 'created', from: opened.from, to: opened.to };
  const lane = commits.lane(opened);
  try {
    for (;;) {
      let next = lane.window.checkpoint;
      do {
        const page: MoneyPage<Content> | null = await askPage(holding, source, asked, next);
        if (page === null) return await closeEmpty(holding, lane.window);
        ({ next } = page);
        await lane.add(page);
      } while (next !== null && !budget.isSpent());
      onRead();
      await lane.settle();
      if (next !== null) return false;
      const window = { ...lane.window, passes: lane.window.passes + 1 };
      if (await prove(holding, source, window)) return true;
      lane.window = window;
    }
  } finally {
    // What was read is kept even when the next page could not be read.
    await lane.leave();
  }
}

/** Commits pages of windows that are read side by side. */
export function moneyCommits<Content>(
  holding: Holding,
  source: MoneySource<Content>,
): PageCommits<MoneyPage<Content>> {
  return pageCommits({
    pagesInCommit,
    mostPagesWaiting,
    linesOf: ({ accepted, rejects }) => accepted.length + rejects.length,
    prepare: (parts) => {
      const pages = parts.flatMap(({ window, pages: some }) =>
        some.map((page) => ({ page, windowFrom: window.from })),
      );
      return packMoney(source, pages, holding.now());
    },
    store: (parts, read) =>
      holding.commit(async (tx, stream) => {
        let moved: OpenWindow[] = [];
        await commitMoney(tx, stream, read, ({ changed }) => {
          const ids = new Set(changed);
          moved = parts.map(({ window, pages }) => advanced(window, pages, ids));
          return Promise.all(moved.map((window) => moveWindow(tx, stream, window)));
        });
        progressed(stream);
        return moved;
      }),
  });
}

/** `expected` holds the partner's count; of one that does not count, how much of the pass was new. */
function advanced(
  window: OpenWindow,
  pages: readonly MoneyPage<unknown>[],
  changed: ReadonlySet<string>,
): OpenWindow {
  const before = window.checkpoint === null ? 0n : (window.expected ?? 0n);
  const last = pages.at(-1);
  const total = last?.total ?? null;
  const seen = pages.reduce((sum, page) => sum + page.accepted.length + page.rejects.length, 0);
  const news = pages.flatMap((page) => page.accepted).filter((id) => changed.has(id)).length;
  return {
    ...window,
    pages: window.pages + pages.length,
    itemsSeen: window.itemsSeen + BigInt(seen),
    expected: total === null ? before + BigInt(news) : BigInt(total),
    checkpoint: last?.next ?? null,
  };
}

/** Each window costs calls of its own, to its end and for its proof: where little is booked, the next one is longer. */
function nextMoneyWindowMs(
  { from, to, itemsSeen }: OpenWindow,
  { windowMs, longestWindowMs }: MoneySource<unknown>,
): number {
  const spanMs = to.getTime() - from.getTime();
  return itemsSeen < fewInWindow
    ? Math.min(longestWindowMs, Math.max(windowMs, 2 * spanMs))
    : windowMs;
}

async function closeEmpty(holding: Holding, window: OpenWindow): Promise<true> {
  await holding.commit((tx, next) =>
    closeWindow(tx, next, window, {
      recounted: 0n,
      held: 0n,
      proven: true,
      rereadAt: null,
      now: holding.now(),
    }),
  );
  return true;
}

const rejectsStatement = sql(
  'collector.count_money_rejects',
  `select count(*) as rejects from collector.reject
    where tenant_id = $1 and shop_id = $2 and stream = $3 and window_from = $4`,
);

/**
 * Where the partner counts, its count afterwards has to be what is held. Where it does not, a window is proven by
 * a reading that finds nothing new; the first one of it never does, and it is read again later.
 * @returns true when the window is closed, proven or given up for now.
 */
async function prove(
  holding: Holding,
  source: MoneySource<unknown>,
  window: OpenWindow,
): Promise<boolean> {
  const asked: Window = { field: 'created', from: window.from, to: window.to };
  const isCounted = source.follows === 'changes';
  const recount = isCounted && (await askPage(holding, source, asked, null))?.total;
  const recounted = typeof recount === 'number' ? BigInt(recount) : null;
  return holding.commit(async (tx, next) => {
    const [row] = await tx.query<{ rejects: bigint }>(rejectsStatement, [
      ...keyOf(next),
      window.from,
    ]);
    const rejects = row?.rejects ?? 0n;
    const counted = isCounted
      ? await countReturns(tx, next.shopId, window)
      : { inside: 0n, withEnds: 0n };
    const proven =
      recounted === null
        ? window.expected === 0n
        : recounted >= counted.inside + rejects && recounted <= counted.withEnds + rejects;
    const now = holding.now();
    await moveWindow(tx, next, window);
    if (!proven && recounted !== null && window.passes < mostPasses) return false;
    next.windowMs = nextMoneyWindowMs(window, source);
    await closeWindow(tx, next, window, {
      recounted: recounted ?? window.itemsSeen,
      held: isCounted ? counted.withEnds + rejects : window.itemsSeen,
      proven,
      rereadAt: proven ? null : new Date(now.getTime() + rereadAfterMs),
      now,
    });
    return true;
  });
}
