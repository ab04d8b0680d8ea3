import { setTimeout as delay } from 'node:timers/promises';
import type { OrderEstimate, Window } from '@seller-connect/partners';
import { addUpSkus } from '../reporting/index.ts';
import { progressed } from './commit-orders.ts';
import type { WaitingHint } from './hints.ts';
import type { Holding } from './holding.ts';
import { firstWindow, partnersTime, usualWindowMs, windowBefore, type Span } from './plan.ts';
import { readChanges } from './read-changes.ts';
import { readHintedOrders } from './read-hints.ts';
import { readWindow, type Backlog } from './read-window.ts';
import { settleDays } from './settle-days.ts';
import type { HeldStream } from './stream-store.ts';
import {
  newlyOpened,
  openWindow,
  openWindows,
  reopenDoubtful,
  type OpenWindow,
} from './window-ledger.ts';

/** When a slice of work has to be given back, so that a large shop does not keep small ones waiting. */
export interface Budget {
  isSpent: () => boolean;
}

/** While a back-fill runs, changes are read this often, so that today stays fresh. */
const changesWhileFillingMs = 5 * 60_000;
/** Sums of SKUs are made for so long a stretch at a time, from the present back. */
const summedEveryMs = 7 * 86_400_000;
/** How often it is looked, while a back-fill runs, whether there is anything newer to read. */
const lookBesideMs = 2_000;
/**
 * Windows that are read side by side once the newest days are in: while one waits for an answer, for a second try or for
 * its proof, the others use the partner's quota up. Of a short history they are few and small.
 */
const sideBySide = { few: 3, many: 8 };
const manyOrders = 20_000n;

/**
 * Reads orders for a while: first the newest days, then windows back to the first order with the newest
 * changes in between, in the end changes only. Says whether everything is in for now.
 * @param told what the partner told of and nobody has looked at yet
 */
export async function readOrders(
  holding: Holding,
  told: () => Promise<readonly WaitingHint[]>,
  budget: Budget,
): Promise<'done' | 'more'> {
  if (!holding.held.plannedAt) await plan(holding);
  if (!(await fill(holding, told, budget))) return 'more';
  const untold = await readChanges(holding);
  const reopened = await holding.commit((tx, next) => {
    next.quiet = untold === 0 ? next.quiet + 1 : 0;
    return reopenDoubtful(tx, next, holding.now());
  });
  const late = await settleDays(holding);
  return reopened + late > 0 ? 'more' : 'done';
}

function changesAreDue({ held, now }: Holding): boolean {
  return (
    held.backfilledAt === null &&
    held.currentAt !== null &&
    now().getTime() - held.currentAt.getTime() > changesWhileFillingMs
  );
}

/** Finds out where the shop's history starts and how much there is. */
async function plan(holding: Holding): Promise<void> {
  const plannedAt = holding.now();
  const firstOrderAt = await holding.ask((connector, access) =>
    connector.firstOrderAt(access, holding.signal),
  );
  const to = new Date(Math.max(plannedAt.getTime(), (firstOrderAt?.getTime() ?? 0) + 1000));
  const expected = firstOrderAt
    ? await holding.ask(async (connector, access): Promise<OrderEstimate> => {
        const window: Window = { field: 'created', from: firstOrderAt, to };
        if (connector.estimateOrders) {
          return connector.estimateOrders(access, window, holding.signal);
        }
        const orders = await connector.countOrders(access, window, holding.signal);
        return { orders, isExact: true };
      })
    : { orders: 0, isExact: true };
  const lagMs = await holding.ask(async (connector) => connector.lagMs());
  await holding.commit(async (tx, next) => {
    const first = firstWindow(to, holding.shop.timeZone);
    next.plannedAt = plannedAt;
    next.watermark ??= partnersTime(plannedAt, lagMs);
    next.firstOrderAt = firstOrderAt;
    next.frontier = first.from;
    next.windowMs = usualWindowMs;
    next.expectedRows = BigInt(expected.orders);
    next.isEstimate = !expected.isExact;
    progressed(next);
    await openWindow(tx, next, first, plannedAt);
  });
}

