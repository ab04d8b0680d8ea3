import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { purgeInBatches } from '../../platform/database/purge-in-batches.ts';
import { newId } from '../../platform/ids.ts';
import type { PostResult } from './post.ts';

/** A claimed attempt of a delivery. */
export interface DeliveryAttempt {
  deliveryId: string;
  attempts: number;
  payload: string;
}

interface DeliveryRow {
  deliveryId: string;
  type: string;
  createdAt: Date;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
  attempts: number;
  status: number | null;
  problem: string | null;
}

const insertStatement = sql(
  'notifications.add_webhook_delivery',
  `insert into notifications.webhook_delivery (tenant_id, delivery_id, event_id, type, payload, created_at, next_attempt_at)
   values ($1, $2, $3, $4, $5, $6, $6) on conflict (tenant_id, event_id) do nothing`,
);
const claimStatement = sql(
  'notifications.claim_webhook_delivery',
  `update notifications.webhook_delivery set attempts = attempts + 1, next_attempt_at = $4
    where tenant_id = $1 and delivery_id = $2 and next_attempt_at <= $3
   returning delivery_id, attempts, payload`,
);
const recordStatement = sql(
  'notifications.record_webhook_attempt',
  `update notifications.webhook_delivery
      set status = $4, problem = $5, delivered_at = $6, next_attempt_at = $7
    where tenant_id = $1 and delivery_id = $2 and attempts = $3 and delivered_at is null`,
);
const listStatement = sql(
  'notifications.list_webhook_deliveries',
  `select delivery_id, type, created_at, next_attempt_at, delivered_at, attempts, status, problem
     from notifications.webhook_delivery where tenant_id = $1 order by created_at desc, delivery_id desc limit 20`,
);
const cancelStatement = sql(
  'notifications.cancel_webhook_deliveries',
  'update notifications.webhook_delivery set next_attempt_at = null where tenant_id = $1 and next_attempt_at is not null',
);
const purgeStatement = sql(
  'notifications.purge_webhook_deliveries',
  'select notifications.purge_webhook_deliveries($1, $2) as deleted',
);

/** How long deliveries are listed; longer than all attempts of one take. */
const retentionMs = 30 * 86_400_000;

/** Inserts a delivery, once for an event. Returns its id. */
export async function insertDelivery(
  tx: TenantTransaction,
  delivery: { eventId: string | null; type: string; payload: string },
  now: Date,
): Promise<string> {
  const { eventId, type, payload } = delivery;
  const deliveryId = newId(now.getTime());
  await tx.execute(insertStatement, [tx.tenantId, deliveryId, eventId, type, payload, now]);
  return deliveryId;
}

/** Deletes deliveries of all teams that were inserted more than thirty days ago. */
export async function purgeDeliveries(
  database: Database,
  now: Date,
  stopping: AbortSignal,
): Promise<void> {
  await purgeInBatches(database, purgeStatement, new Date(now.getTime() - retentionMs), stopping);
}

/** Claims the next attempt of a delivery until `until`; null if it is not due any more. */
export async function claimAttempt(
  tx: TenantTransaction,
  deliveryId: string,
  now: Date,
  until: Date,
): Promise<DeliveryAttempt | null> {
  const values = [tx.tenantId, deliveryId, now, until];
  const [row] = await tx.query<DeliveryAttempt>(claimStatement, values);
  return row ?? null;
}

/** Records how an attempt ended. @param nextAttemptAt null if there is none */
export async function recordAttempt(
  tx: TenantTransaction,
  { deliveryId, attempts }: DeliveryAttempt,
  { status, problem }: PostResult,
  times: { deliveredAt: Date | null; nextAttemptAt: Date | null },
): Promise<void> {
  await tx.execute(recordStatement, [
    tx.tenantId,
    deliveryId,
    attempts,
    status,
    problem,
    times.deliveredAt,
    times.nextAttemptAt,
  ]);
}

/** Gives up all deliveries that wait. */
export async function cancelDeliveries(tx: TenantTransaction): Promise<void> {
  await tx.execute(cancelStatement, [tx.tenantId]);
}

/** Returns the last deliveries, newest first. */
export function listDeliveries(tx: TenantTransaction): Promise<DeliveryRow[]> {
  return tx.query<DeliveryRow>(listStatement, [tx.tenantId]);
}
