import { setTimeout as delay } from 'node:timers/promises';
import type { OpenWindow } from './window-store.ts';

/** Pages of one window that are committed together with those of others. */
export interface WindowPages<Page> {
  window: OpenWindow;
  pages: readonly Page[];
}

/** A window whose pages are committed one after another. */
export interface WindowWriter<Page> {
  /** As it is stored; a window that begins anew, or with less, is put here. */
  window: OpenWindow;
  /** Takes a page; waits for room where too many wait already. @throws what made a commit fail */
  add(page: Page): Promise<void>;
  /** Waits until all of the window's pages are committed. @throws what made a commit fail */
  flush(): Promise<void>;
  /** Ends the lane: what was read is committed, if it still may be. */
  leave(): Promise<void>;
}

export interface PageBatcher<Page> {
  lane(window: OpenWindow): WindowWriter<Page>;
}

export interface PageBatcherOptions<Page, Ready> {
  /** Rows of a page, for what one commit may hold and memory may keep. */
  linesOf: (page: Page) => number;
  /**
   * A fast partner's pages are committed so many at a time, because each commit builds the days that it touches anew.
   * Fewer are, when they hold many rows or took long to come.
   */
  pagesInCommit: number;
  /** Pages of all windows that may wait: bounds the memory of a stream, whatever its size. */
  maxPendingPages: number;
  /** What needs no transaction: it is done while the pages before are being stored. */
  prepare: (parts: readonly WindowPages<Page>[]) => Promise<Ready>;
  /** One transaction; returns the windows in the order of `parts`, as they stand then. */
  store: (parts: readonly WindowPages<Page>[], ready: Ready) => Promise<readonly OpenWindow[]>;
}

interface PendingWindow<Page> {
  window: OpenWindow;
  pages: Page[];
  /** Commits on their way that hold some of its pages. */
  commits: number;
  /** It has read all that there is, and waits for its commits or its proof. */
  isEnding: boolean;
}

interface BatchPart<Page> {
  lane: PendingWindow<Page>;
  pages: Page[];
}

/** A slow partner's pages are committed one by one. */
const rowsPerCommit = 5000;
const maxCommitDelayMs = 400;
const maxPendingRows = 50_000;
/** So long the last pages of a window wait for those of others, where some are being read. */
const finishDelayMs = 100;

/**
 * Commits pages of windows that are read side by side while further ones are being read: whatever has come, of any of
 * them, goes into one commit. While one is being stored, the next is prepared.
 */
export function createPageBatcher<Page, Ready>(
  options: PageBatcherOptions<Page, Ready>,
): PageBatcher<Page> {
  const {
    linesOf: countRows,
    pagesInCommit: pagesPerCommit,
    maxPendingPages,
    prepare,
    store,
  } = options;
  const pendingWindows: PendingWindow<Page>[] = [];
  const failures: { error: unknown }[] = [];
  let preparing: Promise<void> | null = null;
  let storing: Promise<unknown> | null = null;
  let startedAt = performance.now();
  let batchTaken = Promise.withResolvers<void>();
  /** Read and not committed, what is being stored included. */
  let pages = 0;
  let pendingRows = 0;

  /** After a failure nothing later may be committed: its checkpoint would pass over what failed. */
  async function unlessFailed<Done>(step: () => Promise<Done>): Promise<{ done: Done } | null> {
    if (failures.length > 0) return null;
    try {
      return { done: await step() };
    } catch (error) {
      failures.push({ error });
      return null;
    }
  }

  async function storePrepared(parts: readonly BatchPart<Page>[], ready: Ready): Promise<void> {
    const stored = await store(parts.map(toWindowPages), ready);
    for (const [index, part] of parts.entries()) {
      part.lane.window = stored[index] ?? part.lane.window;
      pages -= part.pages.length;
      pendingRows -= totalRows(part.pages);
    }
  }

  /** Ends once the pages are about to be stored, after those before them. */
  async function prepareBatch(): Promise<void> {
    const parts = pendingWindows
      .filter((pending) => pending.pages.length > 0)
      .map((pending): BatchPart<Page> => ({ lane: pending, pages: pending.pages.splice(0) }));
    for (const { lane: pending } of parts) pending.commits += 1;
    batchTaken.resolve();
    batchTaken = Promise.withResolvers();
    const markCommitted = () => {
      for (const { lane: pending } of parts) pending.commits -= 1;
    };
    const ready = await unlessFailed(() => prepare(parts.map(toWindowPages)));
    await storing;
    if (ready === null) markCommitted();
    else {
      storing = unlessFailed(() => storePrepared(parts, ready.done)).finally(() => {
        markCommitted();
        storing = null;
      });
    }
  }

  /** Takes what waits, unless some of it is just being prepared. */
  function commitNow(): Promise<void> {
    if (preparing === null) {
      startedAt = performance.now();
      preparing = prepareBatch().finally(() => {
        preparing = null;
      });
    }
    return preparing;
  }

  function totalRows(some: readonly Page[]): number {
    return some.reduce((sum, page) => sum + countRows(page), 0);
  }

  async function flushWindow(pending: PendingWindow<Page>): Promise<void> {
    pending.isEnding = true;
    while (failures.length === 0 && (pending.pages.length > 0 || pending.commits > 0)) {
      if (pending.pages.length === 0) await (storing ?? preparing);
      else await commitSoon(pending);
    }
  }

  /** With the pages of others that are being read, when they come in a moment. */
  async function commitSoon(pending: PendingWindow<Page>): Promise<void> {
    if (!pendingWindows.every(({ isEnding }) => isEnding)) {
      const delayAbort = new AbortController();
      const delayed = delay(finishDelayMs, undefined, { signal: delayAbort.signal }).catch(
        () => undefined,
      );
      await Promise.race([batchTaken.promise, delayed]);
      delayAbort.abort();
    }
    if (pending.pages.length > 0) await commitNow();
  }

  function isFull(): boolean {
    return pages >= maxPendingPages || pendingRows >= maxPendingRows;
  }

  function throwFailure(): void {
    const [first] = failures;
    if (first) throw first.error;
  }

  return {
    lane(window) {
      const pending: PendingWindow<Page> = { window, pages: [], commits: 0, isEnding: false };
      pendingWindows.push(pending);
      const flush = async () => {
        await flushWindow(pending);
        throwFailure();
      };
      return {
        get window() {
          return pending.window;
        },
        set window(changed) {
          pending.window = changed;
        },
        async add(page) {
          throwFailure();
          pending.isEnding = false;
          pending.pages.push(page);
          pages += 1;
          pendingRows += countRows(page);
          const waiting = pendingWindows.flatMap((each) => each.pages);
          const isBatchFull =
            waiting.length >= pagesPerCommit || totalRows(waiting) >= rowsPerCommit;
          if (isBatchFull || performance.now() - startedAt >= maxCommitDelayMs) void commitNow();
          // Only until there is room: what comes meanwhile is read while the rest is being committed.
          while (isFull()) {
            await (storing ?? commitNow());
            throwFailure();
          }
        },
        flush,
        async leave() {
          await flushWindow(pending);
          pendingWindows.splice(pendingWindows.indexOf(pending), 1);
        },
      };
    },
  };
}

function toWindowPages<Page>({ lane, pages }: BatchPart<Page>): WindowPages<Page> {
  return { window: lane.window, pages };
}
