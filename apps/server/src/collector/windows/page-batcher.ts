import { setTimeout as delay } from 'node:timers/promises';
import type { OpenWindow } from './window-store.ts';

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

export interface PageCommitsOptions<Page, Ready> {
  /** Rows of a page, for what one commit may hold and memory may keep. */
  linesOf: (page: Page) => number;
  /**
   * A fast partner's pages are committed so many at a time, because each commit builds the days that it touches anew.
   * Fewer are, when they hold many rows or took long to come.
   */
  pagesInCommit: number;
  /** Pages of all windows that may wait: bounds the memory of a stream, whatever its size. */
  mostPagesWaiting: number;
  /** What needs no transaction: it is done while the pages before are being stored. */
  prepare: (parts: readonly WindowPages<Page>[]) => Promise<Ready>;
  /** One transaction; returns the windows in the order of `parts`, as they stand then. */
  store: (parts: readonly WindowPages<Page>[], ready: Ready) => Promise<readonly OpenWindow[]>;
}

interface Waiting<Page> {
  window: OpenWindow;
  pages: Page[];
  /** Commits on their way that hold some of its pages. */
  commits: number;
  /** It has read all that there is, and waits for its commits or its proof. */
  isEnding: boolean;
}

interface Part<Page> {
  lane: Waiting<Page>;
  pages: Page[];
}

/** A slow partner's pages are committed one by one. */
const linesInCommit = 5000;
const commitEveryMs = 400;
const mostLinesWaiting = 50_000;
/** So long the last pages of a window wait for those of others, where some are being read. */
const endWaitsMs = 100;

/**
 * Commits pages of windows that are read side by side while further ones are being read: whatever has come, of any of
 * them, goes into one commit. While one is being stored, the next is prepared.
 */
export function pageCommits<Page, Ready>(
  options: PageCommitsOptions<Page, Ready>,
): PageCommits<Page> {
  const { linesOf, pagesInCommit, mostPagesWaiting, prepare, store } = options;
  const lanes: Waiting<Page>[] = [];
  const failed: { error: unknown }[] = [];
  let preparing: Promise<void> | null = null;
  let storing: Promise<unknown> | null = null;
  let startedAt = performance.now();
  let begun = Promise.withResolvers<void>();
  /** Read and not committed, what is being stored included. */
  let pages = 0;
  let lines = 0;

  /** After a failure nothing later may be committed: its checkpoint would pass over what failed. */
  async function unlessFailed<Done>(step: () => Promise<Done>): Promise<{ done: Done } | null> {
    if (failed.length > 0) return null;
    try {
      return { done: await step() };
    } catch (error) {
      failed.push({ error });
      return null;
    }
  }

  async function storePrepared(parts: readonly Part<Page>[], ready: Ready): Promise<void> {
    const stored = await store(parts.map(windowPages), ready);
    for (const [index, part] of parts.entries()) {
      part.lane.window = stored[index] ?? part.lane.window;
      pages -= part.pages.length;
      lines -= sumOf(part.pages);
    }
  }

  /** Ends once the pages are about to be stored, after those before them. */
  async function prepareWaiting(): Promise<void> {
    const parts = lanes
      .filter((lane) => lane.pages.length > 0)
      .map((lane): Part<Page> => ({ lane, pages: lane.pages.splice(0) }));
    for (const { lane } of parts) lane.commits += 1;
    begun.resolve();
    begun = Promise.withResolvers();
    const leave = () => {
      for (const { lane } of parts) lane.commits -= 1;
    };
    const ready = await unlessFailed(() => prepare(parts.map(windowPages)));
    await storing;
    if (ready === null) leave();
    else {
      storing = unlessFailed(() => storePrepared(parts, ready.done)).finally(() => {
        leave();
        storing = null;
      });
    }
  }

  /** Takes what waits, unless some of it is just being prepared. */
  function commitNow(): Promise<void> {
    if (preparing === null) {
      startedAt = performance.now();
      preparing = prepareWaiting().finally(() => {
        preparing = null;
      });
    }
    return preparing;
  }

  function sumOf(some: readonly Page[]): number {
    return some.reduce((sum, page) => sum + linesOf(page), 0);
  }

  async function keep(lane: Waiting<Page>): Promise<void> {
    lane.isEnding = true;
    while (failed.length === 0 && (lane.pages.length > 0 || lane.commits > 0)) {
      if (lane.pages.length === 0) await (storing ?? preparing);
      else await commitSoon(lane);
    }
  }

  /** With the pages of others that are being read, when they come in a moment. */
  async function commitSoon(lane: Waiting<Page>): Promise<void> {
    if (!lanes.every(({ isEnding }) => isEnding)) {
      const over = new AbortController();
      const waited = delay(endWaitsMs, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([begun.promise, waited]);
      over.abort();
    }
    if (lane.pages.length > 0) await commitNow();
  }

  function isFull(): boolean {
    return pages >= mostPagesWaiting || lines >= mostLinesWaiting;
  }

  function throwFailure(): void {
    const [first] = failed;
    if (first) throw first.error;
  }

  return {
    lane(window) {
      const lane: Waiting<Page> = { window, pages: [], commits: 0, isEnding: false };
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
          lane.isEnding = false;
          lane.pages.push(page);
          pages += 1;
          lines += linesOf(page);
          const waiting = lanes.flatMap((each) => each.pages);
          const isMuch = waiting.length >= pagesInCommit || sumOf(waiting) >= linesInCommit;
          if (isMuch || performance.now() - startedAt >= commitEveryMs) void commitNow();
          // Only until there is room: what comes meanwhile is read while the rest is being committed.
          while (isFull()) {
            await (storing ?? commitNow());
            throwFailure();
          }
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

function windowPages<Page>({ lane, pages }: Part<Page>): WindowPages<Page> {
  return { window: lane.window, pages };
}
