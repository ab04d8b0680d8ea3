import { notify } from '../../notifications/index.ts';
import type { Recipient } from '../../notifications/index.ts';
import { backoffMs } from '../../platform/poll.ts';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { enqueueTeamEmail } from '../../platform/mail/mail-queue.ts';
import { readFigures, type FiguresDependencies, type ReportFigures } from './figures.ts';
import { advanceSchedule, claimDelivery, insertIssue, retrySchedule } from './issue-store.ts';
import { scheduleSubject } from './schedule-notifications.ts';
import {
  lockSchedule,
  readRecipients,
  readSchedule,
  type StoredSchedule,
} from './schedule-store.ts';
import { dueInstant, isSameTime, latestDueDay, nextDue, reportedDays } from './schedule-times.ts';

/** Kind of scheduled reports in the mail queue. */
export const reportEmailKind = 'reporting.scheduled_report';

export interface SendDependencies extends FiguresDependencies {
  database: Database;
  /** The members of a team, with their confirmed addresses. */
  recipients(tenantId: string): Promise<Recipient[]>;
  log: Pick<Log, 'warn' | 'error'>;
}

const dueStatement = sql(
  'reporting.due_schedules',
  'select tenant_id, schedule_id from reporting.due_schedules($1, $2)',
);

const maxSchedulesPerRead = 200;
/** Reports that are read at once; leaves most of the pool's connections to syncs. */
const concurrency = 3;
/** How long a report waits for shops that are behind; then it says so. */
export const maxWaitMs = 2 * 3_600_000;
const waitIntervalMs = 5 * 60_000;
const retryBackoff = { firstMs: 60_000, maxMs: 15 * 60_000 };
const maxFailures = 6;
/** An email that could not be sent within this time is dropped. */
export const emailExpiresAfterMs = 3 * 24 * 3_600_000;

/**
 * Sends all reports that are due. Safe to run in several processes at once and to interrupt anywhere: the figures, the
 * emails of all recipients and the next due day are one transaction, and a unique key lets each recipient get a report
 * once.
 *
 * | state of a due report                       | next                                                       |
 * | ------------------------------------------- | ---------------------------------------------------------- |
 * | shops behind, due less than two hours ago   | tried again in five minutes                                |
 * | figures read                                | queued for all recipients; the schedule moves on           |
 * | failed, up to five times                    | tried again after one to fifteen minutes                   |
 * | failed six times                            | the owner is notified; the schedule moves on               |
 * | the view is deleted                         | the schedule moves on                                      |
 */
export async function sendDueReports(
  dependencies: SendDependencies,
  stopping: AbortSignal,
): Promise<void> {
  const { database, log, now } = dependencies;
  for (;;) {
    const due = await database.query<{ tenantId: string; scheduleId: string }>(dueStatement, [
      now(),
      maxSchedulesPerRead,
    ]);
    const isFull = due.length === maxSchedulesPerRead;
    let failures = 0;
    const drain = async () => {
      for (let next = takeRandom(due); next && !stopping.aborted; next = takeRandom(due)) {
        const { tenantId, scheduleId } = next;
        await sendReport(dependencies, tenantId, scheduleId).catch((error: unknown) => {
          failures += 1;
          log.error(
            { event: 'reporting.schedule_failed', err: error, tenantId, scheduleId },
            'Scheduled report could not be sent; a later poll tries again',
          );
        });
      }
    };
    await Promise.all(Array.from({ length: concurrency }, drain));
    // After a failure, the next poll goes on: what failed may still be due.
    if (!isFull || failures > 0 || stopping.aborted) return;
  }
}

/** Removes an element in random order, so that processes with the same list seldom read the same report at once. */
function takeRandom<T>(list: T[]): T | undefined {
  return list.splice(Math.floor(Math.random() * list.length), 1)[0];
}

async function sendReport(
  dependencies: SendDependencies,
  tenantId: string,
  scheduleId: string,
): Promise<void> {
  const { database, now } = dependencies;
  const schedule = await database.tenant(tenantId, (tx) => readSchedule(tx, tenantId, scheduleId));
  if (!schedule || !isDue(schedule, now())) return;
  const dueDay = latestDueDay(schedule.times, schedule.dueDay, now());
  try {
    const days = reportedDays(schedule.times, dueDay);
    const [figures, members] = await Promise.all([
      schedule.isViewDeleted ? null : readFigures(dependencies, tenantId, schedule.search, days),
      dependencies.recipients(tenantId),
    ]);
    await database.tenant(tenantId, (tx) =>
      commitReport(tx, { schedule, dueDay, figures, members, now: now() }),
    );
  } catch (error) {
    await recordFailure(dependencies, tenantId, schedule, dueDay);
    throw error;
  }
}

