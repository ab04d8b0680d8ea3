import type { Window } from '@seller-connect/partners';
import { localDays, addDays, startOfDay } from '../../reporting/index.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { progressed } from '../windows/commit-orders.ts';
import type { Holding } from '../leases/stream-lease.ts';
import type { Waiting } from './insights-stream.ts';
import type { MoneyPage, MoneySource } from '../windows/money-source.ts';
import type { Budget } from '../leases/budget.ts';
import {
  changeStep,
  partnersTime,
  watermarkAfter,
  watermarkOf,
  windowBefore,
  type Span,
} from '../planning/window-plan.ts';
import { readEstimates } from '../windows/payout-estimates.ts';
import {
  askPage,
  commitMoney,
  moneyCommits,
  packMoney,
  readMoneyWindow,
} from '../windows/money-window.ts';
import { freeLanes, readSideBySide, type TakenWindows } from '../windows/concurrent-windows.ts';
import type { HeldStream } from '../leases/stream-store.ts';
import {
  noteChanges,
  openWindow,
  openWindows,
  reopenDoubtful,
  takeWindows,
  type OpenWindow,
} from '../windows/window-store.ts';

const dayMs = 86_400_000;
/** The newest days of money that are read first. */
const firstDays = 30;
/** Every reading looks at the last days again; once a day it looks at all that may still change. */
const usualDaysAgain = 2;
const mostPasses = 3;
/** Windows that are read side by side: while one is proven or the next is opened, another is read. */
const sideBySide = 3;
/** Orders wake what waits for them when they are in. */
const waitForOrdersMs = 5_000;

/**
 * Reads returns or settlements for a while: windows back to the shop's first order, the newest first, then what came
 * later. It begins when all orders are in: they are what a seller waits for, and say how far back there is anything.
 */
export async function readMoney<Content>(
  holding: Holding,
  source: MoneySource<Content>,
  budget: Budget,
): Promise<'done' | 'more' | Waiting> {
  if (!holding.held.plannedAt) {
    const begun = await plan(holding);
    if (begun !== 'planned') return begun;
  }
  const commits = moneyCommits(holding, source);
  const isFilled = await readSideBySide({
    budget,
    take: (taken) => windowsToRead(holding, source, taken),
    read: (window, reading) => readMoneyWindow(holding, source, window, { ...reading, commits }),
  });
  if (!isFilled) return 'more';
  if (source.follows === 'changes') await readChanged(holding, source);
  else await readRecent(holding, source);
  // After what is booked: of what was booked meanwhile nothing is expected any more.
  if (source.hasEstimates) await readEstimates(holding);
  const reopened = await holding.commit((tx, next) => reopenDoubtful(tx, next, holding.now()));
  return reopened > 0 ? 'more' : 'done';
}

const ordersStatement = sql(
  'collector.orders_of_shop',
  `select first_order_at, backfilled_at, watermark from collector.stream
    where tenant_id = $1 and shop_id = $2 and stream = 'orders'`,
);

async function plan(holding: Holding): Promise<'planned' | 'done' | Waiting> {
  const now = holding.now();
  return holding.commit(async (tx, next) => {
    const [orders] = await tx.query<{
      first_order_at: Date | null;
      backfilled_at: Date | null;
      watermark: Date | null;
    }>(ordersStatement, [tx.tenantId, next.shopId]);
    if (!orders?.backfilled_at) return { until: new Date(now.getTime() + waitForOrdersMs) };
    if (!orders.first_order_at) {
      // Nothing was ever sold; it is looked at again with the next reading.
      next.backfilledAt ??= now;
      next.currentAt = now;
      next.progress = 1;
      return 'done';
    }
    const first = firstMoneyWindow(orders.first_order_at, now, holding.shop.timeZone);
    next.plannedAt = now;
    // Up to where orders were read, by the partner's own times: it is not earlier there now.
    next.watermark ??= watermarkOf({ watermark: orders.watermark, plannedAt: now });
    next.firstOrderAt = orders.first_order_at;
    next.frontier = first.from;
    next.backfilledAt = null;
    await openWindow(tx, next, first, now);
    return 'planned';
  });
}

/** The last days in the shop's calendar. */
function firstMoneyWindow(firstOrderAt: Date, now: Date, timeZone: string): Span {
  const from = startOfDay(addDays(localDays(timeZone)(now), -firstDays), timeZone);
  const to = new Date(Math.max(now.getTime(), firstOrderAt.getTime() + 1000));
  return { from: from < to ? from : firstOrderAt, to };
}

/** Further windows to read now, the newest first; none is left when the first order is reached, which ends the back-fill. */
async function windowsToRead(
  holding: Holding,
  source: MoneySource<unknown>,
  taken: TakenWindows,
): Promise<OpenWindow[]> {
  return holding.commit(async (tx, next) => {
    const open = await openWindows(tx, next, 3 * sideBySide);
    if (open.length === 0) next.currentAt ??= next.plannedAt;
    // The newest days alone, and after a failure one window at a time: a partner that refuses is not pressed.
    const lanes = next.currentAt === null || next.failures > 0 ? 1 : sideBySide;
    const readFrom = open[0]?.to ?? next.frontier;
    const further = await takeWindows(tx, next, {
      open,
      taken,
      most: freeLanes(taken, lanes),
      before: () => spanBefore(next, source, holding.shop.timeZone),
      now: holding.now(),
    });
    filled(next, further.length + taken.size > 0 ? readFrom : null, holding.now());
    return further;
  });
}

