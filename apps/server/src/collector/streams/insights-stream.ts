import { setTimeout as delay } from 'node:timers/promises';
import { PartnerError, type AdDaysPage } from '@seller-connect/partners';
import { addDays, localDays, startOfDay } from '../../platform/calendar.ts';
import { applyAdDays, deleteStaleAdDays } from '../../reporting/index.ts';
import {
  maxReportMs,
  nextDaysRequest,
  recordPart,
  oldestDay,
  previousPart,
  reportPollDelayMs,
  parseDaysRequest,
  shrinkDaysRequest,
  type DaysRequest,
} from './ad-days-plan.ts';
import { deleteStaleRejects, recordRejects, rawOfPage } from '../raw/reject-store.ts';
import type { Budget, StreamLease } from '../leases/stream-lease.ts';
import { storeRaw, packRaw } from '../raw/raw-store.ts';

/** How long to wait for a report without releasing the stream. */
const maxWaitMs = 3000;

/** Nothing can be fetched yet: the stream is released for `waitMs`. */
export interface Pending {
  waitMs: number;
}

/**
 * Syncs ad insights by day: the newest days directly, and days that may still change (once a day) and the backfill as
 * reports that the partner prepares. An interrupted sync resumes with its report.
 */
export async function syncInsights(
  lease: StreamLease,
  budget: Budget,
  minReportPollMs: number,
): Promise<'done' | 'more' | Pending> {
  const platform = await lease.callAdPlatform(async (connector) => ({
    unsettledDays: connector.unsettledDays,
    historyMonths: connector.historyMonths,
  }));
  await planInsights(lease, platform.historyMonths);
  for (;;) {
    const { stream: leased, shop, now } = lease;
    const request =
      parseDaysRequest(leased.checkpoint) ??
      nextDaysRequest(leased, platform.unsettledDays, shop.timeZone, now());
    if (request === null) return 'done';
    const status = await syncPart(lease, request, budget, {
      unsettledDays: platform.unsettledDays,
      minReportPollMs,
    });
    if (status !== 'done') return status;
    if (budget.isSpent()) return 'more';
  }
}

/** Plans the backfill down to the oldest day that the platform keeps: it deletes more while a backfill is paused. */
async function planInsights(lease: StreamLease, historyMonths: number): Promise<void> {
  const { timeZone } = lease.shop;
  const { plannedAt, backfilledAt, firstOrderAt } = lease.stream;
  const now = lease.now();
  const today = localDays(timeZone)(now);
  const oldest = startOfDay(oldestDay(today, historyMonths), timeZone);
  if (plannedAt && (backfilledAt || (firstOrderAt && firstOrderAt >= oldest))) return;
  await lease.commit(async (_tx, next) => {
    next.plannedAt ??= now;
    next.firstOrderAt = oldest;
    next.frontier ??= startOfDay(addDays(today, 1), timeZone);
  });
}

/** Fetches one part to its end, or until the budget is spent. */
async function syncPart(
  lease: StreamLease,
  initialRequest: DaysRequest,
  budget: Budget,
  { unsettledDays, minReportPollMs }: { unsettledDays: number; minReportPollMs: number },
): Promise<'done' | 'more' | Pending> {
  let request = initialRequest;
  for (;;) {
    if (request.asReport && !request.report?.isReady) {
      const prepared = await prepareReport(lease, request, minReportPollMs);
      if ('waitMs' in prepared) {
        if (prepared.waitMs > maxWaitMs || budget.isSpent()) return prepared;
        await delay(prepared.waitMs, undefined, { signal: lease.signal });
      } else {
        request = prepared;
      }
      const stored = parseDaysRequest(lease.stream.checkpoint);
      if (stored) request = stored;
      continue;
    }
    let page: FetchedDays;
    try {
      page = await fetchDays(lease, request);
    } catch (error) {
      if (!isTooMuchData(error)) throw error;
      request = await shrinkRequest(lease, request, error);
      continue;
    }
    const next = await commitPage(lease, request, page, unsettledDays);
    if (next === null) return 'done';
    request = next;
    if (budget.isSpent()) return 'more';
  }
}

interface FetchedDays extends AdDaysPage {
  mappingVersion: number;
}

function fetchDays(
  lease: StreamLease,
  { report, part, cursor }: DaysRequest,
): Promise<FetchedDays> {
  return lease.callAdPlatform(async (connector, access) => {
    const page = await (report
      ? connector.readReport(access, report.id, cursor, lease.signal)
      : connector.readDays(access, part, cursor, lease.signal));
    return { ...page, mappingVersion: connector.mappingVersion };
  });
}

function isTooMuchData(error: unknown): error is PartnerError {
  return error instanceof PartnerError && error.code === 'too_much_data';
}

/**
 * Replaces a request by a smaller one.
 * @throws PartnerError `unavailable` if a report of a single day is too large
 */
