import type { ReportFile, ReportSchedule, RequestBody } from '@seller-connect/contract';
import { recordAuditEvent } from '../../audit/index.ts';
import { notify, type Recipient } from '../../notifications/index.ts';
import type { TenantTransaction } from '../../platform/database/database.ts';
import type { Http, Session } from '../../platform/http/http.ts';
import { Problem } from '../../platform/http/problem.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueTeamEmail } from '../../platform/mail/mail-queue.ts';
import { findView, purgeViews } from '../saved-views/view-store.ts';
import { resolveFilters } from './figures.ts';
import {
  reopenScheduleNotifications,
  resolveOffers,
  resolveScheduleNotifications,
  scheduleSubject,
} from './schedule-notifications.ts';
import {
  listSchedules,
  lockSchedule,
  lockScheduleCount,
  markScheduleDeleted,
  readRecipients,
  readSchedule,
  replaceRecipients,
  restoreSchedule,
  saveSchedule,
  setRecipientState,
  type StoredRecipient,
  type StoredSchedule,
} from './schedule-store.ts';
import { accountName, accountNames, type FindAccount } from '../account-names.ts';
import { currentDueDay, isSameTime, nextDue, type ScheduleTimes } from './schedule-times.ts';
import { emailExpiresAfterMs, reportEmailKind } from './send-due-reports.ts';
import type { ComposeDependencies } from './compose-email.ts';
import * as problems from './problems.ts';

export interface ScheduleDependencies extends ComposeDependencies {
  /** False where no mail server is configured. */
  canSendEmails: boolean;
  account: FindAccount;
}

type Times = Pick<RequestBody<'createReportSchedule'>, 'rhythm' | 'weekday' | 'monthDay' | 'hour'>;

