import { setTimeout as delay } from 'node:timers/promises';
import type { OrderEstimate, Window } from '@seller-connect/partners';
import { addUpSkus } from '../../reporting/index.ts';
import type { Budget } from '../leases/budget.ts';
import { progressed } from '../windows/commit-orders.ts';
import type { WaitingHint } from '../leases/hint-store.ts';
import type { Holding } from '../leases/stream-lease.ts';
import {
  firstWindow,
  narrowed,
  newestDaysFrom,
  newestDaysInParts,
  nextWindowMs,
  partnersTime,
  planEnd,
  usualWindowMs,
  watermarkOfFirstSeen,
  windowBefore,
  type Span,
} from '../planning/window-plan.ts';
import { readChanges } from '../windows/order-changes.ts';
import { readHintedOrders } from '../windows/hinted-orders.ts';
import { freeLanes, readSideBySide, type TakenWindows } from '../windows/concurrent-windows.ts';
import { orderCommits, readWindow, type Filling } from '../windows/order-window.ts';
import { settleDays } from '../windows/recount-days.ts';
import type { HeldStream } from '../leases/stream-store.ts';
import {
  openWindow,
  openWindows,
  reopenDoubtful,
  takeWindows,
  type OpenWindow,
} from '../windows/window-store.ts';

/** While a back-fill runs, changes are read this often, so that today stays fresh. */
const changesWhileFillingMs = 5 * 60_000;
/** Sums of SKUs are made for so long a stretch at a time, from the present back. */
const summedEveryMs = 7 * 86_400_000;
/** How often it is looked, while a back-fill runs, whether there is anything newer to read. */
const lookBesideMs = 2_000;
/**
 * Windows that are read side by side: while one waits for an answer, for a second try or for its proof, the others use
 * the partner's quota up. Of a short history they are few and small.
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
  const isOpening = holding.held.plannedAt ? holding.held.rows === 0n : !(await plan(holding));
  if (!(await fill(holding, told, budget, isOpening))) return 'more';
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

/**
 * Finds out where the shop's history starts, how much there is, and from when on changes are to be read.
 * @returns whether that is certain; otherwise the first page tells it
 */
async function plan(holding: Holding): Promise<boolean> {
  const plannedAt = holding.now();
  const firstOrderAt = await holding.ask((connector, access) =>
    connector.firstOrderAt(access, holding.signal),
  );
  // Before any page is read: what changes from now on carries a later time.
  const newestChange = firstOrderAt && (await newestChangeAt(holding));
  const to = planEnd(plannedAt, firstOrderAt);
  const newest = firstWindow(to, holding.shop.timeZone);
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
  const parts = newestDaysInParts(
    newest,
    isLarge(BigInt(expected.orders)) ? await countNewest(holding, newest) : 0,
  );
  await holding.commit(async (tx, next) => {
    next.plannedAt = plannedAt;
    next.firstOrderAt = firstOrderAt;
    next.frontier = newest.from;
    next.windowMs = nextWindowMs({ from: firstOrderAt ?? newest.from, to }, expected.orders);
    next.watermark ??= watermarkOfFirstSeen(
      partnersTime(plannedAt, lagMs),
      newestChange ? [newestChange] : [],
    );
    next.expectedRows = BigInt(expected.orders);
    next.isEstimate = !expected.isExact;
    progressed(next);
    for (const part of parts) await openWindow(tx, next, part, plannedAt);
  });
  return newestChange !== null;
}

async function newestChangeAt(holding: Holding): Promise<Date | null> {
  return holding.ask(
    async (connector, access) => (await connector.newestChangeAt?.(access, holding.signal)) ?? null,
  );
}

/** How many orders the newest days hold, where that is a single call; 0 where it is not. */
async function countNewest(holding: Holding, newest: Span): Promise<number> {
  return holding.ask((connector, access) =>
    connector.estimateOrders
      ? Promise.resolve(0)
      : connector.countOrders(access, { field: 'created', ...newest }, holding.signal),
  );
}

/**
 * Reads windows side by side, the newest first.
 * @returns whether all of them were read to their end
 */
