import { addDays, localDays, startOfDay } from '../../platform/calendar.ts';

// Pure rules that divide a stream's time into windows.

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The newest days are synced first, so that a report has data within seconds. */
const newestDaysBefore = 7;
/** The newest days of a large shop are split into parts that are fetched concurrently. Each part costs a proof. */
const targetOrdersPerNewestPart = 250;
const maxNewestParts = 8;
export const defaultWindowMs = 30 * dayMs;
const maxWindowMs = 720 * dayMs;
/** A larger window would take too long to fetch again if its counts differ. */
export const maxOrdersPerWindow = 4500;
const targetOrdersPerWindow = 3000;
const minOrdersPerWindow = 500;
const minLargeShopOrders = 20_000n;

export interface TimeRange {
  from: Date;
  /** Exclusive. */
  to: Date;
}

/**
 * Returns the newest days of a stream: the day of planning and the seven before it, in the shop's time zone, up to
 * `plannedAt`, or later if the partner's clock is ahead and its first order is newer.
 */
export function newestDays(
  plannedAt: Date,
  firstOrderAt: Date | null,
  timeZone: string,
): TimeRange {
  const to = new Date(Math.max(plannedAt.getTime(), (firstOrderAt?.getTime() ?? 0) + 1000));
  const today = localDays(timeZone)(to);
  return { from: startOfDay(addDays(today, -newestDaysBefore), timeZone), to };
}

/** Returns where the newest days of a planned stream begin; earlier windows are backfill. Null before planning. */
export function newestDaysBegin(
  { plannedAt, firstOrderAt }: Readonly<Record<'plannedAt' | 'firstOrderAt', Date | null>>,
  timeZone: string,
): Date | null {
  return plannedAt && newestDays(plannedAt, firstOrderAt, timeZone).from;
}

/** Splits the newest days into about equal parts, newest first. `orders` decides how many. */
export function splitNewestDays({ from, to }: TimeRange, orders: number): TimeRange[] {
  const desired = Math.min(maxNewestParts, Math.ceil(orders / targetOrdersPerNewestPart));
  const count = Math.max(1, desired, Math.ceil(orders / maxOrdersPerWindow));
  const spanMs = to.getTime() - from.getTime();
  const starts = Array.from({ length: count - 1 }, (_, index) => {
    const start = from.getTime() + (spanMs * (count - 1 - index)) / count;
    return Math.round(start / hourMs) * hourMs;
  });
  const bounds = [...new Set(starts)].filter((at) => at > from.getTime() && at < to.getTime());
  const ends = [to, ...bounds.map((at) => new Date(at)), from];
  return ends.slice(1).map((start, index) => ({ from: start, to: ends[index] ?? to }));
}

/** What divides the time before a stream's frontier into windows. */
interface StreamPlan {
  plannedAt: Date | null;
  firstOrderAt: Date | null;
  frontier: Date | null;
  windowMs: number | null;
  expectedRows: bigint | null;
}

/** Returns whether a shop has so many orders that more of its windows are fetched concurrently. */
export function isLarge(expectedRows: bigint | null): boolean {
  return (expectedRows ?? 0n) > minLargeShopOrders;
}

/** Returns the next window of a backfill with `concurrency` windows; null if they reach back to the first order. */
export function nextWindow(
  { plannedAt, firstOrderAt, frontier, windowMs, expectedRows }: StreamPlan,
  timeZone: string,
  concurrency: number,
): TimeRange | null {
  if (!frontier || !firstOrderAt) return null;
  const fullWindowMs = windowMs ?? defaultWindowMs;
  const remainingMs = frontier.getTime() - firstOrderAt.getTime();
  const window = windowBefore(
    frontier,
    firstOrderAt,
    isLarge(expectedRows) ? narrowWindowMs(fullWindowMs, remainingMs, concurrency) : fullWindowMs,
    timeZone,
  );
  // A remainder of the newest days gets a window of its own, apart from older days.
  const newest = newestDaysBegin({ plannedAt, firstOrderAt }, timeZone);
  const crossesNewestDays = window && newest && window.from < newest && newest < window.to;
  return crossesNewestDays ? { from: newest, to: window.to } : window;
}

/**
 * Returns the window before the frontier, or null if the windows reach back to the first order. Windows of two days or
 * more start at a day boundary in the shop's time zone.
 */
export function windowBefore(
  frontier: Date,
  firstOrderAt: Date,
  windowMs: number,
  timeZone: string,
): TimeRange | null {
  if (frontier <= firstOrderAt) return null;
  const desiredFrom = new Date(Math.max(frontier.getTime() - windowMs, firstOrderAt.getTime()));
  return { from: alignToDay(desiredFrom, frontier, windowMs, timeZone), to: frontier };
}

