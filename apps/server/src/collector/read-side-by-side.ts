import type { Budget } from './budget.ts';
import type { OpenWindow } from './window-ledger.ts';

export interface SideBySide {
  /**
   * Further windows to read now; none once all is read.
   * @param reading those that are being read, as it changes, by their ends: a window that is cut keeps its newest part
   */
  take: (reading: ReadonlyMap<number, unknown>) => Promise<readonly OpenWindow[]>;
  /** Reads a window, as far as the budget goes. */
  read: (window: OpenWindow, budget: Budget) => Promise<unknown>;
  budget: Budget;
  /** Work that goes on beside the windows until `over`; when it fails, they end. */
  beside?: (over: AbortSignal) => Promise<void>;
  /** What else, once it settles, may let further windows be read. */
  untilThen?: () => readonly Promise<unknown>[];
}

/**
 * Reads windows side by side, and takes up the next as soon as one is read, so that none waits for another. A failure of
 * one ends the others at their next page, and what they have read is kept.
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
  const reading = new Map<number, Promise<void>>();
  try {
    for (;;) {
      // The last one may end while further ones are looked for, and then it is looked once more.
      const isIdle = reading.size === 0;
      const windows = shared.isSpent() ? [] : await take(reading);
      for (const window of windows) {
        const ends = window.to.getTime();
        const ended = read(window, shared)
          .then(() => undefined, note)
          .finally(() => reading.delete(ends));
        reading.set(ends, ended);
      }
      if (reading.size === 0) {
        if (isIdle || shared.isSpent()) break;
        continue;
      }
      await Promise.race([...reading.values(), ...(untilThen?.() ?? [])]);
    }
  } catch (error) {
    note(error);
    await Promise.all(reading.values());
  }
  over.abort();
  await besides;
  if (failed.length > 0) throw failed[0];
  return !budget.isSpent();
}
