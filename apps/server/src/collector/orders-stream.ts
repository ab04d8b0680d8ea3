import type { Holding } from './holding.ts';
import { progressed } from './commit-orders.ts';
import { firstWindow, usualWindowMs, windowBefore } from './plan.ts';
import { readChanges } from './read-changes.ts';
import { readWindow } from './read-window.ts';
import { nextOpenWindow, openWindow, reopenDoubtful } from './window-ledger.ts';

/** When a slice of work has to be given back, so that a large shop does not keep small ones waiting. */
export interface Budget {
  isSpent: () => boolean;
}

/** While a back-fill runs, changes are read this often, so that today stays fresh. */
const changesWhileFillingMs = 5 * 60_000;

/**
 * Reads orders for a while: first the newest days, then windows back to the first order with the newest
 * changes in between, in the end changes only. Says whether everything is in for now.
 */
export async function readOrders(holding: Holding, budget: Budget): Promise<'done' | 'more'> {
  if (!holding.held.plannedAt) await plan(holding);
  for (;;) {
    if (changesAreDue(holding)) await readChanges(holding);
    const window = await holding.commit((tx, next) => nextOpenWindow(tx, next));
    if (window) {
      if (!(await readWindow(holding, window, budget))) return 'more';
    } else if (!(await openNext(holding))) break;
    if (budget.isSpent()) return 'more';
  }
  await readChanges(holding);
  const reopened = await holding.commit((tx, next) => reopenDoubtful(tx, next, holding.now()));
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
    ? await holding.ask((connector, access) =>
        connector.countOrders(access, { field: 'created', from: firstOrderAt, to }, holding.signal),
      )
    : 0;
  await holding.commit(async (tx, next) => {
    const first = firstWindow(to, holding.shop.timeZone);
    next.plannedAt = plannedAt;
    next.firstOrderAt = firstOrderAt;
    next.frontier = first.from;
    next.windowMs = usualWindowMs;
    next.expectedRows = BigInt(expected);
    progressed(next);
    await openWindow(tx, next, first, plannedAt);
  });
}

/** Opens the next window back in time; false when the first order is reached, which ends the back-fill. */
async function openNext(holding: Holding): Promise<boolean> {
  return holding.commit(async (tx, next) => {
    const { frontier, firstOrderAt, windowMs } = next;
    if (frontier && firstOrderAt) {
      const span = windowBefore(
        frontier,
        firstOrderAt,
        windowMs ?? usualWindowMs,
        holding.shop.timeZone,
      );
      if (span) {
        next.frontier = span.from;
        await openWindow(tx, next, span, holding.now());
        return true;
      }
    }
    if (!next.backfilledAt) {
      next.backfilledAt = holding.now();
      progressed(next);
    }
    return false;
  });
}