async function shrinkRequest(
  lease: StreamLease,
  request: DaysRequest,
  cause: PartnerError | { code: string },
): Promise<DaysRequest> {
  const smallerRequest = shrinkDaysRequest(request, lease.now());
  if (smallerRequest === null) {
    await saveRequest(lease, null);
    throw reportError(cause.code);
  }
  await saveRequest(lease, smallerRequest);
  return smallerRequest;
}

function reportError(code: string): PartnerError {
  return new PartnerError({ kind: 'unavailable', code, endpoint: '/{report_run_id}' });
}

async function saveRequest(lease: StreamLease, request: DaysRequest | null): Promise<void> {
  await lease.commit(async (_tx, next) => {
    next.checkpoint = request && JSON.stringify(request);
  });
}

/**
 * Requests the report of a part or polls it. The report's id is stored before the first poll, so a restart resumes it.
 *
 * | report            | next                                                     |
 * | ----------------- | -------------------------------------------------------- |
 * | none              | requested; a smaller one if it is refused as too large   |
 * | running           | polled again after `reportPollDelayMs`                   |
 * | ready             | fetched by `syncPart`                                    |
 * | late or too large | dropped; a smaller request follows                       |
 * | failed            | dropped; requested again after the backoff of the stream |
 *
 * @throws PartnerError `unavailable` if the report failed, or if one of a single day is late or too large
 */
async function prepareReport(
  lease: StreamLease,
  request: DaysRequest,
  minPollMs: number,
): Promise<DaysRequest | Pending> {
  const { report } = request;
  if (report === null) {
    const startedAt = lease.now().getTime();
    let id: string;
    try {
      id = await lease.callAdPlatform((connector, access) =>
        connector.startReport(access, request.part, lease.signal),
      );
    } catch (error) {
      if (!isTooMuchData(error)) throw error;
      return shrinkRequest(lease, request, error);
    }
    const requestedReport = { id, requestedAt: startedAt, isReady: false };
    await saveRequest(lease, { ...request, startedAt, report: requestedReport, cursor: null });
    return { waitMs: reportPollDelayMs(requestedReport, new Date(startedAt), minPollMs) };
  }
  const state = await lease.callAdPlatform((connector, access) =>
    connector.reportState(access, report.id, lease.signal),
  );
  if (state.state === 'ready') {
    const ready = { ...request, report: { ...report, isReady: true } };
    await saveRequest(lease, ready);
    return ready;
  }
  const now = lease.now();
  if (state.state === 'running') {
    if (now.getTime() - report.requestedAt < maxReportMs) {
      return { waitMs: reportPollDelayMs(report, now, minPollMs) };
    }
    return shrinkRequest(lease, request, { code: 'report_late' });
  }
  if (state.tooMuch) return shrinkRequest(lease, request, state);
  // Fails instead of requesting again at once: a loop of reports would get the account throttled further.
  await saveRequest(lease, { ...request, report: null, cursor: null });
  throw reportError(state.code);
}

/** Commits one page of a part; the last one completes the part. Returns the next request, or null at the end. */
async function commitPage(
  lease: StreamLease,
  request: DaysRequest,
  page: FetchedDays,
  unsettledDays: number,
): Promise<DaysRequest | null> {
  const fetchedAt = lease.now();
  const { timeZone } = lease.shop;
  const startedAt = new Date(request.startedAt);
  const window = {
    from: startOfDay(request.part.since, timeZone),
    to: startOfDay(addDays(request.part.until, 1), timeZone),
  };
  const raw = await packRaw(rawOfPage(page.days, page.rejects), fetchedAt);
  return lease.commit(async (tx, stream) => {
    await storeRaw(tx, stream, raw);
    const applied = await applyAdDays(
      tx,
      stream.shopId,
      page.days.map(({ canonical }) => canonical),
      {
        observedAt: startedAt,
        mappingVersion: page.mappingVersion,
        finalUpTo: addDays(localDays(timeZone)(startedAt), -unsettledDays - 1),
      },
    );
    await recordRejects(tx, stream, {
      pages: [{ ids: page.days.map((day) => day.raw.externalId), rejects: page.rejects, window }],
      unusable: applied.unusable,
      now: startedAt,
    });
    const hasRejects =
      page.rejects.length + applied.unusable.length > 0 ||
      (request.cursor !== null && request.hasRejects === true);
    const next =
      page.next === null
        ? previousPart(request, fetchedAt)
        : { ...request, cursor: page.next, hasRejects };
    stream.rows += BigInt(applied.created);
    stream.checkpoint = next && JSON.stringify(next);
    if (page.next !== null) return next;
    await deleteStaleRejects(tx, stream, { notSeenSince: startedAt, window });
    // A rejected row may be that of a stored day.
    if (!hasRejects) await deleteStaleAdDays(tx, stream.shopId, request.part, startedAt);
    recordPart(stream, request, timeZone, fetchedAt);
    if (stream.backfilledAt) stream.expectedRows = stream.rows;
    return next;
  });
}
