import type { PartnerError } from '@seller-connect/partners';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { recordEvent } from '../shops/credential-events.ts';
import { notifyNeedsReauthorization, notifyShopRefused } from '../shops/link-notifications.ts';
import type { ReauthorizationReason } from '../shops/link-problems.ts';
import type { ConnectionKey } from './refresh-store.ts';

const setNeedsReauthorization = sql(
  'partners.needs_reauthorization',
  `update partners.connection set
     state = 'needs_reauthorization', reason = $4, refresh_begun_at = null, refresh_lease_expires_at = null,
     changed_at = $5
   where tenant_id = $1 and connection_id = $2 and token_revision = $3 and state = 'connected'`,
);
const lockConnection = sql(
  'partners.lock_refused_connection',
  `select 1 from partners.connection
   where tenant_id = $1 and connection_id = $2 and token_revision = $3 and state = 'connected' for update`,
);
const findOpenShops = sql(
  'partners.open_shops_of_connection',
  `select shop_id from partners.shop
   where tenant_id = $1 and connection_id = $2 and disconnected_at is null and refused_at is null`,
);
const setShopRefused = sql(
  'partners.refuse_shop',
  'update partners.shop set refused_at = $3, changed_at = $3 where tenant_id = $1 and shop_id = $2',
);

interface ReauthorizationDependencies {
  database: Database;
  clock: () => Date;
  log: Log;
}

/** The partner's refusal of a call with the tokens of this revision. */
interface Refusal {
  tokenRevision: number;
  reason: ReauthorizationReason;
  /** The partner's error code. */
  code?: string;
}

/**
 * Returns why the seller has to consent again.
 * @param lostAt when the response to a refresh was lost; the refusal is then attributed to that, not to the seller
 */
export function reauthorizationReason(
  { hasEnded }: PartnerError,
  lostAt: Date | null = null,
): ReauthorizationReason {
  if (lostAt !== null) return 'renewal_lost';
  return hasEnded ? 'ended' : 'refused';
}

/**
 * Marks the connection unless newer tokens were stored in the meantime.
 * @returns whether this call has marked it
 */
export async function markNeedsReauthorization(
  dependencies: ReauthorizationDependencies,
  key: ConnectionKey,
  refusal: Refusal,
): Promise<boolean> {
  const now = dependencies.clock();
  const isMarked = await dependencies.database.tenant(key.tenantId, (tx) =>
    markConnection(tx, key.connectionId, refusal, now),
  );
  if (isMarked) logReauthorization(dependencies, key, refusal);
  return isMarked;
}

/**
 * Marks a shop that the consent no longer covers, so that others of the consent go on. Marks the connection if it opens
 * no other shop. Does nothing if newer tokens were stored in the meantime.
 * @returns whether this call has marked the shop or the connection
 */
export async function markShopRefused(
  dependencies: ReauthorizationDependencies,
  key: ConnectionKey,
  shopId: string,
  refusal: Refusal,
): Promise<boolean> {
  const { tenantId, connectionId } = key;
  const now = dependencies.clock();
  const isMarked = await dependencies.database.tenant(tenantId, async (tx) => {
    // Locked, so that shops refused at the same time are marked one after another, and never after a new consent.
    const tokens = [tenantId, connectionId, refusal.tokenRevision];
    if ((await tx.query(lockConnection, tokens)).length === 0) return false;
    const open = await tx.query<{ shopId: string }>(findOpenShops, [tenantId, connectionId]);
    if (!open.some((shop) => shop.shopId === shopId)) return false;
    if (open.length === 1) return markConnection(tx, connectionId, refusal, now);
    await tx.execute(setShopRefused, [tenantId, shopId, now]);
    await recordEvent(tx, connectionId, { kind: 'shop_refused', code: shopId }, now);
    await notifyShopRefused(tx, connectionId, shopId, now);
    return true;
  });
  if (isMarked) logReauthorization(dependencies, { ...key, shopId }, refusal);
  return isMarked;
}

async function markConnection(
  tx: TenantTransaction,
  connectionId: string,
  { tokenRevision, reason, code = reason }: Refusal,
  now: Date,
): Promise<boolean> {
  const values = [tx.tenantId, connectionId, tokenRevision, reason, now];
  if ((await tx.execute(setNeedsReauthorization, values)) === 0) return false;
  await recordEvent(tx, connectionId, { kind: 'needs_reauthorization', code }, now);
  await notifyNeedsReauthorization(tx, connectionId, { tokenRevision, reason }, now);
  return true;
}

function logReauthorization(
  { log }: ReauthorizationDependencies,
  marked: ConnectionKey & { shopId?: string },
  { reason, code }: Refusal,
): void {
  log.warn(
    { event: 'partners.reauthorization_needed', ...marked, reason, code },
    'The seller has to consent again',
  );
}