interface DueReport {
  schedule: StoredSchedule;
  dueDay: string;
  /** Null if the view is deleted. */
  figures: ReportFigures | null;
  members: readonly Recipient[];
  now: Date;
}

async function commitReport(tx: TenantTransaction, report: DueReport): Promise<void> {
  const { schedule, dueDay, figures, members, now } = report;
  const { scheduleId, times } = schedule;
  const current = await lockSchedule(tx, scheduleId);
  // Another process has sent it, or somebody changed it while the figures were read.
  if (!isUnchanged(current, schedule) || !isDue(current, now)) return;
  const next = nextDue(times, now);
  if (figures === null) {
    await advanceSchedule(tx, scheduleId, next, { sentAt: null, failedAt: null });
    return;
  }
  const waitedMs = now.getTime() - dueInstant(times, dueDay).getTime();
  if (figures.behind.length > 0 && waitedMs < maxWaitMs) {
    const retryAt = new Date(now.getTime() + waitIntervalMs);
    await retrySchedule(tx, { scheduleId, dueDay }, retryAt, current.failures);
    return;
  }
  const issue = { scheduleId, dueDay };
  await insertIssue(tx, issue, figures, now);
  const recipients = await readRecipients(tx, tx.tenantId, [scheduleId]);
  let isLimited = false;
  for (const { accountId, state } of recipients) {
    const to = members.find((member) => member.accountId === accountId)?.email;
    if (state !== 'receiving' || !to || !(await claimDelivery(tx, issue, accountId))) continue;
    const data = { tenantId: tx.tenantId, accountId, ...issue };
    const email = { to, data, validForMs: emailExpiresAfterMs };
    if (!(await enqueueTeamEmail(tx, reportEmailKind, email))) isLimited = true;
  }
  if (isLimited) await notifyFailure(tx, schedule, dueDay, now);
  const failedAt = isLimited ? now : null;
  await advanceSchedule(tx, scheduleId, next, { sentAt: now, failedAt });
}

async function recordFailure(
  { database, now }: SendDependencies,
  tenantId: string,
  schedule: StoredSchedule,
  dueDay: string,
): Promise<void> {
  const { scheduleId, times } = schedule;
  await database.tenant(tenantId, async (tx) => {
    const current = await lockSchedule(tx, scheduleId);
    if (!isUnchanged(current, schedule)) return;
    const failures = current.failures + 1;
    if (failures >= maxFailures) {
      await notifyFailure(tx, schedule, dueDay, now());
      const outcome = { sentAt: null, failedAt: now() };
      await advanceSchedule(tx, scheduleId, nextDue(times, now()), outcome);
      return;
    }
    const retryAt = new Date(now().getTime() + backoffMs(failures - 1, retryBackoff, Math.random));
    await retrySchedule(tx, { scheduleId, dueDay }, retryAt, failures);
  });
}

/** Tells the owner of a schedule that a report did not reach all of its recipients. */
export function notifyFailure(
  tx: TenantTransaction,
  { scheduleId, ownerId, viewName }: Pick<StoredSchedule, 'scheduleId' | 'ownerId' | 'viewName'>,
  dueDay: string,
  now: Date,
): Promise<void> {
  return notify(
    tx,
    {
      kind: 'report_failed',
      key: `${scheduleId}:${dueDay}`,
      subject: scheduleSubject(scheduleId),
      accountId: ownerId,
      facts: { shops: [], view: viewName, to: dueDay },
    },
    now,
  );
}

function isDue({ nextTryAt, deletedAt, isPaused }: StoredSchedule, now: Date): boolean {
  return nextTryAt !== null && nextTryAt <= now && deletedAt === null && !isPaused;
}

function isUnchanged(
  current: StoredSchedule | null,
  before: StoredSchedule,
): current is StoredSchedule {
  return (
    current !== null &&
    current.dueDay === before.dueDay &&
    current.nextTryAt?.getTime() === before.nextTryAt?.getTime() &&
    current.search === before.search &&
    isSameTime(current.times, before.times)
  );
}
