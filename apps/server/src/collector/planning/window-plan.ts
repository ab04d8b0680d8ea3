import { addDays, localDays, startOfDay } from '../../reporting/index.ts';

/** How orders are cut into windows. Pure: what to read next follows from what is known. */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The newest days are read first, so that the first figures are there within seconds. */
const firstWindowDays = 7;
/** Those of a large shop are read side by side: in parts that are worth a proof each, and no more than help. */
const targetOrdersPerNewestPart = 250;
const maxNewestParts = 8;
export const defaultWindowMs = 30 * dayMs;
const maxWindowMs = 720 * dayMs;
/** Above this a window takes too long to read again when its counts do not agree. */
export const maxOrdersPerWindow = 4500;
const targetOrdersPerWindow = 3000;
const minOrdersPerWindow = 500;

export interface TimeRange {
  from: Date;
  /** Exclusive. */
  to: Date;
}

/** Today and the seven days before it, in the shop's calendar. */
export function firstWindow(now: Date, timeZone: string): TimeRange {
  const today = localDays(timeZone)(now);
  return { from: startOfDay(addDays(today, -firstWindowDays), timeZone), to: now };
}

/** Where the newest days of a reading begin that was planned at a moment; what is placed before is history. */
export function newestDaysBegin(
  { plannedAt, firstOrderAt }: Readonly<Record<'plannedAt' | 'firstOrderAt', Date | null>>,
  timeZone: string,
): Date | null {
  return plannedAt && firstWindow(planEnd(plannedAt, firstOrderAt), timeZone).from;
}

/** The end of what is planned: now, and behind the first order of a shop whose partner's clock is ahead. */
export function planEnd(plannedAt: Date, firstOrderAt: Date | null): Date {
  return new Date(Math.max(plannedAt.getTime(), (firstOrderAt?.getTime() ?? 0) + 1000));
}

/** The newest days in equal parts, the newest first, by how many orders they hold. */
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

/**
 * The window before the frontier, or null when everything back to the first order has one. Long windows
 * start with a day of the shop's calendar.
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

/** The newest part of a window that holds too many orders; null when it is as small as it may get. */
export function newestPart(window: TimeRange, orders: number, timeZone: string): TimeRange | null {
  const span = window.to.getTime() - window.from.getTime();
  if (orders <= maxOrdersPerWindow || span <= hourMs) return null;
  const windowMs = Math.max(hourMs, Math.floor((span * targetOrdersPerWindow) / orders));
  const desiredFrom = new Date(window.to.getTime() - windowMs);
  const from = alignToDay(desiredFrom, window.to, windowMs, timeZone);
  // Starting with the day may reach as far back as the window that was to be cut.
  return { from: from > window.from ? from : desiredFrom, to: window.to };
}

/** How long the next window should be, after one with so many orders. */
export function nextWindowMs(window: TimeRange, orders: number): number {
  const span = Math.max(hourMs, window.to.getTime() - window.from.getTime());
  if (orders < minOrdersPerWindow) {
    return Math.min(maxWindowMs, Math.max(defaultWindowMs, span * 2));
  }
  const fitting = Math.floor((span * targetOrdersPerWindow) / orders);
  return Math.min(defaultWindowMs, Math.max(hourMs, fitting));
}

/**
 * The length of the next window when so many are read side by side: towards the first order they become shorter, so
 * that the last ones end together.
 */
export function narrowWindowMs(windowMs: number, remainingMs: number, concurrency: number): number {
  return Math.min(windowMs, Math.max(remainingMs / concurrency, windowMs / 6, hourMs));
}

function alignToDay(desiredFrom: Date, to: Date, windowMs: number, timeZone: string): Date {
  if (windowMs < 2 * dayMs) return desiredFrom;
  const dayStart = startOfDay(localDays(timeZone)(desiredFrom), timeZone);
  return dayStart < to ? dayStart : desiredFrom;
}

/** Orders change while they are read, and what a partner tells lags a little behind. */
const overlapMs = 10 * 60_000;
/** After a long pause many changes are caught up in steps, so that one that fails is cheap to repeat. */
const maxStepMs = dayMs;
/** No partner is so far ahead of our clock. */
const openEndMs = 3650 * dayMs;

/** A reading of everything that changed. */
export interface ChangeStep {
  /** What is asked for. */
  span: TimeRange;
  /** Changes up to here are in when it is read. */
  upTo: Date;
  /** It reaches the present. */
  last: boolean;
}

/** The whole way to the present, or with `inSteps` at most a day of it. */
export function changeStep(watermark: Date, now: Date, inSteps: boolean): ChangeStep {
  const from = new Date(watermark.getTime() - overlapMs);
  const upTo = new Date(watermark.getTime() + maxStepMs);
  if (inSteps && upTo < now) return { span: { from, to: upTo }, upTo, last: false };
  // The end is open: a partner whose clock is ahead of ours must not hide its newest orders from us.
  return { span: { from, to: new Date(now.getTime() + openEndMs) }, upTo: now, last: true };
}

/**
 * Up to where changes have been read, after a step. Our clock alone does not tell: of a partner whose
 * clock is behind, changes are still to come that carry times before our present.
 */
export function watermarkAfter(
  watermark: Date,
  step: Pick<ChangeStep, 'upTo' | 'last'>,
  newestChangeSeen: Date | null,
): Date {
  if (!step.last) return step.upTo;
  const seen = newestChangeSeen && newestChangeSeen > watermark ? newestChangeSeen : watermark;
  return seen < step.upTo ? seen : step.upTo;
}

/** No partner that does not say what time it is there is taken to be further behind. */
const maxLagMs = firstWindowDays * dayMs;

/**
 * The partner's time at an instant of ours, or one before it: whatever changes there from then on carries a later time.
 * @param lagMs how far its clock is behind ours, as far as is known
 */
export function toPartnerTime(ourTime: Date, lagMs: number | null): Date {
  return new Date(ourTime.getTime() - Math.max(0, lagMs ?? maxLagMs));
}

/** Up to where changes have been read, when not even the planning has noted that; null before it. */
export function effectiveWatermark({
  watermark,
  plannedAt,
}: Readonly<Record<'watermark' | 'plannedAt', Date | null>>): Date | null {
  return watermark ?? (plannedAt && toPartnerTime(plannedAt, null));
}

/**
 * Up to where changes have been read, by what of all orders was seen first: the newest change, or a first page. It may
 * tell of a partner whose orders carry earlier times than its clock does: what changes later, to any order, carries a
 * later time than the newest change that was seen. What is seen after other pages would pass over what changed in between.
 * @param firstSeen when those orders had changed
 */
export function lowerWatermark(watermark: Date | null, firstSeen: readonly Date[]): Date | null {
  if (firstSeen.length === 0 || !watermark) return watermark;
  const newest = Math.max(...firstSeen.map((changedAt) => changedAt.getTime()));
  return new Date(Math.min(newest, watermark.getTime()));
}
