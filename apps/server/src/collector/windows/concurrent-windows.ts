import type { Budget } from '../leases/budget.ts';
import type { OpenWindow } from './window-store.ts';

/** Windows that were taken and are not closed yet, by their ends: one that is cut keeps its newest part. */
export interface WindowsInFlight extends ReadonlyMap<number, WindowInFlight> {}

interface WindowInFlight {
  /** All of its pages were asked for: what is left is to store them and to prove that they are all. */
  isRead: boolean;
}

/**
 * How many more may be read beside those that were taken, where so many are read at a time; one that is read alone is
 * closed before the next is taken up.
 */
export function freeSlots(inFlight: WindowsInFlight, concurrency: number): number {
  if (concurrency === 1) return inFlight.size === 0 ? 1 : 0;
  const fetching = [...inFlight.values()].filter(({ isRead }) => !isRead).length;
  // Where storing or proving is slow, what waits for it does not pile up.
  return Math.max(0, Math.min(concurrency - fetching, 2 * concurrency - inFlight.size));
}

/** What the reading of one window is told, and tells. */
export interface WindowControls {
  /** How far it goes. */
  budget: Budget;
  /** To be called when all of its pages were asked for: the next window is taken up. */
  onRead: () => void;
}

export interface ConcurrentWindowsOptions {
  /** Further windows to read now; none once all is read. @param taken as it changes */
  take: (taken: WindowsInFlight) => Promise<readonly OpenWindow[]>;
  read: (window: OpenWindow, controls: WindowControls) => Promise<unknown>;
  budget: Budget;
  /** Work that goes on beside the windows until `over`; when it fails, they end. */
  beside?: (over: AbortSignal) => Promise<void>;
  /** What else, once it settles, may let further windows be read. */
  wakeOn?: () => readonly Promise<unknown>[];
}

/**
 * Reads windows side by side, and takes up the next as soon as the pages of one are there, so that none waits for another,
 * and something is read while something else is stored. A failure of one ends the others at their next page, and what they
 * have read is kept.
 * @returns whether all of them were read to their end
 * @throws the first failure, once all have ended
 */
export async function syncConcurrently(options: ConcurrentWindowsOptions): Promise<boolean> {
  const { take: selectNext, read: syncWindow, budget, beside: background, wakeOn } = options;
  const failures: unknown[] = [];
  const recordFailure = (error: unknown) => void failures.push(error);
  const sharedBudget: Budget = { isSpent: () => failures.length > 0 || budget.isSpent() };
  const backgroundAbort = new AbortController();
  const backgroundTask = background?.(backgroundAbort.signal).catch(recordFailure);
  const inFlight = new Map<number, WindowInFlight & { ended: Promise<void> }>();
  let wakeUp = Promise.withResolvers<void>();
  const wake = () => {
    wakeUp.resolve();
    wakeUp = Promise.withResolvers();
  };
  const startWindow = (window: OpenWindow) => {
    const windowKey = window.to.getTime();
    const entry = { isRead: false, ended: Promise.resolve() };
    inFlight.set(windowKey, entry);
    const onFetched = () => {
      entry.isRead = true;
      wake();
    };
    entry.ended = syncWindow(window, { budget: sharedBudget, onRead: onFetched })
      .then(() => undefined, recordFailure)
      .finally(() => {
        inFlight.delete(windowKey);
        wake();
      });
  };
  try {
    for (;;) {
      // The last one may end while further ones are looked for, and then it is looked once more.
      const isIdle = inFlight.size === 0;
      const woken = wakeUp.promise;
      const windows = sharedBudget.isSpent() ? [] : await selectNext(inFlight);
      for (const window of windows) startWindow(window);
      if (inFlight.size === 0) {
        if (isIdle || sharedBudget.isSpent()) break;
        continue;
      }
      await Promise.race([woken, ...(wakeOn?.() ?? [])]);
    }
  } catch (error) {
    recordFailure(error);
    await Promise.all([...inFlight.values()].map(({ ended }) => ended));
  }
  backgroundAbort.abort();
  await backgroundTask;
  if (failures.length > 0) throw failures[0];
  return !budget.isSpent();
}
