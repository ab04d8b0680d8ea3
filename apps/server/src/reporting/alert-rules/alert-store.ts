import { sql, type TenantTransaction } from '../../platform/database/database.ts';

const insertStatement = sql(
  'reporting.add_alert',
  `insert into reporting.alert (tenant_id, rule_id, period_key, finding, raised_at, deliver_at)
   values ($1, $2, $3, $4, $5, $6) on conflict (tenant_id, rule_id, period_key) do nothing`,
);
const dueStatement = sql(
  'reporting.due_alerts',
  `select rule_id, period_key, finding from reporting.alert
    where tenant_id = $1 and delivered_at is null and deliver_at <= $2
    order by raised_at, rule_id for update`,
);
const markDeliveredStatement = sql(
  'reporting.mark_alert_delivered',
  'update reporting.alert set delivered_at = $4 where tenant_id = $1 and rule_id = $2 and period_key = $3',
);
const purgeStatement = sql(
  'reporting.purge_alerts',
  'delete from reporting.alert where tenant_id = $1 and delivered_at < $2',
);
const nextDeliveryStatement = sql(
  'reporting.next_alert_delivery',
  'select min(deliver_at) as at from reporting.alert where tenant_id = $1 and delivered_at is null',
);
const claimStatement = sql(
  'reporting.claim_alert_evaluation',
  `update reporting.alert_evaluation set due_at = $3, evaluated_at = $2 where tenant_id = $1 and due_at <= $2
   returning true as claimed`,
);
const finishStatement = sql(
  'reporting.finish_alert_evaluation',
  'update reporting.alert_evaluation set due_at = $3 where tenant_id = $1 and due_at = $2',
);
const requestStatement = sql(
  'reporting.request_alert_evaluation',
  `insert into reporting.alert_evaluation (tenant_id, due_at) values ($1, $2)
   on conflict (tenant_id) do update set due_at = least(alert_evaluation.due_at, excluded.due_at)`,
);
const dataArrivedStatement = sql(
  'reporting.alert_data_arrived',
  `update reporting.alert_evaluation
      set due_at = least(due_at, greatest(
            $2, (evaluated_at at time zone 'UTC' + $3 * interval '1 millisecond') at time zone 'UTC'))
    where tenant_id = $1`,
);

/** One alert of a rule that is to be delivered. */
export interface DueAlert {
  ruleId: string;
  periodKey: string;
  finding: unknown;
}

/** Inserts an alert unless the rule has alarmed in the period. */
export async function insertAlert(
  tx: TenantTransaction,
  alert: { ruleId: string; periodKey: string; finding: object; raisedAt: Date; deliverAt: Date },
): Promise<void> {
  const { ruleId, periodKey, finding, raisedAt, deliverAt } = alert;
  const values = [tx.tenantId, ruleId, periodKey, JSON.stringify(finding), raisedAt, deliverAt];
  await tx.execute(insertStatement, values);
}

/** Returns alerts that are due and not delivered, and locks them. */
export function lockDueAlerts(tx: TenantTransaction, now: Date): Promise<DueAlert[]> {
  return tx.query<DueAlert>(dueStatement, [tx.tenantId, now]);
}

export async function markDelivered(
  tx: TenantTransaction,
  { ruleId, periodKey }: DueAlert,
  now: Date,
): Promise<void> {
  await tx.execute(markDeliveredStatement, [tx.tenantId, ruleId, periodKey, now]);
}

/** Longer than any period: an alert that is gone must not be raised again. */
const retentionMs = 180 * 86_400_000;

export async function purgeAlerts(tx: TenantTransaction, now: Date): Promise<void> {
  await tx.execute(purgeStatement, [tx.tenantId, new Date(now.getTime() - retentionMs)]);
}

/** Returns when the next alert is delivered that is held back; null without one. */
export async function nextDeliveryAt(tx: TenantTransaction): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>(nextDeliveryStatement, [tx.tenantId]);
  return row?.at ?? null;
}

/** Claims the evaluation of a team until `until`. Returns false if it is not due any more. */
export async function claimEvaluation(
  tx: TenantTransaction,
  now: Date,
  until: Date,
): Promise<boolean> {
  const rows = await tx.query<{ claimed: boolean }>(claimStatement, [tx.tenantId, now, until]);
  return rows.length > 0;
}

/** Sets the next evaluation, unless one was requested since the claim. */
export async function finishEvaluation(
  tx: TenantTransaction,
  claimedUntil: Date,
  dueAt: Date,
): Promise<void> {
  await tx.execute(finishStatement, [tx.tenantId, claimedUntil, dueAt]);
}

/** Requests an evaluation of the team's rules. */
export async function requestEvaluation(tx: TenantTransaction, at: Date): Promise<void> {
  await tx.execute(requestStatement, [tx.tenantId, at]);
}

/** Time between two evaluations because of new data: streams of many shops are synced one after the other. */
const minIntervalMs = 120_000;

/** Requests an evaluation because of new data. Does nothing for a team without rules. */
export async function requestAfterData(tx: TenantTransaction, at: Date): Promise<void> {
  await tx.execute(dataArrivedStatement, [tx.tenantId, at, minIntervalMs]);
}
