import { resolveNotifications } from '../../notifications/index.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';

const ofViewStatement = sql(
  'reporting.schedules_of_view',
  'select schedule_id from reporting.report_schedule where tenant_id = $1 and view_id = $2',
);

/** Returns the subject of the notifications about a schedule. */
export const scheduleSubject = (scheduleId: string) => `report_schedule:${scheduleId}`;

/** Resolves all notifications about schedules that are deleted. */
export async function resolveScheduleNotifications(
  tx: TenantTransaction,
  scheduleIds: readonly string[],
  now: Date,
): Promise<void> {
  const kinds = ['report_offered', 'report_failed'] as const;
  await resolveNotifications(tx, kinds, scheduleIds.map(scheduleSubject), now);
}

/** Resolves all notifications about the schedules of a view that is deleted. */
export async function resolveViewNotifications(
  tx: TenantTransaction,
  viewId: string,
  now: Date,
): Promise<void> {
  const rows = await tx.query<{ scheduleId: string }>(ofViewStatement, [tx.tenantId, viewId]);
  const scheduleIds = rows.map(({ scheduleId }) => scheduleId);
  await resolveScheduleNotifications(tx, scheduleIds, now);
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
