import type { ReportFile } from '@seller-connect/contract';
import {
  sql,
  type Database,
  type Sql,
  type TenantTransaction,
} from '../../platform/database/database.ts';
import { resolveOffers, resolveScheduleNotifications } from './schedule-notifications.ts';
import type { ScheduleTimes } from './schedule-times.ts';
import { lockOfTenant } from '../../platform/database/tenant-lock.ts';

export type RecipientState = 'invited' | 'receiving' | 'muted';

interface ScheduleRow {
  scheduleId: string;
  viewId: string;
  ownerId: string;
  rhythm: 'daily' | 'weekly' | 'monthly';
  weekday: number | null;
  monthDay: number | null;
  hour: number;
  timeZone: string;
  files: ReportFile[];
  isPaused: boolean;
  dueDay: string;
  nextTryAt: Date | null;
  failures: number;
  lastSentAt: Date | null;
  lastFailedAt: Date | null;
  deletedAt: Date | null;
  viewName: string;
  search: string;
  isViewDeleted: boolean;
}

/** A schedule with its view. */
export type StoredSchedule = Omit<
  ScheduleRow,
  'rhythm' | 'weekday' | 'monthDay' | 'hour' | 'timeZone'
> & {
  times: ScheduleTimes;
};

export interface StoredRecipient {
  scheduleId: string;
  accountId: string;
  state: RecipientState;
}

const columns = `s.schedule_id, s.view_id, s.owner_id, s.rhythm, s.weekday, s.month_day, s.hour, s.time_zone, s.files,
  s.is_paused, s.due_day::text as due_day, s.next_try_at, s.failures, s.last_sent_at, s.last_failed_at,
  s.deleted_at, v.name as view_name, v.search, v.deleted_at is not null as is_view_deleted`;
const joined = `reporting.report_schedule s
  join reporting.saved_view v on v.tenant_id = s.tenant_id and v.view_id = s.view_id`;

const listStatement = sql(
  'reporting.list_schedules',
  `select ${columns} from ${joined} where s.tenant_id = $1 and s.deleted_at is null and v.deleted_at is null
    order by s.schedule_id`,
);
const findStatement = sql(
  'reporting.find_schedule',
  `select ${columns} from ${joined} where s.tenant_id = $1 and s.schedule_id = $2`,
);
const lockStatement = sql(
  'reporting.lock_schedule',
  'select from reporting.report_schedule where tenant_id = $1 and schedule_id = $2 for update',
);
const countStatement = sql(
  'reporting.count_schedules',
  `select count(*)::integer as schedules from reporting.report_schedule
    where tenant_id = $1 and deleted_at is null`,
);
const saveStatement = sql(
  'reporting.save_schedule',
  `insert into reporting.report_schedule (tenant_id, schedule_id, view_id, owner_id, rhythm, weekday, month_day, hour,
     time_zone, is_paused, due_day, next_try_at, files)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   on conflict (tenant_id, schedule_id) do update set rhythm = excluded.rhythm, weekday = excluded.weekday,
     month_day = excluded.month_day, hour = excluded.hour, time_zone = excluded.time_zone,
     is_paused = excluded.is_paused, due_day = excluded.due_day, next_try_at = excluded.next_try_at,
     files = excluded.files, failures = 0`,
);
const markDeletedStatement = sql(
  'reporting.mark_schedule_deleted',
  `update reporting.report_schedule set deleted_at = $3, next_try_at = null
    where tenant_id = $1 and schedule_id = $2`,
);
const restoreStatement = sql(
  'reporting.restore_schedule',
  `update reporting.report_schedule set deleted_at = null, due_day = $3, next_try_at = $4, failures = 0
    where tenant_id = $1 and schedule_id = $2`,
);
const purgeStatement = sql(
  'reporting.purge_schedules',
  'delete from reporting.report_schedule where tenant_id = $1 and deleted_at < $2',
);
const recipientsStatement = sql(
  'reporting.list_report_recipients',
  'select schedule_id, account_id, state from reporting.report_recipient where tenant_id = $1 and schedule_id = any($2::uuid[]) order by account_id',
);
const addRecipientStatement = sql(
  'reporting.add_report_recipient',
  `insert into reporting.report_recipient (tenant_id, schedule_id, account_id, state) values ($1, $2, $3, $4)
   on conflict (tenant_id, schedule_id, account_id) do nothing`,
);
const setRecipientStatement = sql(
  'reporting.set_report_recipient',
  `update reporting.report_recipient set state = $4
    where tenant_id = $1 and schedule_id = $2 and account_id = $3`,
);
const retainRecipientsStatement = sql(
  'reporting.retain_report_recipients',
  `delete from reporting.report_recipient
    where tenant_id = $1 and schedule_id = $2 and account_id <> all($3::text[])
   returning account_id`,
);
const deleteOwnedStatement = sql(
  'reporting.delete_schedules_of',
  'delete from reporting.report_schedule where tenant_id = $1 and owner_id = $2 returning schedule_id',
);
const deleteRecipientStatement = sql(
  'reporting.delete_report_recipient',
  'delete from reporting.report_recipient where tenant_id = $1 and account_id = $2 returning schedule_id',
);

