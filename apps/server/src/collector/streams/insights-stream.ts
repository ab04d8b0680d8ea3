import { setTimeout as delay } from 'node:timers/promises';
import { PartnerError, type AdDaysPage, type AdsConnector } from '@seller-connect/partners';
import { addDays, applyAdDays, closeAdDays, localDays, startOfDay } from '../../reporting/index.ts';
import {
  longestReportMs,
  nextReading,
  notePart,
  oldestDay,
  partBefore,
  patience,
  readingOf,
  smaller,
  type DaysReading,
} from './ad-days-plan.ts';
import { noteRejects } from '../windows/commit-orders.ts';
import type { Holding } from '../leases/stream-lease.ts';
import type { Budget } from '../leases/budget.ts';
import { keepRaw, packRaw } from '../raw/raw-store.ts';

/** Longer than this nobody waits for a report while holding the stream. */
const longestWaitMs = 3000;

/** A report is being prepared: the stream is given back until then. */
export interface Waiting {
  until: Date;
}

/**
 * Reads what ads did per day: the newest days at once, those that may still change once a day, and the past as
 * reports that the partner prepares. A reading that is interrupted goes on with its report.
 */
export async function readInsights(
  holding: Holding,
  budget: Budget,
): Promise<'done' | 'more' | Waiting> {
  const platform = await holding.askAds(async (connector) => ({
    unsettledDays: connector.unsettledDays,
    historyMonths: connector.historyMonths,
  }));
  if (!holding.held.plannedAt) await plan(holding, platform.historyMonths);
  for (;;) {
    const { held, shop, now } = holding;
    const reading =
      readingOf(held.checkpoint) ?? nextReading(held, platform.unsettledDays, shop.timeZone, now());
    if (reading === null) return 'done';
    const left = await readPart(holding, reading, budget, platform.unsettledDays);
    if (left !== 'done') return left;
    if (budget.isSpent()) return 'more';
  }
}

async function plan(holding: Holding, historyMonths: number): Promise<void> {
  const { timeZone } = holding.shop;
  const plannedAt = holding.now();
  const today = localDays(timeZone)(plannedAt);
  await holding.commit(async (_tx, next) => {
    next.plannedAt = plannedAt;
    next.firstOrderAt = startOfDay(oldestDay(today, historyMonths), timeZone);
    next.frontier = startOfDay(addDays(today, 1), timeZone);
  });
}

/** Reads one part to its end, or as far as the budget goes. */
async function readPart(
  holding: Holding,
  begun: DaysReading,
  budget: Budget,
  unsettledDays: number,
): Promise<'done' | 'more' | Waiting> {
  let reading = begun;
  for (;;) {
    if (reading.asReport && !reading.report?.isReady) {
      const prepared = await prepare(holding, reading);
      if ('until' in prepared) {
        const waitMs = prepared.until.getTime() - holding.now().getTime();
        if (waitMs > longestWaitMs || budget.isSpent()) return prepared;
        await delay(Math.max(0, waitMs), undefined, { signal: holding.signal });
      } else {
        reading = prepared;
      }
      const stored = readingOf(holding.held.checkpoint);
      if (stored) reading = stored;
      continue;
    }
    let page: AdDaysPage;
    let mappingVersion = 0;
    try {
      page = await holding.askAds((connector, access) => {
        mappingVersion = connector.mappingVersion;
        const { report, part, cursor } = reading;
        return report
          ? connector.readReport(access, report.id, cursor, holding.signal)
          : connector.readDays(access, part, cursor, holding.signal);
      });
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      reading = await cut(holding, reading, error);
      continue;
    }
    const next = await commitPage(holding, reading, page, { mappingVersion, unsettledDays });
    if (next === null) return 'done';
    reading = next;
    if (budget.isSpent()) return 'more';
  }
}

function isTooMuch(error: unknown): error is PartnerError {
  return error instanceof PartnerError && error.code === 'too_much_data';
}

