import { resolveNotifications } from '../../notifications/index.ts';
import type { TenantTransaction } from '../../platform/database/database.ts';

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
