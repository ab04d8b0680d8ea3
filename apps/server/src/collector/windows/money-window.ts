import type { TimeWindow } from '@seller-connect/partners';
import type { TenantTransaction } from '../../platform/database/database.ts';
import { countReturns, type ApplyResult } from '../../reporting/index.ts';
import { updateProgress } from './commit-orders.ts';
import { countRejects, recordRejects, type PageItems } from '../raw/reject-store.ts';
import type { StreamLease } from '../leases/stream-lease.ts';
import type { MoneyPage, MoneySource, ApplyMoney } from './money-source.ts';
import { createPageBatcher, type PageBatcher } from './page-batcher.ts';
import type { WindowControls } from './concurrent-windows.ts';
import { storeRaw, packRaw, type RawBatch } from '../raw/raw-store.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import { closeWindow, updateWindow, type OpenWindow } from './window-store.ts';

const pagesPerCommit = 10;
const maxPendingPages = 24;
const maxPasses = 3;
const rereadAfterMs = 3_600_000;
const minItemsPerWindow = 2000n;

/** Fetches a page; returns null if the partner has no such call. */
export async function fetchMoneyPage<Content>(
  lease: StreamLease,
  source: MoneySource<Content>,
  window: TimeWindow,
  cursor: string | null,
): Promise<MoneyPage<Content> | null> {
  return lease.ask(
    (connector, access) =>
      source.read(connector, access, window, cursor, lease.signal) ?? Promise.resolve(null),
  );
}

/** A page with the start of its window; absent outside of windows. */
export type MoneyWindowPage<Content> = MoneyPage<Content> & PageItems;

/** Pages that are committed in one transaction. */
export interface MoneyBatch<Content> {
  pages: readonly MoneyWindowPage<Content>[];
  raw: RawBatch;
  takeIn: ApplyMoney;
}

export async function packMoneyPages<Content>(
  source: MoneySource<Content>,
  pages: readonly MoneyWindowPage<Content>[],
  fetchedAt: Date,
): Promise<MoneyBatch<Content>> {
  const items = pages.flatMap((page) => page.raw);
  const bookings = pages.flatMap((page) => page.bookings);
  const packing = packRaw(items, fetchedAt, bookings);
  const apply = source.prepare(
    pages.map((page) => page.content),
    {
      observedAt: fetchedAt,
      mappingVersion: Math.min(...pages.map((page) => page.mappingVersion)),
    },
  );
  return { pages, raw: await packing, takeIn: apply };
}

/**
 * Writes raw items, canonical rows, facts, rollups and rejected items of pages.
 * @param afterApply writes more once the pages are applied; runs concurrently with the rest
 */
export async function commitMoney(
  tx: TenantTransaction,
  next: LeasedStream,
  { pages, raw, takeIn: apply }: MoneyBatch<unknown>,
  afterApply?: (applied: ApplyResult) => Promise<unknown>,
): Promise<void> {
  const applied = await apply(tx, next.shopId);
  await Promise.all([
    storeRaw(tx, next, raw, applied.isNews),
    recordRejects(tx, next, { pages, unusable: applied.unusable, now: raw.fetchedAt }),
    afterApply?.(applied),
  ]);
  next.rows += BigInt(applied.created);
}

/**
 * Fetches a window from its checkpoint to its end and proves it. Pages are fetched while earlier ones are committed.
 * @returns false if the budget was spent before the end
 */
export async function syncMoneyWindow<Content>(
  lease: StreamLease,
  source: MoneySource<Content>,
  opened: OpenWindow,
  {
    budget,
    onRead: onFetched,
    commits: batcher,
  }: WindowControls & { commits: PageBatcher<MoneyPage<Content>> },
): Promise<boolean> {
  const requested: TimeWindow = { field: 'created', from: opened.from, to: opened.to };
  const writer = batcher.lane(opened);
  try {
    for (;;) {
      let cursor = writer.window.checkpoint;
      do {
        const page: MoneyPage<Content> | null = await fetchMoneyPage(
          lease,
          source,
          requested,
          cursor,
        );
        if (page === null) return await closeEmptyWindow(lease, writer.window);
        ({ next: cursor } = page);
        await writer.add(page);
      } while (cursor !== null && !budget.isSpent());
      onFetched();
      await writer.flush();
      if (cursor !== null) return false;
      const window = { ...writer.window, passes: writer.window.passes + 1 };
      if (await prove(lease, source, window)) return true;
      writer.window = window;
    }
  } finally {
    // Commits fetched pages even if the next page failed.
    await writer.leave();
  }
}

