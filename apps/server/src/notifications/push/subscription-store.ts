import type { PushDevice } from '@seller-connect/contract';
import { hash } from 'node:crypto';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

/** Devices of an account; a new one beyond them replaces the oldest. */
const maxDevices = 10;
/** Messages to one device a day. More than that is an error of ours, or nobody reads them. */
export const maxMessagesPerDay = 60;

/** What a browser gives to be reached, and who is reached there. */
export interface NewSubscription {
  accountId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  serverKey: string;
  device: string;
  signInId: string | null;
}

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

const saveStatement = sql(
  'notifications.save_subscription',
  `insert into notifications.push_subscription as s (tenant_id, subscription_id, account_id, endpoint, p256dh, auth,
     server_key, device, sign_in_id, counted_on, messages, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, current_date, 0, now())
   on conflict (tenant_id, account_id, endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth,
     server_key = excluded.server_key, device = excluded.device, sign_in_id = excluded.sign_in_id`,
);
// An endpoint belongs to whoever subscribed in the browser last.
const takeOverStatement = sql(
  'notifications.take_over_subscription',
  'delete from notifications.push_subscription where tenant_id = $1 and endpoint = $2 and account_id <> $3',
);
const deleteOldestStatement = sql(
  'notifications.drop_oldest_subscriptions',
  `delete from notifications.push_subscription where tenant_id = $1 and account_id = $2 and subscription_id in (
     select subscription_id from notifications.push_subscription where tenant_id = $1 and account_id = $2
     order by subscription_id desc offset ${maxDevices})`,
);
const listStatement = sql(
  'notifications.subscriptions',
  `select subscription_id, endpoint, device, created_at from notifications.push_subscription
   where tenant_id = $1 and account_id = $2 and server_key = $3 order by subscription_id desc`,
);
const deleteStatement = sql(
  'notifications.drop_subscription',
  `delete from notifications.push_subscription
   where tenant_id = $1 and subscription_id = $2 and ($3::text is null or account_id = $3)`,
);
const deleteOfAccountStatement = sql(
  'notifications.drop_subscriptions',
  'delete from notifications.push_subscription where tenant_id = $1 and account_id = $2',
);
const deleteOfSignInsStatement = sql(
  'notifications.drop_subscriptions_of_sign_ins',
  `delete from notifications.push_subscription where tenant_id = $1 and account_id = $2
     and ($3::text is null or sign_in_id = $3) and ($4::text is null or sign_in_id is distinct from $4)`,
);
// Counts the message at each device, and leaves out those that have had their messages of the day.
const enqueueStatement = sql(
  'notifications.enqueue_pushes',
  `with counted as (
     update notifications.push_subscription s set counted_on = current_date,
       messages = 1 + s.messages * (s.counted_on = current_date)::integer
     where tenant_id = $1 and account_id = $2
       and (s.counted_on <> current_date or s.messages < ${maxMessagesPerDay})
     returning subscription_id
   )
   insert into notifications.channel_message
     (tenant_id, message_id, channel, account_id, event_id, target_id, attempts, next_try_at, expires_at)
   select $1, gen_random_uuid(), 'push', $2, $3, subscription_id, 0, now(), now() + $4 * interval '1 millisecond'
   from counted
   on conflict (tenant_id, event_id, target_id) do nothing`,
);
const findStatement = sql(
  'notifications.find_subscription',
  `select endpoint, p256dh, auth from notifications.push_subscription
   where tenant_id = $1 and subscription_id = $2 and server_key = $3`,
);

export async function saveSubscription(
  database: Database,
  tenantId: string,
  subscription: NewSubscription,
): Promise<void> {
  const { accountId, endpoint, p256dh, auth, serverKey, device, signInId } = subscription;
  await database.tenant(tenantId, async (tx) => {
    await tx.execute(takeOverStatement, [tenantId, endpoint, accountId]);
    const keys = [endpoint, p256dh, auth, serverKey, device, signInId];
    await tx.execute(saveStatement, [tenantId, newId(), accountId, ...keys]);
    await tx.execute(deleteOldestStatement, [tenantId, accountId]);
  });
}

/** Returns the devices of an account, newest first. */
export async function listDevices(
  database: Database,
  tenantId: string,
  accountId: string,
  serverKey: string,
): Promise<PushDevice[]> {
  const rows = await database.tenantRead<{
    subscriptionId: string;
    endpoint: string;
    device: string;
    createdAt: Date;
  }>(tenantId, listStatement, [tenantId, accountId, serverKey]);
  return rows.map((row) => ({
    id: row.subscriptionId,
    endpointHash: hash('sha256', row.endpoint, 'base64url'),
    device: row.device,
    addedAt: row.createdAt.toISOString(),
  }));
}

/** Deletes a subscription; of one account only, if it is named. */
export async function deleteSubscription(
  database: Database,
  tenantId: string,
  subscriptionId: string,
  accountId: string | null = null,
): Promise<void> {
  await database.tenant(tenantId, (tx) =>
    tx.execute(deleteStatement, [tenantId, subscriptionId, accountId]),
  );
}

/** Deletes the subscriptions of an account that is deleted or leaves the team. */
export async function deleteSubscriptionsOf(
  tx: TenantTransaction,
  accountId: string,
): Promise<void> {
  await tx.execute(deleteOfAccountStatement, [tx.tenantId, accountId]);
}

/** Deletes the subscriptions of one sign-in, of all but one, or of all. */
export async function deleteSubscriptionsOfSignIns(
  database: Database,
  { tenantId, sub }: { tenantId: string; sub: string },
  ended: { only: string } | { except: string } | 'all',
): Promise<void> {
  const only = ended !== 'all' && 'only' in ended ? ended.only : null;
  const except = ended !== 'all' && 'except' in ended ? ended.except : null;
  await database.tenant(tenantId, (tx) =>
    tx.execute(deleteOfSignInsStatement, [tenantId, sub, only, except]),
  );
}

/** Enqueues a notification for every device of the account, in the transaction of its fan-out. */
export async function enqueuePushes(
  tx: TenantTransaction,
  { accountId, eventId, validForMs }: { accountId: string; eventId: string; validForMs: number },
): Promise<number> {
  return tx.execute(enqueueStatement, [tx.tenantId, accountId, eventId, validForMs]);
}

/** Returns null if the device was removed, or subscribed under another key of this installation. */
export async function findSubscription(
  database: Database,
  tenantId: string,
  subscriptionId: string,
  serverKey: string,
): Promise<Subscription | null> {
  const [row] = await database.tenantRead<Subscription>(tenantId, findStatement, [
    tenantId,
    subscriptionId,
    serverKey,
  ]);
  return row ?? null;
}
