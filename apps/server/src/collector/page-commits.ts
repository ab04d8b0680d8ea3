import type { OpenWindow } from './window-ledger.ts';

/** Pages of one window that are committed together with those of others. */
export interface WindowPages<Page> {
  window: OpenWindow;
  pages: readonly Page[];
}

/** A window whose pages are committed one after another. */
export interface Lane<Page> {
  /** As it is stored; a window that begins anew, or with less, is put here. */
  window: OpenWindow;
  /** Takes a page; waits for room where too many wait already. @throws what made a commit fail */
  add(page: Page): Promise<void>;
  /** Waits until all of the window's pages are committed. @throws what made a commit fail */
  settle(): Promise<void>;
  /** Ends the lane: what was read is committed, if it still may be. */
  leave(): Promise<void>;
}

export interface PageCommits<Page> {
  lane(window: OpenWindow): Lane<Page>;
}

export interface PageCommitsOptions<Page> {
  /** Rows of a page, for what one commit may hold and memory may keep. */
  linesOf: (page: Page) => number;
  /** Pages of all windows that may wait: bounds the memory of a stream, whatever its size. */
  mostPagesWaiting: number;
  /** One transaction; returns the windows in the order of `parts`, as they stand then. */
  store: (parts: readonly WindowPages<Page>[]) => Promise<readonly OpenWindow[]>;
}

interface Waiting<Page> {
  window: OpenWindow;
  pages: Page[];
  isBeingStored: boolean;
}

/**
 * A fast partner's pages are committed several at a time, because each commit builds the days that it touches anew; a
 * slow partner's one by one.
 */
const pagesInCommit = 6;
const linesInCommit = 5000;
const commitEveryMs = 400;
const mostLinesWaiting = 50_000;

/**
 * Commits pages of windows that are read side by side while further ones are being read: whatever has come, of any of
 * them, goes into one commit.
 */
export function pageCommits<Page>(options: PageCommitsOptions<Page>): PageCommits<Page> {
  const { linesOf, mostPagesWaiting, store } = options;
  const lanes: Waiting<Page>[] = [];
  const failed: { error: unknown }[] = [];
  let round: Promise<void> | null = null;
  let startedAt = performance.now();
  /** Read and not committed, what is being stored included. */
  let pages = 0;
  let lines = 0;

  async function commitWaiting(): Promise<void> {
    const parts = lanes
      .filter((lane) => lane.pages.length > 0)
      .map((lane) => ({ lane, pages: lane.pages.splice(0) }));
    for (const { lane } of parts) lane.isBeingStored = true;
    try {
      const stored = await store(
        parts.map((part) => ({ window: part.lane.window, pages: part.pages })),
      );
      for (const [index, part] of parts.entries()) {
        part.lane.window = stored[index] ?? part.lane.window;
        pages -= part.pages.length;
        lines -= sumOf(part.pages);
      }
    } catch (error) {
      failed.push({ error });
    } finally {
      for (const { lane } of parts) lane.isBeingStored = false;
    }
  }

  /** The commit that is going on, or one of all that waits. */
  function commitNow(): Promise<void> {
    if (round === null) {
      startedAt = performance.now();
      round = commitWaiting().finally(() => {
        round = null;
      });
    }
    return round;
  }

  function sumOf(some: readonly Page[]): number {
    return some.reduce((sum, page) => sum + linesOf(page), 0);
  }

  async function keep(lane: Waiting<Page>): Promise<void> {
    // After a failure nothing later may be committed: its checkpoint would pass over what failed.
    while (failed.length === 0 && (lane.pages.length > 0 || lane.isBeingStored)) await commitNow();
  }

  function throwFailure(): void {
    const [first] = failed;
    if (first) throw first.error;
  }

  return {
    lane(window) {
      const lane: Waiting<Page> = { window, pages: [], isBeingStored: false };
      lanes.push(lane);
      const settle = async () => {
        await keep(lane);
        throwFailure();
      };
      return {
        get window() {
          return lane.window;
        },
        set window(changed) {
          lane.window = changed;
        },
        async add(page) {
          throwFailure();
          lane.pages.push(page);
          pages += 1;
          lines += linesOf(page);
          const waiting = lanes.reduce((sum, each) => sum + each.pages.length, 0);
          const isMuch = waiting >= pagesInCommit || lines >= linesInCommit;
          if (isMuch || performance.now() - startedAt >= commitEveryMs) void commitNow();
          if (pages >= mostPagesWaiting || lines >= mostLinesWaiting) await settle();
        },
        settle,
        async leave() {
          await keep(lane);
          lanes.splice(lanes.indexOf(lane), 1);
        },
      };
    },
  };
}
