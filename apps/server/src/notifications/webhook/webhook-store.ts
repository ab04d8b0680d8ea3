import { sql, type Sql, type TenantTransaction } from '../../platform/database/database.ts';

/** The webhook of a team. */
export interface StoredWebhook {
  url: string;
  kinds: readonly string[];
  disabledAt: Date | null;
  failingSince: Date | null;
  secretVersion: number;
  sealed: Buffer;
}

const columns = 'url, kinds, disabled_at, failing_since, secret_version, sealed';
const findStatement = sql(
  'notifications.find_webhook',
  `select ${columns} from notifications.webhook where tenant_id = $1`,
);
const lockAgainstDeletionStatement = sql(
  'notifications.lock_webhook_against_deletion',
  `select ${columns} from notifications.webhook where tenant_id = $1 for key share`,
);
const lockStatement = sql(
  'notifications.lock_webhook',
  `select ${columns} from notifications.webhook where tenant_id = $1 for update`,
);
const insertStatement = sql(
  'notifications.add_webhook',
  `insert into notifications.webhook (tenant_id, url, kinds, secret_version, sealed, key_id, changed_at)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict (tenant_id) do nothing`,
);
const changeStatement = sql(
  'notifications.change_webhook',
  `update notifications.webhook set url = $2, kinds = $3, disabled_at = null, failing_since = null, changed_at = $4
    where tenant_id = $1`,
);
const replaceSecretStatement = sql(
  'notifications.replace_webhook_secret',
  `update notifications.webhook set secret_version = $2, sealed = $3, key_id = $4 where tenant_id = $1`,
);
const deleteStatement = sql(
  'notifications.delete_webhook',
  'delete from notifications.webhook where tenant_id = $1',
);
const recordSuccessStatement = sql(
  'notifications.webhook_succeeded',
  `update notifications.webhook set failing_since = null
    where tenant_id = $1 and url = $2 and failing_since is not null`,
);
const recordFailureStatement = sql(
  'notifications.webhook_failed',
  `update notifications.webhook set failing_since = coalesce(failing_since, $2) where tenant_id = $1
   returning failing_since`,
);
const disableStatement = sql(
  'notifications.disable_webhook',
  `update notifications.webhook set disabled_at = $2 where tenant_id = $1 and disabled_at is null`,
);

const listOldSecretsStatement = sql(
  'notifications.webhooks_by_old_key',
  'select tenant_id from notifications.webhooks_by_old_key($1, $2, 500)',
);

/** Returns a page of the teams whose secret another key wraps, in the order of their ids. */
export async function listOldSecrets(
  database: Sql,
  keyId: string,
  after: string | null,
): Promise<string[]> {
  const rows = await database.query<{ tenantId: string }>(listOldSecretsStatement, [keyId, after]);
  return rows.map(({ tenantId }) => tenantId);
}

export async function findWebhook(tx: Sql, tenantId: string): Promise<StoredWebhook | null> {
  const [row] = await tx.query<StoredWebhook>(findStatement, [tenantId]);
  return row ?? null;
}

/** Like `findWebhook`; others wait for this transaction before they delete it. */
export async function lockWebhookAgainstDeletion(
  tx: TenantTransaction,
): Promise<StoredWebhook | null> {
  const [row] = await tx.query<StoredWebhook>(lockAgainstDeletionStatement, [tx.tenantId]);
  return row ?? null;
}

/** Like `findWebhook`; others wait for this transaction before they change it. */
export async function lockWebhook(tx: TenantTransaction): Promise<StoredWebhook | null> {
  const [row] = await tx.query<StoredWebhook>(lockStatement, [tx.tenantId]);
  return row ?? null;
}

/** A sealed secret with the id of its wrapping key. */
export interface SealedWebhookSecret {
  secretVersion: number;
  sealed: Buffer;
  keyId: string;
}

/** Returns false if the team has a webhook. */
export async function insertWebhook(
  tx: TenantTransaction,
  webhook: { url: string; kinds: readonly string[] },
  { secretVersion, sealed, keyId }: SealedWebhookSecret,
  now: Date,
): Promise<boolean> {
  const { url, kinds } = webhook;
  const values = [tx.tenantId, url, kinds, secretVersion, sealed, keyId, now];
  return (await tx.execute(insertStatement, values)) > 0;
}

/** Changes a webhook, and enables it again. */
export async function changeWebhook(
  tx: TenantTransaction,
  { url, kinds }: { url: string; kinds: readonly string[] },
  now: Date,
): Promise<void> {
  await tx.execute(changeStatement, [tx.tenantId, url, kinds, now]);
}

export async function replaceSecret(
  tx: TenantTransaction,
  { secretVersion, sealed, keyId }: SealedWebhookSecret,
): Promise<void> {
  await tx.execute(replaceSecretStatement, [tx.tenantId, secretVersion, sealed, keyId]);
}

export async function deleteWebhook(tx: TenantTransaction): Promise<boolean> {
  return (await tx.execute(deleteStatement, [tx.tenantId])) > 0;
}

/** Changes nothing after the success of an address that was replaced meanwhile. */
export async function recordSuccess(tx: TenantTransaction, url: string): Promise<void> {
  await tx.execute(recordSuccessStatement, [tx.tenantId, url]);
}

/** Returns since when deliveries have failed. */
export async function recordFailure(tx: TenantTransaction, now: Date): Promise<Date> {
  const [row] = await tx.query<{ failingSince: Date }>(recordFailureStatement, [tx.tenantId, now]);
  return row?.failingSince ?? now;
}

/** Returns false if the webhook was disabled before. */
export async function disableWebhook(tx: TenantTransaction, now: Date): Promise<boolean> {
  return (await tx.execute(disableStatement, [tx.tenantId, now])) > 0;
}