function toSchedule({
  rhythm,
  weekday,
  monthDay,
  hour,
  timeZone,
  ...row
}: ScheduleRow): StoredSchedule {
  const clock = { hour, timeZone };
  if (rhythm === 'weekly') return { ...row, times: { rhythm, weekday: weekday ?? 1, ...clock } };
  if (rhythm === 'monthly') return { ...row, times: { rhythm, monthDay: monthDay ?? 1, ...clock } };
  return { ...row, times: { rhythm, ...clock } };
}

/** Returns the schedules of a team that are not deleted and whose view is not, oldest first. */
export async function listSchedules(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
): Promise<StoredSchedule[]> {
  const rows = await database.tenantRead<ScheduleRow>(tenantId, listStatement, [tenantId]);
  return rows.map(toSchedule);
}

/** Returns a schedule, deleted or not; null if there is none. */
export async function readSchedule(
  tx: Sql,
  tenantId: string,
  scheduleId: string,
): Promise<StoredSchedule | null> {
  const [row] = await tx.query<ScheduleRow>(findStatement, [tenantId, scheduleId]);
  return row ? toSchedule(row) : null;
}

/** Like `readSchedule`; others wait for this transaction before they change or send it. */
export async function lockSchedule(
  tx: TenantTransaction,
  scheduleId: string,
): Promise<StoredSchedule | null> {
  await tx.query(lockStatement, [tx.tenantId, scheduleId]);
  return readSchedule(tx, tx.tenantId, scheduleId);
}

/** Returns the number of the team's schedules. Other transactions wait here until this one ends. */
export async function lockScheduleCount(tx: TenantTransaction): Promise<number> {
  await lockOfTenant(tx, 'reporting.report_schedule');
  const [row] = await tx.query<{ schedules: number }>(countStatement, [tx.tenantId]);
  return row?.schedules ?? 0;
}

/** Inserts a schedule or replaces its times and files. */
export async function saveSchedule(
  tx: TenantTransaction,
  schedule: Pick<
    StoredSchedule,
    'scheduleId' | 'viewId' | 'ownerId' | 'times' | 'files' | 'isPaused' | 'dueDay'
  >,
  nextTryAt: Date | null,
): Promise<void> {
  const { scheduleId, viewId, ownerId, times, files, isPaused, dueDay } = schedule;
  await tx.execute(saveStatement, [
    tx.tenantId,
    scheduleId,
    viewId,
    ownerId,
    times.rhythm,
    times.rhythm === 'weekly' ? times.weekday : null,
    times.rhythm === 'monthly' ? times.monthDay : null,
    times.hour,
    times.timeZone,
    isPaused,
    dueDay,
    nextTryAt,
    files,
  ]);
}

/** How long a deletion can be undone. */
const undoMs = 86_400_000;

/** Marks a schedule as deleted, and deletes the team's schedules whose deletion can no longer be undone. */
export async function markScheduleDeleted(
  tx: TenantTransaction,
  scheduleId: string,
  now: Date,
): Promise<void> {
  await tx.execute(markDeletedStatement, [tx.tenantId, scheduleId, now]);
  await tx.execute(purgeStatement, [tx.tenantId, new Date(now.getTime() - undoMs)]);
}

export async function restoreSchedule(
  tx: TenantTransaction,
  scheduleId: string,
  dueDay: string,
  nextTryAt: Date | null,
): Promise<void> {
  await tx.execute(restoreStatement, [tx.tenantId, scheduleId, dueDay, nextTryAt]);
}

export function readRecipients(
  tx: Sql,
  tenantId: string,
  scheduleIds: readonly string[],
): Promise<StoredRecipient[]> {
  return tx.query<StoredRecipient>(recipientsStatement, [tenantId, scheduleIds]);
}

/** Adds recipients, and removes those that are not among them. Returns the accounts that are new or removed. */
export async function replaceRecipients(
  tx: TenantTransaction,
  scheduleId: string,
  recipients: readonly { accountId: string; state: RecipientState }[],
): Promise<{ added: string[]; removed: string[] }> {
  const ids = recipients.map(({ accountId }) => accountId);
  const removed = await tx.query<{ accountId: string }>(retainRecipientsStatement, [
    tx.tenantId,
    scheduleId,
    ids,
  ]);
  const added: string[] = [];
  for (const { accountId, state } of recipients) {
    const values = [tx.tenantId, scheduleId, accountId, state];
    if ((await tx.execute(addRecipientStatement, values)) > 0) added.push(accountId);
  }
  return { added, removed: removed.map(({ accountId }) => accountId) };
}

/** Returns false if the account is no recipient of the schedule. */
export async function setRecipientState(
  tx: TenantTransaction,
  scheduleId: string,
  accountId: string,
  state: RecipientState,
): Promise<boolean> {
  return (await tx.execute(setRecipientStatement, [tx.tenantId, scheduleId, accountId, state])) > 0;
}

/**
 * Deletes the schedules of a former member, and removes the member from those of others. Ends the offers of both, and
 * what was reported about the deleted ones.
 */
export async function deleteSchedulesOfMember(
  tx: TenantTransaction,
  accountId: string,
  now: Date,
): Promise<void> {
  const values = [tx.tenantId, accountId];
  const idsOf = (rows: { scheduleId: string }[]) => rows.map(({ scheduleId }) => scheduleId);
  const deleted = idsOf(await tx.query<{ scheduleId: string }>(deleteOwnedStatement, values));
  await resolveScheduleNotifications(tx, deleted, now);
  const left = idsOf(await tx.query<{ scheduleId: string }>(deleteRecipientStatement, values));
  await resolveOffers(tx, left, [accountId], now);
}
