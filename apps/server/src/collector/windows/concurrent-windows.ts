import type { Budget } from '../leases/budget.ts';
import type { OpenWindow } from './window-store.ts';

/** Windows that were taken and are not closed yet, by their ends: one that is cut keeps its newest part. */
export interface TakenWindows extends ReadonlyMap<number, TakenWindow> {}

interface TakenWindow {
  /** All of its pages were asked for: what is left is to store them and to prove that they are all. */
  isRead: boolean;
}

/**
 * How many more may be read beside those that were taken, where so many are read at a time; one that is read alone is
 * closed before the next is taken up.
 */
export function freeLanes(taken: TakenWindows, lanes: number): number {
  if (lanes === 1) return taken.size === 0 ? 1 : 0;
  const reading = [...taken.values()].filter(({ isRead }) => !isRead).length;
  // Where storing or proving is slow, what waits for it does not pile up.
  return Math.max(0, Math.min(lanes - reading, 2 * lanes - taken.size));
}

/** What the reading of one window is told, and tells. */
export interface WindowReading {
  /** How far it goes. */
  budget: Budget;
  /** To be called when all of its pages were asked for: the next window is taken up. */
  onRead: () => void;
}

export interface SideBySide {
  /** Further windows to read now; none once all is read. @param taken as it changes */
  take: (taken: TakenWindows) => Promise<readonly OpenWindow[]>;
  read: (window: OpenWindow, reading: WindowReading) => Promise<unknown>;
  budget: Budget;
  /** Work that goes on beside the windows until `over`; when it fails, they end. */
  beside?: (over: AbortSignal) => Promise<void>;
  /** What else, once it settles, may let further windows be read. */
  untilThen?: () => readonly Promise<unknown>[];
}

/**
 * Reads windows side by side, and takes up the next as soon as the pages of one are there, so that none waits for another,
 * and something is read while something else is stored. A failure of one ends the others at their next page, and what they
 * have read is kept.
 * @returns whether all of them were read to their end
 * @throws the first failure, once all have ended
 */
export async function readSideBySide(options: SideBySide): Promise<boolean> {
  const { take, read, budget, beside, untilThen } = options;
  const failed: unknown[] = [];
  const note = (error: unknown) => void failed.push(error);
  const shared: Budget = { isSpent: () => failed.length > 0 || budget.isSpent() };
  const over = new AbortController();
  const besides = beside?.(over.signal).catch(note);
  const taken = new Map<number, TakenWindow & { ended: Promise<void> }>();
  let next = Promise.withResolvers<void>();
  const goOn = () => {
    next.resolve();
    next = Promise.withResolvers();
  };
  const readOne = (window: OpenWindow) => {
    const ends = window.to.getTime();
    const one = { isRead: false, ended: Promise.resolve() };
    taken.set(ends, one);
    const onRead = () => {
      one.isRead = true;
      goOn();
    };
    one.ended = read(window, { budget: shared, onRead })
      .then(() => undefined, note)
      .finally(() => {
        taken.delete(ends);
        goOn();
      });
  };
  try {
    for (;;) {
      // The last one may end while further ones are looked for, and then it is looked once more.
      const isIdle = taken.size === 0;
      const gone = next.promise;
      const windows = shared.isSpent() ? [] : await take(taken);
      for (const window of windows) readOne(window);
      if (taken.size === 0) {
        if (isIdle || shared.isSpent()) break;
        continue;
      }
      await Promise.race([gone, ...(untilThen?.() ?? [])]);
    }
  } catch (error) {
    note(error);
    await Promise.all([...taken.values()].map(({ ended }) => ended));
  }
  over.abort();
  await besides;
  if (failed.length > 0) throw failed[0];
  return !budget.isSpent();
}
