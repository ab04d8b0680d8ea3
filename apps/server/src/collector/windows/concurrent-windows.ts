import type { Budget } from '../leases/stream-lease.ts';
import type { OpenWindow } from './window-store.ts';

/** Windows that are started and not closed, by the time of their end: a split window keeps its newest part. */
export interface WindowsInFlight extends ReadonlyMap<number, WindowInFlight> {}

interface WindowInFlight {
  /** All pages are fetched; commits and proof are pending. */
  isFetched: boolean;
}

/**
 * Returns how many windows may start. Windows that only wait for commit or proof do not count against `concurrency`,
 * unless it is 1: then each window is closed before the next one starts.
 */
export function freeSlots(inFlight: WindowsInFlight, concurrency: number): number {
  if (concurrency === 1) return inFlight.size === 0 ? 1 : 0;
  const fetching = [...inFlight.values()].filter(({ isFetched }) => !isFetched).length;
  // Limits how many windows wait for a slow commit or proof.
  return Math.max(0, Math.min(concurrency - fetching, 2 * concurrency - inFlight.size));
}

export interface WindowControls {
  budget: Budget;
  /** Call it once all pages of the window are fetched, so that the next window can start. */
  onFetched: () => void;
}

interface ConcurrentWindowsOptions {
  /**
   * Returns further windows to start now; none if all are synced.
   * @param inFlight the windows in flight, a live view
   */
  selectNext: (inFlight: WindowsInFlight) => Promise<readonly OpenWindow[]>;
  syncWindow: (window: OpenWindow, controls: WindowControls) => Promise<unknown>;
  budget: Budget;
  /** Runs beside the windows until `signal` is aborted. If it fails, the windows end too. */
  background?: (signal: AbortSignal) => Promise<void>;
  /** Promises that, once settled, may allow further windows to start. */
  wakeOn?: () => readonly Promise<unknown>[];
}

/**
 * Syncs windows concurrently. The next window starts as soon as all pages of one are fetched, so fetching continues
 * while other windows are committed and proven. If one fails, the others stop at their next page and keep what they
 * fetched.
 * @returns whether all windows were synced to their end
 * @throws the first failure, after all windows have ended
 */
export async function syncConcurrently(options: ConcurrentWindowsOptions): Promise<boolean> {
  const { selectNext, syncWindow, budget, background, wakeOn } = options;
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
    const entry = { isFetched: false, ended: Promise.resolve() };
    inFlight.set(windowKey, entry);
    const onFetched = () => {
      entry.isFetched = true;
      wake();
    };
    entry.ended = syncWindow(window, { budget: sharedBudget, onFetched })
      .then(() => undefined, recordFailure)
      .finally(() => {
        inFlight.delete(windowKey);
        wake();
      });
  };
  try {
    for (;;) {
      // If the last window ends during `selectNext`, select once more before stopping.
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
