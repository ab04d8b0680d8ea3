import { platformNames } from '@seller-connect/contract/platform-names';
import type { AuditEvent } from '../../audit/index.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { LinkedShop } from './shops.ts';

/** An event in the history of a connection. */
type CredentialEvent =
  | 'linked'
  | 'linked_again'
  | 'refreshed'
  /** The refresh had no effect and may be retried. */
  | 'refresh_failed'
  /** The response to a refresh was lost, so the tokens may have been rotated. */
  | 'refresh_uncertain'
  /** A refresh of another process was found that never finished. */
  | 'refresh_interrupted'
  /** Refreshed tokens arrived after newer ones had been stored, and were discarded. */
  | 'refresh_outdated'
  | 'needs_reauthorization'
  /** The partner refused access to one shop, whose id is the code. */
  | 'shop_refused'
  /** Another consent opens the shop, whose id is the code. */
  | 'shop_left'
  | 'disconnected';

const insertCredentialEvent = sql(
  'partners.add_credential_event',
  `insert into partners.credential_event
     (tenant_id, event_id, connection_id, kind, code, account_id, occurred_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Records an event. `code` is the partner's or our own error code, never a token. */
export async function recordEvent(
  tx: TenantTransaction,
  connectionId: string,
  event: { kind: CredentialEvent; code?: string; accountId?: string },
  now: Date,
): Promise<void> {
  await tx.execute(insertCredentialEvent, [
    tx.tenantId,
    newId(now.getTime()),
    connectionId,
    event.kind,
    event.code ?? null,
    event.accountId ?? null,
    now,
  ]);
}

const dayMs = 86_400_000;
/** Tokens are refreshed every few hours, and nobody asks about a refresh that long ago. */
const refreshEventsRetentionMs = 90 * dayMs;

const deleteRefreshEvents = sql(
  'partners.delete_refresh_events',
  `delete from partners.credential_event
    where tenant_id = $1 and connection_id = $2 and occurred_at < $3 and kind like 'refresh%'`,
);

/** Deletes old events of refreshes. The others are the history of the link, which sellers read. */
export async function deleteOldRefreshEvents(
  tx: TenantTransaction,
  connectionId: string,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - refreshEventsRetentionMs);
  await tx.execute(deleteRefreshEvents, [tx.tenantId, connectionId, before]);
}

/** Creates the audit event of an action on a shop. `by` is null if no member of the team did it. */
export function shopAuditEvent(
  action: Extract<AuditEvent['action'], `shop.${string}`>,
  actor: { accountId: string; byProgram?: true } | null,
  shop: LinkedShop,
): AuditEvent {
  return {
    action,
    actorId: actor === null || actor.byProgram ? null : actor.accountId,
    subject: { kind: 'shop', id: shop.shopId, name: shop.name },
    details: { platform: platformNames[shop.platform] },
  };
}