/** Registers the routes that schedule reports, and those by which recipients agree and mute. */
export function scheduleRoutes(http: Http, dependencies: ScheduleDependencies): void {
  const { database, now } = dependencies;

  /** Presents schedules with the names and addresses of their recipients. */
  async function present(
    session: Session,
    schedules: readonly StoredSchedule[],
    members?: readonly Recipient[],
  ): Promise<ReportSchedule[]> {
    const { tenantId } = session;
    const ids = schedules.map(({ scheduleId }) => scheduleId);
    const [recipients, known] = await Promise.all([
      database.tenant(tenantId, (tx) => readRecipients(tx, tenantId, ids)),
      members ?? dependencies.recipients(tenantId),
    ]);
    const names = await accountNames(dependencies.account, [
      ...recipients.map(({ accountId }) => accountId),
      ...schedules.map(({ ownerId }) => ownerId),
    ]);
    return schedules.map((schedule) =>
      presentSchedule(
        schedule,
        recipients.filter(({ scheduleId }) => scheduleId === schedule.scheduleId),
        { session, members: known, names },
      ),
    );
  }

  async function presentOne(session: Session, scheduleId: string): Promise<ReportSchedule> {
    const { tenantId } = session;
    const stored = await database.tenant(tenantId, (tx) => readSchedule(tx, tenantId, scheduleId));
    const [schedule] = stored ? await present(session, [stored]) : [];
    if (!schedule) throw problems.scheduleNotFound();
    return schedule;
  }

  /** Asks new recipients whether they want the report. Only they themselves can agree. */
  async function saveRecipients(
    tx: TenantTransaction,
    schedule: Pick<StoredSchedule, 'scheduleId' | 'ownerId' | 'viewName'>,
    accountIds: readonly string[],
    ownerName: string,
  ): Promise<void> {
    const { scheduleId, ownerId, viewName } = schedule;
    const others = [...new Set(accountIds)].filter((id) => id !== ownerId);
    const { added, removed } = await replaceRecipients(tx, scheduleId, [
      { accountId: ownerId, state: 'receiving' },
      ...others.map((accountId) => ({ accountId, state: 'invited' as const })),
    ]);
    await resolveOffers(tx, [scheduleId], removed, now());
    for (const accountId of added.filter((id) => id !== ownerId)) {
      await notify(
        tx,
        {
          kind: 'report_offered',
          // With the time: a member who was removed may be asked again.
          key: `${scheduleId}:${accountId}:${now().getTime()}`,
          subject: scheduleSubject(scheduleId),
          accountId,
          facts: { shops: [], view: viewName, by: { id: ownerId, name: ownerName } },
        },
        now(),
      );
    }
  }

  http.handle('listReportSchedules', async ({ session }) => {
    const [stored, members] = await Promise.all([
      listSchedules(database, session.tenantId),
      dependencies.recipients(session.tenantId),
    ]);
    const items = await present(session, stored, members);
    return {
      items: items.filter(
        ({ isOwn, ownState }) => isOwn || ownState !== null || session.role === 'owner',
      ),
      mailTo: members.find(({ accountId }) => accountId === session.accountId)?.email ?? null,
      mailAvailable: dependencies.canSendEmails,
      maxPerTeam: maxSchedulesPerTeam,
    };
  });

  http.handle('createReportSchedule', async ({ session, body }) => {
    const { tenantId, accountId } = session;
    if (!dependencies.canSendEmails) throw problems.mailUnavailable();
    const [members, ownerName] = await Promise.all([
      dependencies.recipients(tenantId),
      accountName(dependencies.account, accountId),
    ]);
    requireOwnAddress(members, accountId);
    requireMembers(session, members, body.recipients);
    const lockView = async (tx: TenantTransaction) => {
      const found = await findView(tx, body.viewId, accountId);
      if (found?.path !== '/') throw problems.viewNotScheduled();
      return found;
    };
    const view = await database.tenant(tenantId, lockView);
    const { timeZone } = await resolveFilters(dependencies, tenantId, view.search);
    const times = toTimes(body, timeZone);
    const { dueDay, dueAt } = nextDue(times, now());
    const schedule = {
      scheduleId: newId(now().getTime()),
      viewId: view.viewId,
      ownerId: accountId,
      viewName: view.name,
      times,
      files: body.files ?? defaultFiles,
      isPaused: false,
      dueDay,
    };
    await database.tenant(tenantId, async (tx) => {
      // It may have been deleted meanwhile.
      await lockView(tx);
      // The schedules of deleted views count, but no list shows them.
      await purgeViews(tx, now());
      if ((await lockScheduleCount(tx)) >= maxSchedulesPerTeam) throw problems.tooManySchedules();
      await saveSchedule(tx, schedule, dueAt);
      await saveRecipients(tx, schedule, body.recipients, ownerName ?? '');
      await recordScheduleEvent(tx, 'reports.scheduled', session, schedule);
    });
    return presentOne(session, schedule.scheduleId);
  });

  http.handle('changeReportSchedule', async ({ session, params, body }) => {
    const { tenantId } = session;
    const [members, found] = await Promise.all([
      dependencies.recipients(tenantId),
      database.tenant(tenantId, (tx) => readSchedule(tx, tenantId, params.scheduleId)),
    ]);
    const before = changeable(found, session);
    const { timeZone } = await resolveFilters(dependencies, tenantId, before.search);
    const ownerName = await accountName(dependencies.account, before.ownerId);
    await database.tenant(tenantId, async (tx) => {
      const current = changeable(await lockSchedule(tx, params.scheduleId), session);
      const stored = await readRecipients(tx, tenantId, [params.scheduleId]);
      const known = stored.map(({ accountId }) => accountId);
      const {
        isPaused = current.isPaused,
        files = current.files,
        recipients = known,
        ...changes
      } = body;
      requireMembers(
        session,
        members,
        recipients.filter((id) => !known.includes(id)),
      );
      const times = toTimes({ ...timesOf(current), ...changes }, timeZone);
      // A report that is due now, or waits for shops that are behind, stays due.
      const keepsTime = !isPaused && !current.isPaused && isSameTime(times, current.times);
      const { dueDay, dueAt } =
        keepsTime && current.nextTryAt
          ? { dueDay: current.dueDay, dueAt: current.nextTryAt }
          : nextDue(times, now());
      const changed = { ...current, times, files, isPaused, dueDay };
      await saveSchedule(tx, changed, isPaused ? null : dueAt);
      await saveRecipients(tx, current, recipients, ownerName ?? '');
      await recordScheduleEvent(tx, 'reports.schedule_changed', session, current);
    });
    return presentOne(session, params.scheduleId);
  });

  http.handle('deleteReportSchedule', async ({ session, params }) => {
    await database.tenant(session.tenantId, async (tx) => {
      const schedule = changeable(await lockSchedule(tx, params.scheduleId), session);
      const deletedAt = now();
      await markScheduleDeleted(tx, schedule.scheduleId, deletedAt);
      await resolveScheduleNotifications(tx, [schedule.scheduleId], deletedAt);
      await recordScheduleEvent(tx, 'reports.schedule_deleted', session, schedule);
    });
    return null;
  });

  http.handle('restoreReportSchedule', async ({ session, params }) => {
    await database.tenant(session.tenantId, async (tx) => {
      const schedule = await lockSchedule(tx, params.scheduleId);
      if (!schedule?.deletedAt || !canChange(schedule, session)) throw problems.scheduleNotFound();
      if ((await lockScheduleCount(tx)) >= maxSchedulesPerTeam) throw problems.tooManySchedules();
      const { dueDay, dueAt } = nextDue(schedule.times, now());
      await reopenScheduleNotifications(tx, [schedule.scheduleId], schedule.deletedAt);
      await restoreSchedule(tx, schedule.scheduleId, dueDay, schedule.isPaused ? null : dueAt);
      await recordScheduleEvent(tx, 'reports.scheduled', session, schedule);
    });
    return presentOne(session, params.scheduleId);
  });

  http.handle('sendTrialReport', async ({ session, params }) => {
    const { tenantId, accountId } = session;
    if (!dependencies.canSendEmails) throw problems.mailUnavailable();
    const to = requireOwnAddress(await dependencies.recipients(tenantId), accountId);
    await database.tenant(tenantId, async (tx) => {
      const schedule = await readSchedule(tx, tenantId, params.scheduleId);
      const own = await readRecipients(tx, tenantId, [params.scheduleId]);
      const isRecipient = own.some((recipient) => recipient.accountId === accountId);
      if (!schedule || schedule.deletedAt || !(isRecipient || canChange(schedule, session))) {
        throw problems.scheduleNotFound();
      }
      const data = {
        tenantId,
        accountId,
        scheduleId: schedule.scheduleId,
        dueDay: currentDueDay(schedule.times, now()),
        isTrial: true,
      };
      const email = { to, data, validForMs: emailExpiresAfterMs };
      if (!(await enqueueTeamEmail(tx, reportEmailKind, email))) throw problems.tooManyEmails();
    });
    return { mailTo: to };
  });

  http.handle('answerReportSchedule', async ({ session, params, body }) => {
    const { tenantId, accountId } = session;
    const state = body.receives ? 'receiving' : 'muted';
    await database.tenant(tenantId, async (tx) => {
      const isRecipient = await setRecipientState(tx, params.scheduleId, accountId, state);
      if (!isRecipient) throw problems.scheduleNotFound();
      await resolveOffers(tx, [params.scheduleId], [accountId], now());
    });
    return presentOne(session, params.scheduleId);
  });
}

