import { setTimeout as delay } from 'node:timers/promises';
import type { OpenWindow } from './window-store.ts';

/** The pages of one window in a commit. */
export interface WindowPages<Page> {
  window: OpenWindow;
  pages: readonly Page[];
}

/** Writes the pages of one window in order. */
export interface WindowWriter<Page> {
  /** The window as stored. Set it when the window restarts or is split. */
  window: OpenWindow;
  /**
   * Adds a page; waits while too many pages are pending.
   * @throws the error of a failed commit
   */
  add(page: Page): Promise<void>;
  /**
   * Waits until all pages of the window are committed.
   * @throws the error of a failed commit
   */
  flush(): Promise<void>;
  /** Closes the writer. Commits its pending pages, unless a commit has failed. */
  close(): Promise<void>;
}

export interface PageBatcher<Page> {
  openWriter(window: OpenWindow): WindowWriter<Page>;
}

interface PageBatcherOptions<Page, Ready> {
  /** Number of rows of a page, for the limits of a commit and of memory. */
  countRows: (page: Page) => number;
  /**
   * Pages per commit: each commit recomputes the days that it touches, so fewer commits cost less. A commit has fewer
   * pages if they have many rows or arrive slowly.
   */
  pagesPerCommit: number;
  /** Pending pages of all windows: limits the memory of a stream. */
  maxPendingPages: number;
  /** Does the work that needs no transaction, while the batch before is being stored. */
  prepare: (parts: readonly WindowPages<Page>[]) => Promise<Ready>;
  /** Stores a batch in one transaction. Returns the updated windows in the order of `parts`. */
  store: (parts: readonly WindowPages<Page>[], ready: Ready) => Promise<readonly OpenWindow[]>;
}

interface PendingWindow<Page> {
  window: OpenWindow;
  pages: Page[];
  /** Batches in progress that contain pages of the window. */
  commits: number;
  /** All pages are fetched; the window waits for commits or its proof. */
  isEnding: boolean;
}

interface BatchPart<Page> {
  pending: PendingWindow<Page>;
  pages: Page[];
}

const rowsPerCommit = 5000;
/** A page that arrives this long after the start of the last batch starts the next one. */
const maxCommitDelayMs = 400;
const maxPendingRows = 50_000;
/** How long the last pages of a window wait for pages of windows that are still being fetched. */
const finishDelayMs = 100;

/**
 * Commits pages of concurrent windows while further pages are fetched. All pages that have arrived, of any window, go
 * into one commit. While one batch is stored, the next is prepared.
 */
export function createPageBatcher<Page, Ready>(
  options: PageBatcherOptions<Page, Ready>,
): PageBatcher<Page> {
  const { countRows, pagesPerCommit, maxPendingPages, prepare, store } = options;
  const pendingWindows: PendingWindow<Page>[] = [];
  const failures: { error: unknown }[] = [];
  let preparing: Promise<void> | null = null;
  let storing: Promise<unknown> | null = null;
  let startedAt = performance.now();
  let batchTaken = Promise.withResolvers<void>();
  /** Fetched pages that are not committed yet, including those being stored. */
  let pages = 0;
  let pendingRows = 0;

  /** Runs a step unless one has failed. A later commit would move the checkpoint past the failed pages. */
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
      part.pending.window = stored[index] ?? part.pending.window;
      pages -= part.pages.length;
      pendingRows -= totalRows(part.pages);
    }
  }

  /** Takes and prepares all waiting pages. Resolves when the batch before is stored and this one begins to be. */
  async function prepareBatch(): Promise<void> {
    const parts = pendingWindows
      .filter((pending) => pending.pages.length > 0)
      .map((pending): BatchPart<Page> => ({ pending, pages: pending.pages.splice(0) }));
    for (const { pending } of parts) pending.commits += 1;
    batchTaken.resolve();
    batchTaken = Promise.withResolvers();
    const markCommitted = () => {
      for (const { pending } of parts) pending.commits -= 1;
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

  /** Starts a batch, or returns the one that is being prepared. */
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

  /** Commits the last pages of a window, together with pages of other windows that arrive within `finishDelayMs`. */
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
    openWriter(window) {
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
          // Waits only until there is room, so that fetching continues while the rest is committed.
          while (isFull()) {
            await (storing ?? commitNow());
            throwFailure();
          }
        },
        flush,
        async close() {
          await flushWindow(pending);
          pendingWindows.splice(pendingWindows.indexOf(pending), 1);
        },
      };
    },
  };
}

function toWindowPages<Page>({ pending, pages }: BatchPart<Page>): WindowPages<Page> {
  return { window: pending.window, pages };
}
