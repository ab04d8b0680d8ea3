import type { NotificationKind } from '@seller-connect/contract';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Facts } from '../messages/facts.ts';

const insertEventStatement = sql(
  'notifications.add_event',
  `insert into notifications.event
     (tenant_id, event_id, kind, dedupe_key, subject, account_id, data, occurred_at, next_try_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, now()) on conflict (tenant_id, dedupe_key) do nothing`,
);
const updateEventStatement = sql(
  'notifications.update_event',
  'update notifications.event set data = $3 where tenant_id = $1 and dedupe_key = $2',
);
const resolveStatement = sql(
  'notifications.resolve',
  `update notifications.event set resolved_at = $4
   where tenant_id = $1 and subject = any($2::text[]) and kind = any($3::text[]) and resolved_at is null`,
);

/** Something that people are to be told. */
export interface NotificationInput {
  kind: NotificationKind;
  /** Names what happened: said again under the same name, it is not told again. */
  key: string;
  /** What has to be put right for it to be over. */
  subject: string;
  /** The only person whom it concerns; the team without it. */
  accountId?: string;
  facts: Facts;
  /** Said again under the same name, it tells the newer facts where it was told already. */
  updates?: boolean;
}

/** Says, in the transaction of what happened, what people are to be told: both stay or neither. */
export async function notify(
  tx: TenantTransaction,
  { kind, key, subject, accountId, facts, updates = false }: NotificationInput,
  now: Date,
): Promise<void> {
  const dedupeKey = `${kind}:${key}`;
  const data = JSON.stringify(facts);
  const inserted = await tx.execute(insertEventStatement, [
    tx.tenantId,
    newId(now.getTime()),
    kind,
    dedupeKey,
    subject,
    accountId ?? null,
    data,
    now,
  ]);
  if (inserted === 0 && updates)
    await tx.execute(updateEventStatement, [tx.tenantId, dedupeKey, data]);
}

/** Says, in the transaction of that, that what people were told is put right. */
export async function resolveNotifications(
  tx: TenantTransaction,
  kinds: readonly NotificationKind[],
  subjects: readonly string[],
  now: Date,
): Promise<void> {
  await tx.execute(resolveStatement, [tx.tenantId, subjects, kinds, now]);
}