const defaultFiles: ReportFile[] = ['csv', 'xlsx'];

/** Limits the emails and the figures that a team makes the program read. */
export const maxSchedulesPerTeam = 20;

function canChange({ ownerId }: StoredSchedule, { accountId, role }: Session): boolean {
  return ownerId === accountId || role === 'owner';
}

/** @throws Problem 404 without a schedule that the caller may change */
function changeable(schedule: StoredSchedule | null, session: Session): StoredSchedule {
  if (!schedule || schedule.deletedAt || !canChange(schedule, session)) {
    throw problems.scheduleNotFound();
  }
  return schedule;
}

/** Returns the caller's confirmed address. @throws Problem 409 without one */
function requireOwnAddress(members: readonly Recipient[], accountId: string): string {
  const email = members.find((member) => member.accountId === accountId)?.email;
  if (!email) throw problems.noConfirmedAddress();
  return email;
}

/** @throws Problem 403 for a viewer who asks others, 400 for an account that is no member */
function requireMembers(
  { role, accountId }: Session,
  members: readonly Recipient[],
  invited: readonly string[],
): void {
  const others = invited.filter((id) => id !== accountId);
  if (others.length > 0 && role === 'viewer') throw problems.viewersAskNobody();
  const isMember = (id: string) => members.some((member) => member.accountId === id);
  if (!others.every(isMember)) throw problems.recipientUnknown();
}