export function createMoneyBatcher<Content>(
  lease: StreamLease,
  source: MoneySource<Content>,
): PageBatcher<MoneyPage<Content>> {
  return createPageBatcher({
    pagesInCommit: pagesPerCommit,
    maxPendingPages,
    linesOf: ({ ids, rejects }) => ids.length + rejects.length,
    prepare: (parts) => {
      const pages = parts.flatMap(({ window, pages: some }) =>
        some.map((page) => ({ ...page, windowFrom: window.from })),
      );
      return packMoneyPages(source, pages, lease.now());
    },
    store: (parts, batch) =>
      lease.commit(async (tx, stream) => {
        let advancedWindows: OpenWindow[] = [];
        await commitMoney(tx, stream, batch, ({ changed }) => {
          const ids = new Set(changed);
          advancedWindows = parts.map(({ window, pages }) => advanceWindow(window, pages, ids));
          return Promise.all(advancedWindows.map((window) => updateWindow(tx, stream, window)));
        });
        updateProgress(stream);
        return advancedWindows;
      }),
  });
}

/** `expected` is the partner's total or, if it has no count, the number of items that are new in this pass. */
function advanceWindow(
  window: OpenWindow,
  pages: readonly MoneyPage<unknown>[],
  changed: ReadonlySet<string>,
): OpenWindow {
  const before = window.checkpoint === null ? 0n : (window.expected ?? 0n);
  const last = pages.at(-1);
  const total = last?.total ?? null;
  const seen = pages.reduce((sum, page) => sum + page.ids.length + page.rejects.length, 0);
  const newItems = pages.flatMap((page) => page.ids).filter((id) => changed.has(id)).length;
  return {
    ...window,
    pages: window.pages + pages.length,
    itemsSeen: window.itemsSeen + BigInt(seen),
    expected: total === null ? before + BigInt(newItems) : BigInt(total),
    checkpoint: last?.next ?? null,
  };
}

/** Each window costs calls for its end and its proof, so the one after a window with few items is longer. */
function nextMoneyWindowMs(
  { from, to, itemsSeen }: OpenWindow,
  { windowMs, maxWindowMs }: MoneySource<unknown>,
): number {
  const lengthMs = to.getTime() - from.getTime();
  return itemsSeen < minItemsPerWindow
    ? Math.min(maxWindowMs, Math.max(windowMs, 2 * lengthMs))
    : windowMs;
}

async function closeEmptyWindow(lease: StreamLease, window: OpenWindow): Promise<true> {
  await lease.commit((tx, next) =>
    closeWindow(tx, next, window, {
      recounted: 0n,
      stored: 0n,
      isProven: true,
      rereadAt: null,
      now: lease.now(),
    }),
  );
  return true;
}

/**
 * Proves a window. If the partner has a count, it must match the stored one, and the window is fetched up to
 * `maxPasses` times. Otherwise a pass that finds nothing new proves the window; as the first pass of a window with
 * items never does, it is closed unproven and fetched again after `rereadAfterMs`.
 * @returns true if the window is closed, proven or not
 */
async function prove(
  lease: StreamLease,
  source: MoneySource<unknown>,
  window: OpenWindow,
): Promise<boolean> {
  const requested: TimeWindow = { field: 'created', from: window.from, to: window.to };
  const isCounted = source.follows === 'changes';
  const recount = isCounted && (await fetchMoneyPage(lease, source, requested, null))?.total;
  const partnerCount = typeof recount === 'number' ? BigInt(recount) : null;
  return lease.commit(async (tx, next) => {
    const rejects = await countRejects(tx, next, window.from);
    const stored = isCounted
      ? await countReturns(tx, next.shopId, window)
      : { inside: 0n, withEnds: 0n };
    const isProven =
      partnerCount === null
        ? window.expected === 0n
        : partnerCount >= stored.inside + rejects && partnerCount <= stored.withEnds + rejects;
    const now = lease.now();
    await updateWindow(tx, next, window);
    if (!isProven && partnerCount !== null && window.passes < maxPasses) return false;
    next.windowMs = nextMoneyWindowMs(window, source);
    await closeWindow(tx, next, window, {
      recounted: partnerCount ?? window.itemsSeen,
      stored: isCounted ? stored.withEnds + rejects : window.itemsSeen,
      isProven,
      rereadAt: isProven ? null : new Date(now.getTime() + rereadAfterMs),
      now,
    });
    return true;
  });
}