/** Fewer days, or the same as a report. @throws PartnerError `unavailable` when a single day is too much */
async function cut(
  holding: Holding,
  reading: DaysReading,
  because: PartnerError | { code: string },
): Promise<DaysReading> {
  const less = smaller(reading, holding.now());
  if (less === null) {
    await keep(holding, null);
    throw failed(because.code);
  }
  await keep(holding, less);
  return less;
}

function failed(code: string): PartnerError {
  return new PartnerError({ kind: 'unavailable', code, endpoint: '/{report_run_id}' });
}

async function keep(holding: Holding, reading: DaysReading | null): Promise<void> {
  await holding.commit(async (_tx, next) => {
    next.checkpoint = reading && JSON.stringify(reading);
  });
}

/** Asks for the report of a part, or after it. Its id is stored before anybody waits for it. */
async function prepare(holding: Holding, reading: DaysReading): Promise<DaysReading | Waiting> {
  const { report } = reading;
  if (report === null) {
    const startedAt = holding.now().getTime();
    const id = await holding.askAds((connector, access) =>
      connector.startReport(access, reading.part, holding.signal),
    );
    const asked = { id, askedAt: startedAt, isReady: false };
    await keep(holding, { ...reading, startedAt, report: asked, cursor: null });
    return { until: new Date(startedAt + patience(asked, new Date(startedAt))) };
  }
  const state = await holding.askAds((connector: AdsConnector, access) =>
    connector.reportState(access, report.id, holding.signal),
  );
  if (state.state === 'ready') {
    const ready = { ...reading, report: { ...report, isReady: true } };
    await keep(holding, ready);
    return ready;
  }
  const now = holding.now();
  if (state.state === 'running') {
    if (now.getTime() - report.askedAt < longestReportMs) {
      return { until: new Date(now.getTime() + patience(report, now)) };
    }
    return cut(holding, reading, { code: 'report_late' });
  }
  if (state.tooMuch) return cut(holding, reading, state);
  // Started anew later and not at once: a loop of reports makes a throttled account worse.
  await keep(holding, { ...reading, report: null, cursor: null });
  throw failed(state.code);
}

/** One page of a part; with the last one the part is closed. null: the reading is at its end. */
async function commitPage(
  holding: Holding,
  reading: DaysReading,
  page: AdDaysPage,
  how: { mappingVersion: number; unsettledDays: number },
): Promise<DaysReading | null> {
  const readAt = holding.now();
  const { timeZone } = holding.shop;
  const startedAt = new Date(reading.startedAt);
  const raw = await packRaw(
    [...page.days.map((day) => day.raw), ...page.rejects.map((each) => each.raw)],
    readAt,
  );
  const next = page.next === null ? partBefore(reading, readAt) : { ...reading, cursor: page.next };
  await holding.commit(async (tx, stream) => {
    await keepRaw(tx, stream, raw);
    const applied = await applyAdDays(
      tx,
      stream.shopId,
      page.days.map(({ canonical }) => canonical),
      {
        observedAt: startedAt,
        mappingVersion: how.mappingVersion,
        finalUpTo: addDays(localDays(timeZone)(startedAt), -how.unsettledDays - 1),
      },
    );
    const unusable = new Set(applied.unusable.map(({ externalId }) => externalId));
    await noteRejects(tx, stream, {
      accepted: page.days.map((day) => day.raw.externalId).filter((id) => !unusable.has(id)),
      rejected: [
        ...page.rejects.map((each) => ({
          externalId: each.raw.externalId,
          reason: each.reason,
        })),
        ...applied.unusable,
      ],
      now: readAt,
    });
    stream.rows += BigInt(applied.created);
    stream.checkpoint = next && JSON.stringify(next);
    if (page.next !== null) return;
    await closeAdDays(tx, stream.shopId, reading.part, startedAt);
    notePart(stream, reading, timeZone, readAt);
    if (stream.backfilledAt) stream.expectedRows = stream.rows;
  });
  return next;
}
