import type { AuditEvent } from '../../audit/index.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { LinkedShop } from './shops.ts';

/** What happens to a connection; the trail that explains it later. */
export type CredentialEvent =
  | 'linked'
  | 'linked_again'
  | 'refreshed'
  /** The refresh had no effect and may be tried again. */
  | 'refresh_failed'
  /** The answer of a refresh was lost on the way, so the tokens may have been rotated. */
  | 'refresh_uncertain'
  /** A refresh was found that a process began and never reported. */
  | 'refresh_interrupted'
  /** New tokens came after newer ones had been stored, and were dropped. */
  | 'refresh_outdated'
  | 'needs_reauthorization'
  | 'disconnected';

const insertCredentialEvent = sql(
  'partners.add_credential_event',
  `insert into partners.credential_event
     (tenant_id, event_id, connection_id, kind, code, account_id, occurred_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** `code`: the partner's or our own word for why; never a token. */
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

export const platformNames: Record<LinkedShop['platform'], string> = {
  LAZADA: 'Lazada',
  SHOPEE: 'Shopee',
  TIKI: 'Tiki',
  TIKTOK: 'TikTok Shop',
  FACEBOOK: 'Facebook',
};

/** What was done to a shop, for the team's trail; by nobody of the team where `by` is null. */
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