function fill(
  holding: Holding,
  told: () => Promise<readonly WaitingHint[]>,
  budget: Budget,
  isOpening: boolean,
): Promise<boolean> {
  const summed = { from: holding.now().getTime() };
  const { promise: firstPage, resolve: onFirstPage } = Promise.withResolvers<void>();
  const opening: Omit<Filling, 'commits'> = { isOpening, firstPage: [], onFirstPage };
  const filling: Filling = Object.assign(opening, { commits: orderCommits(holding, opening) });
  return readSideBySide({
    budget,
    take: (taken) => windowsToRead(holding, taken, summed, filling),
    read: (window, reading) => readWindow(holding, window, reading, filling),
    beside: (over) => keepFresh(holding, told, over),
    untilThen: () => (filling.isOpening ? [firstPage] : []),
  });
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
async function windowsToRead(
  holding: Holding,
  taken: TakenWindows,
  summed: { from: number },
  filling: Filling,
): Promise<OpenWindow[]> {
  return holding.commit(async (tx, next) => {
    const open = await openWindows(tx, next, 3 * sideBySide.many);
    const unread = open.filter(({ to }) => !taken.get(to.getTime())?.isRead);
    const lanes = lanesOf(next, filling, newestIn(next, unread, holding.shop.timeZone));
    // Nothing newer is being filled any more. Each further stretch costs a look at the whole: so not after each window.
    const filledFrom = open[0]?.to ?? next.frontier;
    if (filledFrom && filledFrom.getTime() <= summed.from - summedEveryMs) {
      await addUpSkus(tx, next.shopId, filledFrom, holding.now());
      summed.from = filledFrom.getTime();
    }
    const further = await takeWindows(tx, next, {
      open,
      taken,
      most: freeLanes(taken, lanes),
      before: () => spanBefore(next, holding.shop.timeZone, lanes),
      now: holding.now(),
    });
    if (further.length + taken.size === 0 && !next.backfilledAt) {
      next.backfilledAt = holding.now();
      progressed(next);
    }
    return further;
  });
}

/** Windows of the newest days that are still to be read. */
function newestIn(next: HeldStream, open: readonly Span[], timeZone: string): number {
  const from = newestDaysFrom(next, timeZone);
  if (!from) return 0;
  const isCut = next.frontier !== null && next.frontier > from;
  return open.filter(({ to }) => to > from).length + (isCut ? 1 : 0);
}

/**
 * One at a time until it is known from when on changes are to be read, which the first page tells of a partner that
 * cannot be asked; and after a failure: a partner that is slow or refuses is not pressed. Beside the newest days of a
 * large shop as many older windows are read: those that somebody waits for have half of the turns at least.
 */
function lanesOf(
  { currentAt, failures, expectedRows }: HeldStream,
  { isOpening }: Filling,
  newest: number,
): number {
  if ((isOpening && currentAt === null) || failures > 0) return 1;
  if (currentAt === null) {
    return isLarge(expectedRows) ? Math.max(1, Math.min(sideBySide.many, 2 * newest)) : 1;
  }
  return isLarge(expectedRows) ? sideBySide.many : sideBySide.few;
}

function isLarge(expectedRows: bigint | null): boolean {
  return (expectedRows ?? 0n) > manyOrders;
}

function spanBefore(
  { frontier, firstOrderAt, windowMs, expectedRows, ...stream }: HeldStream,
  timeZone: string,
  lanes: number,
): Span | null {
  if (!frontier || !firstOrderAt) return null;
  const usual = windowMs ?? usualWindowMs;
  const restMs = frontier.getTime() - firstOrderAt.getTime();
  const span = windowBefore(
    frontier,
    firstOrderAt,
    isLarge(expectedRows) ? narrowed(usual, restMs, lanes) : usual,
    timeZone,
  );
  // The rest of newest days that were cut is not read together with older ones.
  const newest = newestDaysFrom({ ...stream, firstOrderAt }, timeZone);
  const cuts = span && newest && span.from < newest && newest < span.to;
  return cuts ? { from: newest, to: span.to } : span;
}