/**
 * Reads windows side by side, the newest first, and takes up the next as soon as one is read, so that none waits for
 * another. A failure of one ends the others at their next page, and what they have read is kept.
 * @returns whether all of them were read to their end
 */
async function fill(
  holding: Holding,
  told: () => Promise<readonly WaitingHint[]>,
  budget: Budget,
): Promise<boolean> {
  const failed: unknown[] = [];
  const note = (error: unknown) => void failed.push(error);
  const shared: Budget = { isSpent: () => failed.length > 0 || budget.isSpent() };
  const summed = { from: holding.now().getTime() };
  const backlog: Backlog = { pages: 0, lines: 0 };
  const over = new AbortController();
  const fresh = keepFresh(holding, told, over.signal).catch(note);
  // By their ends: a window that is cut keeps its newest part.
  const reading = new Map<number, Promise<void>>();
  try {
    for (;;) {
      const windows = shared.isSpent() ? [] : await takeWindows(holding, reading, summed);
      for (const window of windows) {
        const ends = window.to.getTime();
        const read = readWindow(holding, window, shared, backlog)
          .then(() => undefined, note)
          .finally(() => reading.delete(ends));
        reading.set(ends, read);
      }
      if (reading.size === 0) break;
      await Promise.race(reading.values());
    }
  } catch (error) {
    note(error);
    await Promise.all(reading.values());
  }
  over.abort();
  await fresh;
  if (failed.length > 0) throw failed[0];
  return !budget.isSpent();
}

/** While a history is filled, which may take hours, what happens meanwhile is not kept waiting for its end. */
async function keepFresh(
  holding: Holding,
  told: () => Promise<readonly WaitingHint[]>,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted && !holding.signal.aborted) {
    const { currentAt, backfilledAt } = holding.held;
    if (currentAt && !backfilledAt) {
      if (changesAreDue(holding)) await readChanges(holding);
      await readHintedOrders(holding, await told());
    }
    await delay(lookBesideMs, undefined, { signal: over }).catch(() => undefined);
  }
}

/**
 * Further windows to read now beside those that are being read; none is left when the first order is reached, which
 * ends the back-fill.
 */
async function takeWindows(
  holding: Holding,
  reading: ReadonlyMap<number, unknown>,
  summed: { from: number },
): Promise<OpenWindow[]> {
  return holding.commit(async (tx, next) => {
    const most = lanesOf(next) - reading.size;
    const open = await openWindows(tx, next, 2 * sideBySide.many);
    // Nothing newer is being filled any more. Each further stretch costs a look at the whole: so not after each window.
    const filledFrom = open[0]?.to ?? next.frontier;
    if (filledFrom && filledFrom.getTime() <= summed.from - summedEveryMs) {
      await addUpSkus(tx, next.shopId, filledFrom, holding.now());
      summed.from = filledFrom.getTime();
    }
    const taken = open.filter((window) => !reading.has(window.to.getTime())).slice(0, most);
    while (taken.length < most) {
      const span = spanBefore(next, holding.shop.timeZone);
      if (span === null) break;
      next.frontier = span.from;
      await openWindow(tx, next, span, holding.now());
      taken.push(newlyOpened(span));
    }
    if (taken.length + reading.size === 0 && !next.backfilledAt) {
      next.backfilledAt = holding.now();
      progressed(next);
    }
    return taken;
  });
}

/** One at a time at first, and after a failure: a partner that is slow or refuses is not pressed. */
function lanesOf({ currentAt, failures, expectedRows }: HeldStream): number {
  if (currentAt === null || failures > 0) return 1;
  return (expectedRows ?? 0n) > manyOrders ? sideBySide.many : sideBySide.few;
}

function spanBefore(
  { frontier, firstOrderAt, windowMs }: HeldStream,
  timeZone: string,
): Span | null {
  if (!frontier || !firstOrderAt) return null;
  return windowBefore(frontier, firstOrderAt, windowMs ?? usualWindowMs, timeZone);
}
