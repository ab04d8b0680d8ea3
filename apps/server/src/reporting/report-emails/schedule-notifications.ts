import { reopenNotifications, resolveNotifications } from '../../notifications/index.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';

const ofViewStatement = sql(
  'reporting.schedules_of_view',
  'select schedule_id from reporting.report_schedule where tenant_id = $1 and view_id = $2',
);
const viewDeletedAtStatement = sql(
  'reporting.view_deleted_at',
  'select deleted_at from reporting.saved_view where tenant_id = $1 and view_id = $2',
);

/** Returns the subject of the notifications about a schedule. */
export const scheduleSubject = (scheduleId: string) => `report_schedule:${scheduleId}`;

const scheduleKinds = ['report_offered', 'report_failed'] as const;

/** Resolves all notifications about schedules that are deleted. @param now when they are deleted */
export async function resolveScheduleNotifications(
  tx: TenantTransaction,
  scheduleIds: readonly string[],
  now: Date,
): Promise<void> {
  await resolveNotifications(tx, scheduleKinds, scheduleIds.map(scheduleSubject), now);
}

/** Reopens the notifications that a deletion resolved. */
export async function reopenScheduleNotifications(
  tx: TenantTransaction,
  scheduleIds: readonly string[],
  deletedAt: Date,
): Promise<void> {
  await reopenNotifications(tx, scheduleKinds, scheduleIds.map(scheduleSubject), deletedAt);
}

/** Resolves all notifications about the schedules of a view that is deleted. @param now when it is deleted */
export async function resolveViewNotifications(
  tx: TenantTransaction,
  viewId: string,
  now: Date,
): Promise<void> {
  await resolveScheduleNotifications(tx, await schedulesOfView(tx, viewId), now);
}

/** Reopens the notifications that the deletion of a view resolved. Call before it is restored. */
export async function reopenViewNotifications(
  tx: TenantTransaction,
  viewId: string,
): Promise<void> {
  const values = [tx.tenantId, viewId];
  const [view] = await tx.query<{ deletedAt: Date | null }>(viewDeletedAtStatement, values);
  if (!view?.deletedAt) return;
  await reopenScheduleNotifications(tx, await schedulesOfView(tx, viewId), view.deletedAt);
}

async function schedulesOfView(tx: TenantTransaction, viewId: string): Promise<string[]> {
  const rows = await tx.query<{ scheduleId: string }>(ofViewStatement, [tx.tenantId, viewId]);
  return rows.map(({ scheduleId }) => scheduleId);
}

/** Resolves the offers to accounts that have answered, or are no recipients any more. */
export async function resolveOffers(
  tx: TenantTransaction,
  scheduleIds: readonly string[],
  accountIds: readonly string[],
  now: Date,
): Promise<void> {
  const subjects = scheduleIds.map(scheduleSubject);
  await resolveNotifications(tx, ['report_offered'], subjects, now, accountIds);
}
