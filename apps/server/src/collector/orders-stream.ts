import type { OrderEstimate, Window } from '@seller-connect/partners';
import { addUpSkus } from '../reporting/index.ts';
import { progressed } from './commit-orders.ts';
import type { WaitingHint } from './hints.ts';
import type { Holding } from './holding.ts';
import { firstWindow, usualWindowMs, windowBefore, type Span } from './plan.ts';
import { readChanges } from './read-changes.ts';
import { readHintedOrders } from './read-hints.ts';
import { readWindow } from './read-window.ts';
import type { HeldStream } from './stream-store.ts';
import { openWindow, openWindows, reopenDoubtful, type OpenWindow } from './window-ledger.ts';

/** When a slice of work has to be given back, so that a large shop does not keep small ones waiting. */
export interface Budget {
  isSpent: () => boolean;
}

/** While a back-fill runs, changes are read this often, so that today stays fresh. */
const changesWhileFillingMs = 5 * 60_000;
/** Windows that are read side by side once the newest days are in: hides the partner's answering time. */
const sideBySide = 3;

/**
 * Reads orders for a while: first the newest days, then windows back to the first order with the newest
 * changes in between, in the end changes only. Says whether everything is in for now.
 */
export async function readOrders(
  holding: Holding,
  hints: readonly WaitingHint[],
  budget: Budget,
): Promise<'done' | 'more'> {
  if (!holding.held.plannedAt) await plan(holding);
  const { currentAt, backfilledAt } = holding.held;
  // A large shop is filled for minutes: what happens meanwhile is not kept waiting for the end.
  if (currentAt && !backfilledAt) await readHintedOrders(holding, hints);
  for (;;) {
    if (changesAreDue(holding)) await readChanges(holding);
    const windows = await takeWindows(holding);
    if (windows.length === 0) break;
    const ended = await readTogether(holding, windows, budget);
    if (!ended || budget.isSpent()) return 'more';
  }
  const untold = await readChanges(holding);
  const reopened = await holding.commit((tx, next) => {
    next.quiet = untold === 0 ? next.quiet + 1 : 0;
    return reopenDoubtful(tx, next, holding.now());
  });
  return reopened > 0 ? 'more' : 'done';
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
  await holding.commit(async (tx, next) => {
    const first = firstWindow(to, holding.shop.timeZone);
    next.plannedAt = plannedAt;
    next.firstOrderAt = firstOrderAt;
    next.frontier = first.from;
    next.windowMs = usualWindowMs;
    next.expectedRows = BigInt(expected.orders);
    next.isEstimate = !expected.isExact;
    progressed(next);
    await openWindow(tx, next, first, plannedAt);
  });
}

/** The windows to read now, newest first; none when the first order is reached, which ends the back-fill. */
async function takeWindows(holding: Holding): Promise<OpenWindow[]> {
  return holding.commit(async (tx, next) => {
    const most = next.currentAt ? sideBySide : 1;
    const open = await openWindows(tx, next, most);
    // Nothing newer is being filled any more.
    if (open.length === 0 && next.frontier) {
      await addUpSkus(tx, next.shopId, next.frontier, holding.now());
    }
    for (let index = open.length; index < most; index += 1) {
      const span = spanBefore(next, holding.shop.timeZone);
      if (span === null) break;
      next.frontier = span.from;
      await openWindow(tx, next, span, holding.now());
    }
    const taken = await openWindows(tx, next, most);
    if (taken.length === 0 && !next.backfilledAt) {
      next.backfilledAt = holding.now();
      progressed(next);
    }
    return taken;
  });
}

function spanBefore(
  { frontier, firstOrderAt, windowMs }: HeldStream,
  timeZone: string,
): Span | null {
  if (!frontier || !firstOrderAt) return null;
  return windowBefore(frontier, firstOrderAt, windowMs ?? usualWindowMs, timeZone);
}

/**
 * Reads windows side by side. A failure of one ends the others at their next page, and what they have read
 * is kept. Says whether all of them were read to their end.
 */
async function readTogether(
  holding: Holding,
  windows: readonly OpenWindow[],
  budget: Budget,
): Promise<boolean> {
  const failed: unknown[] = [];
  const shared: Budget = { isSpent: () => failed.length > 0 || budget.isSpent() };
  const ended = await Promise.all(
    windows.map((window) =>
      readWindow(holding, window, shared).catch((error: unknown) => {
        failed.push(error);
        return false;
      }),
    ),
  );
  if (failed.length > 0) throw failed[0];
  return ended.every(Boolean);
}
