import type { DayRange } from '@seller-connect/partners';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { addDays, countDays, localDays, startOfDay } from '../../reporting/index.ts';
import type { LeasedStream } from '../leases/stream-store.ts';

/** How the days of an ad account are cut into readings. Pure: what to read next follows from what is known. */

/** Read first, at once and alone, so that the first figures are there within seconds. */
const firstDays = 7;
/** Read again whenever the account is looked at: today, and what is corrected overnight. */
const freshDays = 3;
/** Days of a report of the past. */
const defaultReportDays = 90;
const dayMs = 86_400_000;
/** While the past is being read, the newest days are read this often. */
const freshIntervalMs = 10 * 60_000;

const DaysShape = Type.Object({ since: Type.String(), until: Type.String() });

/** Days that are to be read, and the part of them that is being read: what a worker needs to go on. */
const DaysRequestShape = Type.Object({
  /** `first` and `fresh` are asked for at once, the others as reports. */
  purpose: Type.Union([
    Type.Literal('first'),
    Type.Literal('fresh'),
    Type.Literal('again'),
    Type.Literal('past'),
  ]),
  days: DaysShape,
  /** The newest part that is not read yet. */
  part: DaysShape,
  /** When the reading of the part began, epoch milliseconds: the rows of all of its pages carry it. */
  startedAt: Type.Integer(),
  /** Refused for being too many days at once: they are asked for as a report. */
  asReport: Type.Boolean(),
  /** The report that was asked for, and when; null while none is. */
  report: Type.Union([
    Type.Object({ id: Type.String(), requestedAt: Type.Integer(), isReady: Type.Boolean() }),
    Type.Null(),
  ]),
  cursor: Type.Union([Type.String(), Type.Null()]),
});
export type DaysRequest = Static<typeof DaysRequestShape>;
const DaysRequestCheck = Compile(DaysRequestShape);

/** The reading that was interrupted, if any. */
export function parseDaysRequest(checkpoint: string | null): DaysRequest | null {
  const stored: unknown = checkpoint === null ? null : JSON.parse(checkpoint);
  // A checkpoint is ours; one of another shape is of an earlier program, and its days are read anew.
  return DaysRequestCheck.Check(stored) ? stored : null;
}

/** The first day that the platform still keeps; a day late rather than refused for being too early. */
export function oldestDay(today: string, historyMonths: number): string {
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - historyMonths);
  return addDays(date.toISOString().slice(0, 10), 2);
}

function createDaysRequest(
  purpose: DaysRequest['purpose'],
  days: DayRange,
  now: Date,
): DaysRequest {
  const asReport = purpose === 'again' || purpose === 'past';
  return {
    purpose,
    days,
    part: days,
    startedAt: now.getTime(),
    asReport,
    report: null,
    cursor: null,
  };
}

type InsightsState = Pick<
  LeasedStream,
  'frontier' | 'firstOrderAt' | 'watermark' | 'currentAt' | 'claimedAt' | 'backfilledAt'
> & { windowMs: number | null };

/**
 * What to read next: the newest days, then once a day all days that may still change, then report by report back to
 * the first day that is kept. null: everything is in for now.
 * @param unsettledDays how many days back the platform still changes
 */