function spanBefore(
  { frontier, firstOrderAt, windowMs }: HeldStream,
  source: MoneySource<unknown>,
  timeZone: string,
): Span | null {
  if (!frontier || !firstOrderAt) return null;
  return windowBefore(frontier, firstOrderAt, windowMs ?? source.windowMs, timeZone);
}

/** How much of the shop's time is in; all of it when there is no window left. */
function filled(next: HeldStream, readFrom: Date | null, now: Date): void {
  const { plannedAt, firstOrderAt } = next;
  if (readFrom === null) {
    next.backfilledAt ??= now;
    next.progress = 1;
    progressed(next);
  } else if (plannedAt && firstOrderAt) {
    const whole = plannedAt.getTime() - firstOrderAt.getTime();
    const share = whole > 0 ? (plannedAt.getTime() - readFrom.getTime()) / whole : 0;
    next.progress = Math.max(next.progress ?? 0, Math.min(0.99, share));
  }
}

/** Everything that changed since it was last read. A reading that saw fewer than were counted is repeated. */
async function readChanged(holding: Holding, source: MoneySource<unknown>): Promise<void> {
  const since = watermarkOf(holding.held);
  if (!since) return;
  const step = changeStep(since, holding.now(), false);
  for (let pass = 1; pass <= mostPasses; pass += 1) {
    const read = await readSpan(holding, source, { field: 'updated', ...step.span });
    if (read.total !== null && read.seen.size < read.total && pass < mostPasses) continue;
    await noteRead(holding, { from: step.span.from, to: step.upTo }, pass, read, (next) => {
      next.watermark = watermarkAfter(since, step, read.newest);
    });
    return;
  }
}

const deepStatement = sql(
  'collector.last_deep_reading',
  `select max(to_at) as at from collector.time_window
    where tenant_id = $1 and shop_id = $2 and stream = $3 and field = 'updated'
      and to_at - from_at > $4 * interval '1 day'`,
);

/** The last days again, and once a day all days that may still change. */
async function readRecent(holding: Holding, source: MoneySource<unknown>): Promise<void> {
  const watermark = watermarkOf(holding.held);
  const { backfilledAt } = holding.held;
  if (!watermark) return;
  const now = holding.now();
  const settleDays = await holding.ask(async (connector) => source.settleDays(connector));
  const deepAt = (await holding.commit((tx, next) => lastDeep(tx, next))) ?? backfilledAt;
  const isDeep = deepAt === null || now.getTime() - deepAt.getTime() > dayMs;
  const days = isDeep ? settleDays + 1 : usualDaysAgain;
  const from = new Date(Math.min(watermark.getTime(), now.getTime()) - days * dayMs);
  // A partner whose clock or calendar is ahead must not hide its newest day from us.
  const asked: Window = { field: 'created', from, to: new Date(now.getTime() + dayMs) };
  const read = await readSpan(holding, source, asked);
  const lagMs = await holding.ask(async (connector) => connector.lagMs());
  // By our clock: how far back a reading looks tells a deep one from the others.
  const noted: Span = { from: new Date(now.getTime() - days * dayMs), to: now };
  await noteRead(holding, noted, 1, read, (next) => {
    next.watermark = partnersTime(now, lagMs);
  });
}

async function lastDeep(tx: TenantTransaction, next: HeldStream): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>(deepStatement, [
    tx.tenantId,
    next.shopId,
    next.stream,
    usualDaysAgain + 1,
  ]);
  return row?.at ?? null;
}

interface SpanRead {
  pages: number;
  seen: Set<string>;
  total: number | null;
  newest: Date | null;
}

async function readSpan<Content>(
  holding: Holding,
  source: MoneySource<Content>,
  window: Window,
): Promise<SpanRead> {
  const read: SpanRead = { pages: 0, seen: new Set(), total: null, newest: null };
  let next: string | null = null;
  do {
    const page: MoneyPage<Content> | null = await askPage(holding, source, window, next);
    if (page === null) break;
    read.pages += 1;
    if (next === null) read.total = page.total;
    for (const id of page.accepted) read.seen.add(id);
    for (const { raw } of page.rejects) read.seen.add(raw.externalId);
    if (page.newest && (!read.newest || page.newest > read.newest)) read.newest = page.newest;
    if (page.raw.length + page.bookings.length > 0) {
      const money = await packMoney(source, [{ page }], holding.now());
      await holding.commit(async (tx, stream) => {
        await commitMoney(tx, stream, money);
        progressed(stream);
      });
    }
    ({ next } = page);
  } while (next !== null);
  return read;
}

async function noteRead(
  holding: Holding,
  span: Span,
  passes: number,
  read: SpanRead,
  change: (next: HeldStream) => void,
): Promise<void> {
  await holding.commit(async (tx, next) => {
    change(next);
    next.currentAt = span.to;
    await noteChanges(
      tx,
      next,
      {
        ...span,
        passes,
        pages: read.pages,
        seen: read.seen.size,
        expected: read.total ?? read.seen.size,
        distinct: read.seen.size,
      },
      holding.now(),
    );
  });
}
