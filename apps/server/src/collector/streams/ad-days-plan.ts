import type { DayRange } from '@seller-connect/partners';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { addDays, countDays, localDays, startOfDay } from '../../platform/calendar.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import { Nullable } from '@seller-connect/contract';

// Pure rules that divide the days of an ad account into requests.

/** Fetched first, directly and alone, so that a report has data within seconds. */
const firstDays = 7;
/** Fetched with each sync: today, and the days that the platform corrects overnight. */
const freshDays = 3;
/** Default length of a backfill report, in days. */
const defaultReportDays = 90;
const dayMs = 86_400_000;
/** Interval at which the newest days are fetched during a backfill. */
const freshIntervalMs = 10 * 60_000;

const DaysShape = Type.Object({ since: Type.String(), until: Type.String() });

/** Checkpoint of the stream `insights`: the requested days and the part of them that is being fetched. */
const DaysRequestShape = Type.Object({
  /** `first` and `fresh` are fetched directly; `again` (days that may change) and `past` (backfill) as reports. */
  purpose: Type.Enum(['first', 'fresh', 'again', 'past']),
  days: DaysShape,
  /** The newest part that is not complete yet. */
  part: DaysShape,
  /** Start of the part's fetch, epoch milliseconds; `observedAt` of the rows of all its pages. */
  startedAt: Type.Integer(),
  /** Whether the part is fetched as a report; also set if the platform refuses a direct request as too large. */
  asReport: Type.Boolean(),
  /** The requested report; null if none is. */
  report: Nullable(
    Type.Object({ id: Type.String(), requestedAt: Type.Integer(), isReady: Type.Boolean() }),
  ),
  cursor: Nullable(Type.String()),
  /** Whether a row of the pages before `cursor` was rejected. */
  hasRejects: Type.Optional(Type.Boolean()),
});
export type DaysRequest = Static<typeof DaysRequestShape>;
const DaysRequestCheck = Compile(DaysRequestShape);

/** Returns the interrupted request, or null if there is none. */
export function parseDaysRequest(checkpoint: string | null): DaysRequest | null {
  const stored: unknown = checkpoint === null ? null : JSON.parse(checkpoint);
  // A checkpoint of another shape was stored by an earlier release: its days are planned again.
  return DaysRequestCheck.Check(stored) ? stored : null;
}

/** Returns the first day that the platform still keeps, with a margin: an earlier day would be refused. */
export function oldestDay(today: string, historyMonths: number): string {
  // The last day of the earlier month stands for days that it lacks, as 31 February.
  return Temporal.PlainDate.from(today)
    .subtract({ months: historyMonths })
    .add({ days: 2 })
    .toString();
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
 * Returns the next request: the newest days, then once a day all days that may still change, then reports back to the
 * first day that the platform keeps. Null if everything is synced for now.
 * @param unsettledDays for how many days the platform still changes a day
 */
export function nextDaysRequest(
  stream: InsightsState,
  unsettledDays: number,
  timeZone: string,
  now: Date,
): DaysRequest | null {
  const dayOf = localDays(timeZone);
  const today = dayOf(now);
  const { frontier, firstOrderAt, currentAt } = stream;
  if (currentAt === null || frontier === null || firstOrderAt === null) {
    return createDaysRequest('first', { since: addDays(today, -firstDays), until: today }, now);
  }
  // A worker whose clock was ahead stored these instants: all days that may still change are fetched again.
  const isAhead = currentAt > now || (stream.watermark !== null && stream.watermark > now);
  const watermark = isAhead ? null : stream.watermark;
  // After a long pause, all days since the last sync are fetched.
  const silentDays = countDays(dayOf(currentAt), today) - 1;
  const isStale = stream.backfilledAt
    ? currentAt < stream.claimedAt
    : now.getTime() - currentAt.getTime() > freshIntervalMs;
  if (!isAhead && isStale && silentDays + freshDays <= unsettledDays) {
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

/** Returns the delay until the next poll of a report in milliseconds: a fifth of its age, `minMs` to 60 seconds. */
export function reportPollDelayMs(
  report: { requestedAt: number },
  now: Date,
  minMs: number,
): number {
  const age = Math.max(0, now.getTime() - report.requestedAt);
  return Math.min(60_000, Math.max(minMs, Math.round(age / 5)));
}

/** A report that is not ready by then is given up. */
export const maxReportMs = 45 * 60_000;

/** Returns a smaller request: the same part as a report, or its newer half; null if a report has a single day. */
export function shrinkDaysRequest(request: DaysRequest, now: Date): DaysRequest | null {
  const fresh = { ...request, startedAt: now.getTime(), report: null, cursor: null };
  if (!request.asReport) return { ...fresh, asReport: true };
  const days = countDays(request.part.since, request.part.until);
  if (days < 2) return null;
  const { until } = request.part;
  return { ...fresh, part: { since: addDays(until, 1 - Math.floor(days / 2)), until } };
}

/** Returns the request for the part before a complete one; null if that was the oldest. */
export function previousPart(request: DaysRequest, now: Date): DaysRequest | null {
  const { days, part } = request;
  if (part.since <= days.since) return null;
  const length = countDays(part.since, part.until);
  const desiredSince = addDays(part.since, -length);
  const since = desiredSince < days.since ? days.since : desiredSince;
  const before = { since, until: addDays(part.since, -1) };
  return { ...request, part: before, startedAt: now.getTime(), report: null, cursor: null };
}

/** Updates the stream after a part is complete. */
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
    // After a request was shrunk, the next report is as long as the part that succeeded.
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
