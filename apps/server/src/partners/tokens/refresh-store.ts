import type { Grant } from '@seller-connect/partners';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import type { SealedSecret } from '../../platform/vault/vault.ts';

export interface ConnectionKey {
  tenantId: string;
  connectionId: string;
}

/** The right of one process to refresh the tokens of a connection. */
export interface RefreshLease {
  fencingToken: number;
  sealed: Buffer;
  refreshLostAt: Date | null;
  /** When a process began a refresh and did not end it. */
  interruptedAt: Date | null;
}

// Lease times use the database's clock, which all processes share.
const acquireLeaseStatement = sql(
  'partners.begin_refresh',
  `update partners.connection c set
     fencing_token = c.fencing_token + 1,
     refresh_lost_at = case when c.refresh_begun_at is not null then $3 else c.refresh_lost_at end,
     refresh_begun_at = $3,
     refresh_tried_at = $3,
     refresh_lease_expires_at = clock.lease_end
   from (
     select clock_timestamp() as moment, clock_timestamp() + $4 * interval '1 millisecond' as lease_end
   ) clock, (
     select connection_id, refresh_begun_at from partners.connection
     where tenant_id = $1 and connection_id = $2 for update
   ) before
   where c.tenant_id = $1 and c.connection_id = $2 and c.token_revision = $5 and c.state = 'connected'
     and (c.refresh_lease_expires_at is null
       or (c.refresh_lease_expires_at <= clock.moment and c.fencing_token = $6))
   returning c.fencing_token, c.sealed, c.refresh_lost_at, before.refresh_begun_at as interrupted_at`,
);

/**
 * Acquires the lease if the tokens are still those that the caller wants to replace and no process has the lease. To be
 * committed before the partner is called, so that the next process can detect a crash.
 * @param deadToken the fencing token of a process that is gone: its lease may be taken over once it has expired
 */
export async function acquireRefreshLease(
  tx: TenantTransaction,
  { tenantId, connectionId }: ConnectionKey,
  { tokenRevision, deadToken }: { tokenRevision: number; deadToken: number | null },
  leaseMs: number,
  now: Date,
): Promise<RefreshLease | undefined> {
  const values = [tenantId, connectionId, now, leaseMs, tokenRevision, deadToken];
  const [lease] = await tx.query<RefreshLease>(acquireLeaseStatement, values);
  return lease;
}

const renewLeaseStatement = sql(
  'partners.renew_refresh_lease',
  `update partners.connection set refresh_lease_expires_at = lease.expires_at
   from (select clock_timestamp() + $4 * interval '1 millisecond' as expires_at) lease
   where tenant_id = $1 and connection_id = $2 and fencing_token = $3 and refresh_lease_expires_at is not null`,
);

export async function renewRefreshLease(
  tx: TenantTransaction,
  { tenantId, connectionId }: ConnectionKey,
  fencingToken: number,
  leaseMs: number,
): Promise<void> {
  await tx.execute(renewLeaseStatement, [tenantId, connectionId, fencingToken, leaseMs]);
}

const releaseLeaseStatement = sql(
  'partners.release_refresh',
  `update partners.connection set
     refresh_begun_at = null, refresh_lease_expires_at = null,
     refresh_lost_at = case when $4 then $5 else refresh_lost_at end
   where tenant_id = $1 and connection_id = $2 and fencing_token = $3`,
);

/** @param isUncertain whether the partner may have rotated the tokens */
export async function releaseRefreshLease(
  tx: TenantTransaction,
  { tenantId, connectionId }: ConnectionKey,
  fencingToken: number,
  isUncertain: boolean,
  now: Date,
): Promise<void> {
  const values = [tenantId, connectionId, fencingToken, isUncertain, now];
  await tx.execute(releaseLeaseStatement, values);
}

const readStateStatement = sql(
  'partners.read_refresh_state',
  `select token_revision, state, fencing_token, refresh_lease_expires_at <= clock_timestamp() as has_expired_lease
   from partners.connection where tenant_id = $1 and connection_id = $2`,
);

/** What another process has made of a refresh. */
export interface RefreshState {
  tokenRevision: number;
  state: string;
  fencingToken: number;
  /** Null without a lease. */
  hasExpiredLease: boolean | null;
}

export async function readRefreshState(
  database: Pick<Database, 'tenantRead'>,
  { tenantId, connectionId }: ConnectionKey,
): Promise<RefreshState | undefined> {
  const values = [tenantId, connectionId];
  const [state] = await database.tenantRead<RefreshState>(tenantId, readStateStatement, values);
  return state;
}

/** A lost call may reach the partner for so long. */
const lostCallMs = 60_000;

// Keeps `refresh_lost_at` if the new tokens may be dead already: another process has taken the refresh over and spent
// the same token, or a call was lost so recently that it may still reach the partner, which ends a consent whose
// token it sees twice.
const storeTokensStatement = sql(
  'partners.store_refreshed',
  `update partners.connection set
     sealed = $4, key_id = $5, token_revision = $3, state = 'connected', reason = null,
     access_expires_at = $6, access_lifetime_seconds = $7, can_refresh = $8, refresh_expires_at = $9,
     refresh_begun_at = case when fencing_token = $3 then null else refresh_begun_at end,
     refresh_lease_expires_at = case when fencing_token = $3 then null else refresh_lease_expires_at end,
     refresh_lost_at = case
       when fencing_token = $3 and refresh_lost_at < $11 then null
       else refresh_lost_at end,
     changed_at = $10
   where tenant_id = $1 and connection_id = $2 and token_revision < $3 and state <> 'disconnected'`,
);

/** A grant with its tokens sealed. */
export interface SealedGrant {
  grant: Grant;
  sealed: SealedSecret;
  keyId: string;
}

/**
 * Stores refreshed tokens, which end the lease.
 * @returns `outdated` if newer tokens are stored or the shop is disconnected, and `again` if these tokens were stored
 *   by an earlier attempt whose response was lost
 */
export async function storeRefreshedTokens(
  tx: TenantTransaction,
  { tenantId, connectionId }: ConnectionKey,
  fencingToken: number,
  { grant, sealed, keyId }: SealedGrant,
  now: Date,
): Promise<'stored' | 'again' | 'outdated'> {
  const stored = await tx.execute(storeTokensStatement, [
    tenantId,
    connectionId,
    fencingToken,
    sealed,
    keyId,
    grant.accessExpiresAt,
    lifetimeSeconds(grant, now),
    grant.refreshToken !== null,
    grant.refreshExpiresAt,
    now,
    new Date(now.getTime() - lostCallMs),
  ]);
  if (stored > 0) return 'stored';
  const [state] = await tx.query<RefreshState>(readStateStatement, [tenantId, connectionId]);
  return state?.tokenRevision === fencingToken ? 'again' : 'outdated';
}

export function lifetimeSeconds(grant: Pick<Grant, 'accessExpiresAt'>, now: Date): number {
  const seconds = Math.round((grant.accessExpiresAt.getTime() - now.getTime()) / 1000);
  return Math.min(Math.max(seconds, 0), 2_000_000_000);
}
