import type { NotificationKind } from '@seller-connect/contract';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { lockOfTenant } from '../../platform/database/tenant-lock.ts';
import { newId } from '../../platform/ids.ts';
import type { Facts } from '../messages/facts.ts';
import { kindRules, notificationKinds } from '../messages/kinds.ts';

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
   where tenant_id = $1 and subject = any($2::text[]) and kind = any($3::text[]) and resolved_at is null
     and ($5::text[] is null or account_id = any($5))`,
);

const reopenStatement = sql(
  'notifications.reopen',
  `update notifications.event set resolved_at = null
   where tenant_id = $1 and subject = any($2::text[]) and kind = any($3::text[]) and resolved_at = $4`,
);

const resolveOthersStatement = sql(
  'notifications.resolve_others',
  `update notifications.event set resolved_at = $5
   where tenant_id = $1 and kind = $2 and starts_with(subject, $3) and subject is distinct from $4
     and resolved_at is null`,
);

const resolveShopStatement = sql(
  'notifications.resolve_shop',
  `update notifications.event set resolved_at = $4
   where tenant_id = $1 and (subject = $2 or starts_with(subject, $2 || ':')) and kind = any($3::text[])
     and resolved_at is null`,
);

/** A notification event to insert. */
export interface NotificationInput {
  kind: NotificationKind;
  /** Deduplicates events of one kind: a second event with the same key is not inserted. */
  key: string;
  /** What must be fixed to resolve the event; see `resolveNotifications`. */
  subject: string;
  /** The only recipient; the whole team if absent. */
  accountId?: string;
  facts: Facts;
  /** A second event with the same key replaces the facts of the first one. */
  updates?: boolean;
}

/** Inserts a notification event in the transaction that causes it. */
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

/**
 * Marks the open events of these kinds and subjects as resolved, in the transaction that resolves them.
 * @param accountIds only events for these accounts; all events if absent
 */
export async function resolveNotifications(
  tx: TenantTransaction,
  kinds: readonly NotificationKind[],
  subjects: readonly string[],
  now: Date,
  accountIds?: readonly string[],
): Promise<void> {
  await tx.execute(resolveStatement, [tx.tenantId, subjects, kinds, now, accountIds ?? null]);
}

/** Undoes `resolveNotifications` for the events that it resolved at an instant. */
export async function reopenNotifications(
  tx: TenantTransaction,
  kinds: readonly NotificationKind[],
  subjects: readonly string[],
  resolvedAt: Date,
): Promise<void> {
  await tx.execute(reopenStatement, [tx.tenantId, subjects, kinds, resolvedAt]);
}

/** Marks the open events of a kind whose subjects begin with `prefix` as resolved, except that of `current`. */
export async function resolveOtherNotifications(
  tx: TenantTransaction,
  kind: NotificationKind,
  prefix: string,
  current: string | null,
  now: Date,
): Promise<void> {
  await tx.execute(resolveOthersStatement, [tx.tenantId, kind, prefix, current, now]);
}

const problemKinds = notificationKinds.filter((kind) => kindRules[kind].tone !== 'positive');

/**
 * Waits until no other transaction changes the alerts of a shop. Two that change several of them in different orders
 * would deadlock.
 */
export async function lockShopAlerts(tx: TenantTransaction, shopId: string): Promise<void> {
  await lockOfTenant(tx, 'notifications.shop_alerts', shopId);
}

/** Marks the open alerts about a shop as resolved; nothing else resolves them once it is disconnected. */
export async function resolveShopAlerts(
  tx: TenantTransaction,
  shopId: string,
  now: Date,
): Promise<void> {
  await lockShopAlerts(tx, shopId);
  await tx.execute(resolveShopStatement, [tx.tenantId, shopId, problemKinds, now]);
}
