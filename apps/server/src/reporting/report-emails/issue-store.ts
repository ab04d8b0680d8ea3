import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { purgeInBatches } from '../../platform/database/purge-in-batches.ts';
import { parseFigures, type ReportFigures } from './figures.ts';

const insertIssueStatement = sql(
  'reporting.add_report_issue',
  `insert into reporting.report_issue (tenant_id, schedule_id, due_day, figures, created_at)
   values ($1, $2, $3, $4, $5) on conflict (tenant_id, schedule_id, due_day) do nothing`,
);
const findIssueStatement = sql(
  'reporting.find_report_issue',
  'select figures from reporting.report_issue where tenant_id = $1 and schedule_id = $2 and due_day = $3',
);
const insertDeliveryStatement = sql(
  'reporting.add_report_delivery',
  `insert into reporting.report_delivery (tenant_id, schedule_id, due_day, account_id) values ($1, $2, $3, $4)
   on conflict (tenant_id, schedule_id, due_day, account_id) do nothing`,
);
const purgeStatement = sql(
  'reporting.purge_report_issues',
  'select reporting.purge_report_issues($1, $2) as deleted',
);
const advanceStatement = sql(
  'reporting.advance_schedule',
  `update reporting.report_schedule
      set due_day = $3, next_try_at = $4, failures = 0, last_sent_at = coalesce($5, last_sent_at), last_failed_at = $6
    where tenant_id = $1 and schedule_id = $2`,
);
const retryStatement = sql(
  'reporting.retry_schedule',
  `update reporting.report_schedule set next_try_at = $3, failures = $4, due_day = $5
    where tenant_id = $1 and schedule_id = $2`,
);

/** Longer than an email waits in the queue. */
const issueRetentionMs = 8 * 86_400_000;

export interface IssueKey {
  scheduleId: string;
  dueDay: string;
}

export async function insertIssue(
  tx: TenantTransaction,
  { scheduleId, dueDay }: IssueKey,
  figures: ReportFigures,
  now: Date,
): Promise<void> {
  const values = [tx.tenantId, scheduleId, dueDay, JSON.stringify(figures), now];
  await tx.execute(insertIssueStatement, values);
}

/** Deletes the figures of all reports that were sent more than eight days ago. */
export async function purgeIssues(
  database: Database,
  now: Date,
  stopping: AbortSignal,
): Promise<void> {
  const before = new Date(now.getTime() - issueRetentionMs);
  await purgeInBatches(database, purgeStatement, before, stopping);
}

/** Returns the figures of an issue; null if there is none. */
export async function findIssue(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  { scheduleId, dueDay }: IssueKey,
): Promise<ReportFigures | null> {
  const values = [tenantId, scheduleId, dueDay];
  const [row] = await database.tenantRead<{ figures: unknown }>(
    tenantId,
    findIssueStatement,
    values,
  );
  return row ? parseFigures(row.figures) : null;
}

/** Claims the one email of an issue to an account. Returns false if it was claimed before. */
export async function claimDelivery(
  tx: TenantTransaction,
  { scheduleId, dueDay }: IssueKey,
  accountId: string,
): Promise<boolean> {
  const values = [tx.tenantId, scheduleId, dueDay, accountId];
  return (await tx.execute(insertDeliveryStatement, values)) > 0;
}

/** Moves a schedule on to its next report, with the outcome of this one. */
export async function advanceSchedule(
  tx: TenantTransaction,
  scheduleId: string,
  next: { dueDay: string; dueAt: Date },
  outcome: { sentAt: Date | null; failedAt: Date | null },
): Promise<void> {
  const { dueDay, dueAt } = next;
  const { sentAt, failedAt } = outcome;
  await tx.execute(advanceStatement, [tx.tenantId, scheduleId, dueDay, dueAt, sentAt, failedAt]);
}

/** Tries the report of a day again later. */
export async function retrySchedule(
  tx: TenantTransaction,
  { scheduleId, dueDay }: IssueKey,
  retryAt: Date,
  failures: number,
): Promise<void> {
  await tx.execute(retryStatement, [tx.tenantId, scheduleId, retryAt, failures, dueDay]);
}
