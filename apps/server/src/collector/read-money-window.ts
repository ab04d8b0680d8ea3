import type { Window } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../platform/database.ts';
import { countReturns, type MoneyApplied } from '../reporting/index.ts';
import { noteRejects, progressed } from './commit-orders.ts';
import type { Holding } from './holding.ts';
import type { MoneyPage, MoneySource } from './money-source.ts';
import type { Budget } from './orders-stream.ts';
import { pageCommits, type PageCommits } from './page-commits.ts';
import { keepRaw, packRaw, type RawBatch } from './raw-store.ts';
import { keyOf, type HeldStream } from './stream-store.ts';
import { closeWindow, moveWindow, type OpenWindow } from './window-ledger.ts';

/** Pages are large, and one window is read at a time. */
const mostPagesWaiting = 8;
const mostPasses = 3;
const rereadAfterMs = 3_600_000;

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

/** Pages that are committed together. */
export interface MoneyRead<Content> {
  pages: readonly MoneyPage<Content>[];
  raw: RawBatch;
}

export async function packMoney<Content>(
  pages: readonly MoneyPage<Content>[],
  readAt: Date,
): Promise<MoneyRead<Content>> {
  const raw = pages.flatMap((page) => page.raw);
  const bookings = pages.flatMap((page) => page.bookings);
  return { pages, raw: await packRaw(raw, readAt, bookings) };
}

/** Raw items, canonical rows, facts and rollups of some pages, and what of them could not be understood. */
export async function commitMoney<Content>(
  tx: TenantTransaction,
  next: HeldStream,
  source: MoneySource<Content>,
  { pages, raw }: MoneyRead<Content>,
  windowFrom?: Date,
): Promise<MoneyApplied> {
  const applied = await source.apply(
    tx,
    next.shopId,
    pages.map(({ content }) => content),
    {
      observedAt: raw.fetchedAt,
      mappingVersion: Math.min(...pages.map(({ mappingVersion }) => mappingVersion)),
    },
  );
  await keepRaw(tx, next, raw, applied.isNews);
  const unusable = new Set(applied.unusable.map(({ id }) => id));
  await noteRejects(tx, next, {
    accepted: pages.flatMap(({ accepted }) => accepted).filter((id) => !unusable.has(id)),
    rejected: [
      ...pages
        .flatMap(({ rejects }) => rejects)
        .map((each) => ({ externalId: each.raw.externalId, reason: each.reason, windowFrom })),
      ...applied.unusable.map(({ id, reason }) => ({ externalId: id, reason, windowFrom })),
    ],
    now: raw.fetchedAt,
  });
  next.rows += BigInt(applied.created);
  return applied;
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
  budget: Budget,
): Promise<boolean> {
  const asked: Window = { field: 'created', from: opened.from, to: opened.to };
  const lane = commitsOf(holding, source).lane(opened);
  try {
    for (;;) {
      let next = lane.window.checkpoint;
      do {
        const page: MoneyPage<Content> | null = await askPage(holding, source, asked, next);
        if (page === null) return await closeEmpty(holding, lane.window);
        ({ next } = page);
        await lane.add(page);
      } while (next !== null && !budget.isSpent());
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

function commitsOf<Content>(
  holding: Holding,
  source: MoneySource<Content>,
): PageCommits<MoneyPage<Content>> {
  return pageCommits({
    mostPagesWaiting,
    linesOf: ({ accepted, rejects }) => accepted.length + rejects.length,
    store: async (parts) => {
      const read = await Promise.all(
        parts.map(async ({ window, pages }) => ({
          window,
          money: await packMoney(pages, holding.now()),
        })),
      );
      return holding.commit(async (tx, stream) => {
        const moved: OpenWindow[] = [];
        for (const { window, money } of read) {
          const applied = await commitMoney(tx, stream, source, money, window.from);
          moved.push(advanced(window, money.pages, applied));
        }
        for (const window of moved) await moveWindow(tx, stream, window);
        progressed(stream);
        return moved;
      });
    },
  });
}

/** `expected` holds the partner's count; of one that does not count, how much of the pass was new. */
function advanced(
  window: OpenWindow,
  pages: readonly MoneyPage<unknown>[],
  applied: MoneyApplied,
): OpenWindow {
  const before = window.checkpoint === null ? 0n : (window.expected ?? 0n);
  const last = pages.at(-1);
  const total = last?.total ?? null;
  const seen = pages.reduce((sum, page) => sum + page.accepted.length + page.rejects.length, 0);
  return {
    ...window,
    pages: window.pages + pages.length,
    itemsSeen: window.itemsSeen + BigInt(seen),
    expected: total === null ? before + BigInt(applied.applied) : BigInt(total),
    checkpoint: last?.next ?? null,
  };
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