export function nextDaysRequest(
  stream: InsightsState,
  unsettledDays: number,
  timeZone: string,
  now: Date,
): DaysRequest | null {
  const dayOf = localDays(timeZone);
  const today = dayOf(now);
  const { frontier, firstOrderAt, currentAt, watermark } = stream;
  if (currentAt === null || frontier === null || firstOrderAt === null) {
    return createDaysRequest('first', { since: addDays(today, -firstDays), until: today }, now);
  }
  // After a long silence, everything since is read again.
  const silentDays = countDays(dayOf(currentAt), today) - 1;
  const isStale = stream.backfilledAt
    ? currentAt < stream.claimedAt
    : now.getTime() - currentAt.getTime() > freshIntervalMs;
  if (isStale && silentDays + freshDays <= unsettledDays) {
    return createDaysRequest(
      'fresh',
      { since: addDays(today, -freshDays - silentDays), until: today },
      now,
    );
  }
  if (watermark === null || dayOf(watermark) < today) {
    const missedDays = watermark === null ? 0 : countDays(dayOf(watermark), today) - 1;
    const since = addDays(today, -unsettledDays - missedDays);
    return createDaysRequest('again', { since, until: today }, now);
  }
  const oldest = dayOf(firstOrderAt);
  const newest = addDays(dayOf(frontier), -1);
  if (newest < oldest) return null;
  const length = stream.windowMs === null ? defaultReportDays : Math.round(stream.windowMs / dayMs);
  const desiredSince = addDays(newest, 1 - length);
  return createDaysRequest(
    'past',
    { since: desiredSince < oldest ? oldest : desiredSince, until: newest },
    now,
  );
}

/** How long to wait before a report is asked after again: half a second at first, a minute in the end. */
export function reportPollDelayMs(report: { requestedAt: number }, now: Date): number {
  const age = Math.max(0, now.getTime() - report.requestedAt);
  return Math.min(60_000, Math.max(500, Math.round(age / 5)));
}

/** A report that has not come by then does not come any more. */
export const maxReportMs = 45 * 60_000;

/** The newer half of the part, as a report; null for a single day, which cannot be cut. */
export function shrinkDaysRequest(request: DaysRequest, now: Date): DaysRequest | null {
  const fresh = { ...request, startedAt: now.getTime(), report: null, cursor: null };
  // Asking for it as a report is the first remedy.
  if (!request.asReport) return { ...fresh, asReport: true };
  const days = countDays(request.part.since, request.part.until);
  if (days < 2) return null;
  const { until } = request.part;
  return { ...fresh, part: { since: addDays(until, 1 - Math.floor(days / 2)), until } };
}

/** The part before the one that was read to its end; null when it was the last. */
export function previousPart(request: DaysRequest, now: Date): DaysRequest | null {
  const { days, part } = request;
  if (part.since <= days.since) return null;
  const length = countDays(part.since, part.until);
  const desiredSince = addDays(part.since, -length);
  const since = desiredSince < days.since ? days.since : desiredSince;
  const before = { since, until: addDays(part.since, -1) };
  return { ...request, part: before, startedAt: now.getTime(), report: null, cursor: null };
}

/** Notes in the stream what is known after a part was read to its end. */
export function recordPart(
  stream: LeasedStream,
  request: DaysRequest,
  timeZone: string,
  now: Date,
): void {
  const dayOf = localDays(timeZone);
  const startedAt = new Date(request.startedAt);
  if (request.part.until >= dayOf(startedAt)) stream.currentAt = startedAt;
  const since = startOfDay(request.part.since, timeZone);
  if (stream.frontier === null || since < stream.frontier) stream.frontier = since;
  const isComplete = request.part.since <= request.days.since;
  if (request.purpose === 'again' && isComplete) stream.watermark = startedAt;
  if (request.purpose === 'past') {
    // What was cut was too much: the next report is as short as the part that came through.
    const days = countDays(request.part.since, request.part.until);
    if (!isComplete || days >= defaultReportDays) stream.windowMs = days * dayMs;
  }
  const { firstOrderAt, frontier } = stream;
  if (firstOrderAt === null) return;
  if (frontier <= firstOrderAt && stream.watermark !== null) stream.backfilledAt ??= now;
  const totalMs = now.getTime() - firstOrderAt.getTime();
  const share = (now.getTime() - frontier.getTime()) / Math.max(1, totalMs);
  stream.progress = Math.max(
    stream.progress ?? 0,
    stream.backfilledAt ? 1 : Math.min(0.99, Math.max(0, share)),
  );
}