/** Returns the newest part of a window with too many orders; null if it has few enough or is at most an hour long. */
export function newestPart(window: TimeRange, orders: number, timeZone: string): TimeRange | null {
  const span = window.to.getTime() - window.from.getTime();
  if (orders <= maxOrdersPerWindow || span <= hourMs) return null;
  const windowMs = Math.max(hourMs, Math.floor((span * targetOrdersPerWindow) / orders));
  const desiredFrom = new Date(window.to.getTime() - windowMs);
  const from = alignToDay(desiredFrom, window.to, windowMs, timeZone);
  // Aligning to the day may reach back to the start of the whole window.
  return { from: from > window.from ? from : desiredFrom, to: window.to };
}

/** Returns the length of the next window in milliseconds, from the number of orders in the last one. */
export function nextWindowMs(window: TimeRange, orders: number): number {
  const span = Math.max(hourMs, window.to.getTime() - window.from.getTime());
  if (orders < minOrdersPerWindow) {
    return Math.min(maxWindowMs, Math.max(defaultWindowMs, span * 2));
  }
  const fitting = Math.floor((span * targetOrdersPerWindow) / orders);
  return Math.min(defaultWindowMs, Math.max(hourMs, fitting));
}

/**
 * Returns the length of the next of several concurrent windows in milliseconds. Windows get shorter toward the first
 * order, so that the last ones end together.
 */
export function narrowWindowMs(windowMs: number, remainingMs: number, concurrency: number): number {
  return Math.min(windowMs, Math.max(remainingMs / concurrency, windowMs / 6, hourMs));
}

function alignToDay(desiredFrom: Date, to: Date, windowMs: number, timeZone: string): Date {
  if (windowMs < 2 * dayMs) return desiredFrom;
  const dayStart = startOfDay(localDays(timeZone)(desiredFrom), timeZone);
  return dayStart < to ? dayStart : desiredFrom;
}

/** Orders change while they are fetched, and the partner's lists lag a little. */
const overlapMs = 10 * 60_000;
/** Many changes after a long pause are fetched in steps, so that a failed step is cheap to repeat. */
const maxStepMs = dayMs;
/** Farther than any partner's clock is ahead of ours. */
const openEndMs = 3650 * dayMs;

/** One step of a sync of changes. */
interface ChangeStep {
  /** The requested range. */
  span: TimeRange;
  /** Changes up to this instant are synced after the step. */
  upTo: Date;
  /** Whether it reaches the present. */
  last: boolean;
}

/** Returns the step from the watermark to the present, or with `inSteps` at most a day of it. */
export function changeStep(watermark: Date, now: Date, inSteps: boolean): ChangeStep {
  const from = new Date(watermark.getTime() - overlapMs);
  const upTo = new Date(watermark.getTime() + maxStepMs);
  if (inSteps && upTo < now) return { span: { from, to: upTo }, upTo, last: false };
  // The end is open, so that the newest orders of a partner whose clock is ahead of ours are included.
  return { span: { from, to: new Date(now.getTime() + openEndMs) }, upTo: now, last: true };
}

/**
 * Returns the watermark after a step. After the last step it is the newest change seen, not our clock: if the partner's
 * clock is behind, later changes carry times before our present. It never goes back or past `step.upTo`.
 */
export function watermarkAfter(
  watermark: Date,
  step: Pick<ChangeStep, 'upTo' | 'last'>,
  newestChangeSeen: Date | null,
): Date {
  if (!step.last) return step.upTo;
  const newest = newestChangeSeen && newestChangeSeen > watermark ? newestChangeSeen : watermark;
  return newest < step.upTo ? newest : step.upTo;
}

/** Assumed lag of a partner that does not report its time. */
const maxLagMs = newestDaysBefore * dayMs;

/**
 * Converts an instant of our clock to the partner's, or to an earlier one. Changes made after `ourTime` carry later
 * times.
 * @param lagMs how far the partner's clock is behind ours; null if unknown
 */
export function toPartnerTime(ourTime: Date, lagMs: number | null): Date {
  return new Date(ourTime.getTime() - Math.max(0, lagMs ?? maxLagMs));
}

/** Returns the watermark; if there is none, the partner's time at planning. Null before planning. */
export function effectiveWatermark({
  watermark,
  plannedAt,
}: Readonly<Record<'watermark' | 'plannedAt', Date | null>>): Date | null {
  return watermark ?? (plannedAt && toPartnerTime(plannedAt, null));
}

/** Returns the watermark at planning. `newestChangeAt` was requested before any page. */
export function firstWatermark(
  plannedAt: Date,
  lagMs: number | null,
  newestChangeAt: Date | null,
): Date | null {
  return lowerWatermark(toPartnerTime(plannedAt, lagMs), newestChangeAt ? [newestChangeAt] : []);
}

/**
 * Lowers the watermark to the newest change that was seen before any other page. Orders of some partners carry earlier
 * times than the partner's clock shows, but each later change carries a later time than that newest one. Orders seen
 * after other pages must not be passed: changes made in between would be skipped.
 * @param firstSeen times of change of the orders that were seen first
 */
export function lowerWatermark(watermark: Date | null, firstSeen: readonly Date[]): Date | null {
  if (firstSeen.length === 0 || !watermark) return watermark;
  const newest = Math.max(...firstSeen.map((changedAt) => changedAt.getTime()));
  return new Date(Math.min(newest, watermark.getTime()));
}