function timesOf({ times }: StoredSchedule): Times {
  return {
    rhythm: times.rhythm,
    weekday: times.rhythm === 'weekly' ? times.weekday : null,
    monthDay: times.rhythm === 'monthly' ? times.monthDay : null,
    hour: times.hour,
  };
}

/** @throws Problem 400 if the day does not belong to the rhythm */
function toTimes({ rhythm, weekday, monthDay, hour }: Times, timeZone: string): ScheduleTimes {
  if (rhythm === 'daily') return { rhythm, hour, timeZone };
  if (rhythm === 'weekly' && weekday !== null) return { rhythm, weekday, hour, timeZone };
  if (rhythm === 'monthly' && monthDay !== null) return { rhythm, monthDay, hour, timeZone };
  throw new Problem(400, 'schedule_day', {
    vi: 'Hãy chọn ngày gửi.',
    en: 'Choose the day to send the report.',
  });
}

function recordScheduleEvent(
  tx: TenantTransaction,
  action: 'reports.scheduled' | 'reports.schedule_changed' | 'reports.schedule_deleted',
  { accountId }: Session,
  { scheduleId, viewName }: Pick<StoredSchedule, 'scheduleId' | 'viewName'>,
): Promise<void> {
  const subject = { kind: 'report_schedule', id: scheduleId, name: viewName } as const;
  return recordAuditEvent(tx, { action, actorId: accountId, subject });
}

function presentSchedule(
  schedule: StoredSchedule,
  recipients: readonly StoredRecipient[],
  context: {
    session: Session;
    members: readonly Recipient[];
    names: ReadonlyMap<string, string | null>;
  },
): ReportSchedule {
  const { session, members, names } = context;
  const { scheduleId, viewId, viewName, ownerId, times, files, isPaused } = schedule;
  const { nextTryAt, lastSentAt, lastFailedAt } = schedule;
  const isOwn = ownerId === session.accountId;
  return {
    id: scheduleId,
    viewId,
    viewName,
    ...timesOf(schedule),
    timeZone: times.timeZone,
    files,
    isPaused,
    nextAt: nextTryAt?.toISOString() ?? null,
    lastSentAt: lastSentAt?.toISOString() ?? null,
    lastFailedAt: lastFailedAt?.toISOString() ?? null,
    isOwn,
    ownerId,
    owner: isOwn ? null : (names.get(ownerId) ?? null),
    ownState: recipients.find(({ accountId }) => accountId === session.accountId)?.state ?? null,
    recipients: recipients.map(({ accountId, state }) => ({
      accountId,
      name: names.get(accountId) ?? null,
      hasEmail: Boolean(members.find((member) => member.accountId === accountId)?.email),
      state,
    })),
  };
}
