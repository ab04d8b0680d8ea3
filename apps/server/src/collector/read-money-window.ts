import type { Window } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../platform/database.ts';
import { countReturns, type MoneyApplied } from '../reporting/index.ts';
import { noteRejects, progressed } from './commit-orders.ts';
import type { Holding } from './holding.ts';
import type { MoneyPage, MoneySource } from './money-source.ts';
import type { Budget } from './orders-stream.ts';
import { keepRaw, packRaw, type RawBatch } from './raw-store.ts';
import { keyOf, type HeldStream } from './stream-store.ts';
import { closeWindow, moveWindow, type OpenWindow } from './window-ledger.ts';

const mostPasses = 3;
const rereadAfterMs = 3_600_000;

/** Asks for a page; the end of everything for a partner that has no such call. */
export async function askPage(
  holding: Holding,
  source: MoneySource,
  window: Window,
  from: string | null,
): Promise<MoneyPage | null> {
  return holding.ask(
    (connector, access) =>
      source.read(connector, access, window, from, holding.signal) ?? Promise.resolve(null),
  );
}

export function packPage(page: MoneyPage, readAt: Date): Promise<RawBatch> {
  return packRaw(page.raw, readAt, page.bookings);
}

/** Raw items, canonical rows, facts and rollups of one page, and what of it could not be understood. */
export async function commitPage(
  tx: TenantTransaction,
  next: HeldStream,
  page: MoneyPage,
  raw: RawBatch,
  windowFrom: Date | null,
): Promise<MoneyApplied> {
  const applied = await page.apply(tx, next.shopId, raw.fetchedAt);
  await keepRaw(tx, next, raw, applied.isNews);
  const unusable = new Set(applied.unusable.map(({ id }) => id));
  await noteRejects(tx, next, {
    accepted: page.accepted.filter((id) => !unusable.has(id)),
    rejected: [
      ...page.rejects.map((each) => ({ externalId: each.raw.externalId, reason: each.reason })),
      ...applied.unusable.map(({ id, reason }) => ({ externalId: id, reason })),
    ],
    windowFrom,
    now: raw.fetchedAt,
  });
  next.rows += BigInt(applied.created);
  return applied;
}

/**
 * Reads a window to its end and proves it, page by page from its checkpoint; the next page is asked for while the
 * one before is being committed.
 * @returns false when the budget was spent before its end.
 */
export async function readMoneyWindow(
  holding: Holding,
  source: MoneySource,
  opened: OpenWindow,
  budget: Budget,
): Promise<boolean> {
  const asked: Window = { field: 'created', from: opened.from, to: opened.to };
  let window = opened;
  for (;;) {
    let upcoming: Promise<MoneyPage | null> | null = askPage(
      holding,
      source,
      asked,
      window.checkpoint,
    );
    while (upcoming) {
      const page: MoneyPage | null = await upcoming;
      if (page === null) return closeEmpty(holding, window);
      const next: string | null = page.next;
      upcoming = next === null || budget.isSpent() ? null : askPage(holding, source, asked, next);
      // It is awaited when its turn comes; a commit that fails before must not leave it unheard.
      upcoming?.catch(() => undefined);
      const raw = await packPage(page, holding.now());
      window = await holding.commit((tx, stream) => commitInWindow(tx, stream, page, raw, window));
    }
    if (window.checkpoint !== null) return false;
    window = { ...window, passes: window.passes + 1 };
    if (await prove(holding, source, window)) return true;
  }
}

/** `expected` holds the partner's count; of one that does not count, how much of the pass was new. */
async function commitInWindow(
  tx: TenantTransaction,
  stream: HeldStream,
  page: MoneyPage,
  raw: RawBatch,
  window: OpenWindow,
): Promise<OpenWindow> {
  const applied = await commitPage(tx, stream, page, raw, window.from);
  const before = window.checkpoint === null ? 0n : (window.expected ?? 0n);
  const moved: OpenWindow = {
    ...window,
    pages: window.pages + 1,
    itemsSeen: window.itemsSeen + BigInt(page.accepted.length + page.rejects.length),
    expected: page.total === null ? before + BigInt(applied.applied) : BigInt(page.total),
    checkpoint: page.next,
  };
  await moveWindow(tx, stream, moved);
  progressed(stream);
  return moved;
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
async function prove(holding: Holding, source: MoneySource, window: OpenWindow): Promise<boolean> {
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
