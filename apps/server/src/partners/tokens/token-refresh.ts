import { setTimeout as delay } from 'node:timers/promises';
import { PartnerError, type Connector, type Grant, type Platform } from '@seller-connect/partners';
import { sql, type Database } from '../../platform/database/database.ts';
import { renewPeriodically } from '../../platform/database/renew-periodically.ts';
import type { Log } from '../../platform/log.ts';
import type { SealedSecret, Vault } from '../../platform/vault/vault.ts';
import {
  notifyNeedsReauthorization,
  resolveConsentNotifications,
} from '../shops/link-notifications.ts';
import { recordEvent } from '../shops/credential-events.ts';
import { countRefresh } from '../limits/metrics.ts';
import { openTokens, sealTokens } from './sealed-tokens.ts';
import type { ReauthorizationReason } from '../shops/link-problems.ts';

export interface TokenDependencies {
  database: Database;
  vault: Vault;
  log: Log;
  clock: () => Date;
  leaseMs?: number | undefined;
  /** How long a valid token is used after a failed refresh before the next attempt. */
  cooldownMs?: number | undefined;
  /** How long storing refreshed tokens is retried while the database is unavailable. */
  storeTimeoutMs?: number | undefined;
  /**
   * Refreshes of this process, by connection. A process that stalled for longer than its lease must not treat its own
   * refresh as dead: the call may still be answered, and a second one would spend the same token.
   */
  inFlight: Map<string, Promise<unknown>>;
}

export interface ConnectionKey {
  tenantId: string;
  connectionId: string;
}

/**
 * The lease is renewed while the process waits for the partner, so an expired lease means that the process is gone.
 * Short, because a partner that rotates tokens accepts the old one only briefly, if at all.
 */
const defaultLeaseMs = 15_000;
/** Refreshed tokens exist nowhere else until they are stored, and the tokens that they replace are spent. */
const defaultStoreTimeoutMs = 10 * 60_000;
/** Shorter than a lease, so that tokens are stored before another process takes the refresh over. */
const maxStoreRetryIntervalMs = 1000;
/** Poll interval of a process that waits for the refresh of another one. */
const pollIntervalMs = 120;

// Acquires the lease if the tokens are still those that the caller wants to replace and no other lease is valid.
// Committed before the partner is called, so that the next process can detect a crash. Lease times use the database's
// clock, which all processes share.
const acquireLease = sql(
  'partners.begin_refresh',
  `update partners.connection c set
     fencing_token = c.fencing_token + 1,
     refresh_lost_at = case when c.refresh_begun_at is not null then $3 else c.refresh_lost_at end,
     refresh_begun_at = $3,
     refresh_tried_at = $3,
     refresh_lease_expires_at = clock_timestamp() + $4 * interval '1 millisecond'
   from (
     select connection_id, refresh_begun_at from partners.connection
     where tenant_id = $1 and connection_id = $2 for update
   ) before
   where c.tenant_id = $1 and c.connection_id = $2 and c.token_revision = $5 and c.state = 'connected'
     and (c.refresh_lease_expires_at is null or c.refresh_lease_expires_at <= clock_timestamp())
   returning c.fencing_token, c.sealed, c.refresh_lost_at, before.refresh_begun_at as interrupted_at`,
);
const renewLease = sql(
  'partners.renew_refresh_lease',
  `update partners.connection set refresh_lease_expires_at = clock_timestamp() + $4 * interval '1 millisecond'
   where tenant_id = $1 and connection_id = $2 and fencing_token = $3 and refresh_lease_expires_at is not null`,
);
const readRefreshState = sql(
  'partners.read_refresh_state',
  `select token_revision, state, refresh_lease_expires_at from partners.connection
   where tenant_id = $1 and connection_id = $2`,
);
// Keeps `refresh_lost_at` if the new tokens may be dead already: another process has taken the refresh over and spent
// the same token, or a call was lost within the last minute and may still reach the partner, which ends a consent whose
// token it sees twice.
const storeRefreshedTokens = sql(
  'partners.store_refreshed',
  `update partners.connection set
     sealed = $4, key_id = $5, token_revision = $3, state = 'connected', reason = null,
     access_expires_at = $6, access_lifetime_seconds = $7, can_refresh = $8, refresh_expires_at = $9,
     refresh_begun_at = case when fencing_token = $3 then null else refresh_begun_at end,
     refresh_lease_expires_at = case when fencing_token = $3 then null else refresh_lease_expires_at end,
     refresh_lost_at = case
       when fencing_token = $3 and refresh_lost_at < $10::timestamptz - interval '1 minute' then null
       else refresh_lost_at end,
     changed_at = $10
   where tenant_id = $1 and connection_id = $2 and token_revision < $3 and state <> 'disconnected'`,
);
const releaseLease = sql(
  'partners.release_refresh',
  `update partners.connection set
     refresh_begun_at = null, refresh_lease_expires_at = null,
     refresh_lost_at = case when $4 then $5 else refresh_lost_at end
   where tenant_id = $1 and connection_id = $2 and fencing_token = $3`,
);
const setNeedsReauthorization = sql(
  'partners.needs_reauthorization',
  `update partners.connection set
     state = 'needs_reauthorization', reason = $4, refresh_begun_at = null, refresh_lease_expires_at = null,
     changed_at = $5
   where tenant_id = $1 and connection_id = $2 and token_revision = $3 and state = 'connected'`,
);

interface RefreshLease {
  fencingToken: number;
  sealed: Buffer;
  refreshLostAt: Date | null;
  interruptedAt: Date | null;
}

/** Outcome of `refreshTokens`. */
type RefreshOutcome = 'refreshed' | 'needs_reauthorization' | 'busy';

/**
 * Ensures that the connection's tokens are newer than those of `tokenRevision`. One refresh runs per connection at a
 * time across all processes. Concurrent callers wait for it or, if `wait` is false, get `busy` at once.
 *
 * | refresh | ends with | effect |
 * | --- | --- | --- |
 * | idle | lease acquired | refreshing: `refresh_begun_at` and the lease are set |
 * | refreshing | new tokens | idle: tokens are stored |
 * | refreshing | partner refuses the consent | connection needs reauthorization |
 * | refreshing | other error | idle; `refresh_lost_at` is set if the outcome is unknown |
 * | refreshing | lease expires | another process acquires the lease and sets `refresh_lost_at` |
 *
 * @throws PartnerError if the call fails; the stored tokens are unchanged
 */
export async function refreshTokens(
  dependencies: TokenDependencies,
  connector: Connector,
  key: ConnectionKey,
  tokenRevision: number,
  wait: boolean,
): Promise<RefreshOutcome> {
  const { database, clock, leaseMs = defaultLeaseMs, inFlight } = dependencies;
  const { tenantId, connectionId } = key;
  for (;;) {
    const ownRefresh = inFlight.get(connectionId);
    if (ownRefresh && !wait) return 'busy';
    // Its outcome is read from the database below.
    await ownRefresh?.catch(() => undefined);
    const now = clock();
    const lease = await database.tenant(tenantId, async (tx) => {
      const [row] = await tx.query<RefreshLease>(acquireLease, [
        tenantId,
        connectionId,
        now,
        leaseMs,
        tokenRevision,
      ]);
      if (row?.interruptedAt) {
        await recordEvent(tx, connectionId, { kind: 'refresh_interrupted' }, now);
      }
      return row;
    });
    if (lease) {
      const refreshing = withRefreshMetric(
        connector.platform,
        refreshUnderLease(dependencies, connector, key, tokenRevision, lease),
      ).finally(() => {
        inFlight.delete(connectionId);
      });
      inFlight.set(connectionId, refreshing);
      return refreshing;
    }
    const [current] = await database.tenantRead<{
      tokenRevision: number;
      state: string;
      refreshLeaseExpiresAt: Date | null;
    }>(tenantId, readRefreshState, [tenantId, connectionId]);
    if (!current || current.state !== 'connected') return 'needs_reauthorization';
    if (current.tokenRevision !== tokenRevision) return 'refreshed';
    if (!wait) return 'busy';
    await delay(pollIntervalMs);
  }
}

async function withRefreshMetric(
  platform: Platform,
  refresh: Promise<Exclude<RefreshOutcome, 'busy'>>,
): Promise<RefreshOutcome> {
  let outcome: Exclude<RefreshOutcome, 'busy'> | 'failed' = 'failed';
  try {
    outcome = await refresh;
    return outcome;
  } finally {
    countRefresh(platform, outcome);
  }
}

async function refreshUnderLease(
  dependencies: TokenDependencies,
  connector: Connector,
  key: ConnectionKey,
  tokenRevision: number,
  lease: RefreshLease,
): Promise<Exclude<RefreshOutcome, 'busy'>> {
  const { tenantId, connectionId } = key;
  const tokens = await openTokens(
    dependencies.vault,
    tenantId,
    connectionId,
    tokenRevision,
    lease.sealed,
  );
  if (tokens.refreshToken === null) {
    await markNeedsReauthorization(dependencies, key, tokenRevision, 'ended');
    return 'needs_reauthorization';
  }
  const stopRenewing = startLeaseRenewal(dependencies, key, lease.fencingToken);
  let grant: Grant;
  try {
    grant = await connector.refresh(tokens.refreshToken);
  } catch (error) {
    return await recordRefreshFailure(dependencies, key, tokenRevision, lease, error);
  } finally {
    stopRenewing();
  }
  await storeGrant(dependencies, key, lease.fencingToken, grant);
  return 'refreshed';
}

function startLeaseRenewal(
  { database, log, leaseMs = defaultLeaseMs }: TokenDependencies,
  { tenantId, connectionId }: ConnectionKey,
  fencingToken: number,
): () => void {
  return renewPeriodically(
    () =>
      database.tenant(tenantId, (tx) =>
        tx.execute(renewLease, [tenantId, connectionId, fencingToken, leaseMs]),
      ),
    leaseMs / 4,
    (error) =>
      log.warn(
        { event: 'partners.refresh_lease_not_renewed', err: error, connectionId },
        'Lease of a token refresh was not renewed',
      ),
  );
}

/** Stores refreshed tokens with retries, because the tokens that they replace are spent. */
async function storeGrant(
  dependencies: TokenDependencies,
  key: ConnectionKey,
  fencingToken: number,
  grant: Grant,
): Promise<void> {
  const { tenantId, connectionId } = key;
  const sealed = await sealTokens(dependencies.vault, tenantId, connectionId, fencingToken, grant);
  await retryUntilStored(dependencies, key, () =>
    storeGrantOnce(dependencies, key, fencingToken, grant, sealed),
  );
  dependencies.log.info(
    { event: 'partners.tokens_refreshed', tenantId, connectionId, fencingToken },
    'Tokens of a connection were refreshed',
  );
}

/** Retries `attempt` until it succeeds. @throws the last error after `storeTimeoutMs` */
async function retryUntilStored(
  {
    log,
    storeTimeoutMs = defaultStoreTimeoutMs,
  }: Pick<TokenDependencies, 'log' | 'storeTimeoutMs'>,
  key: ConnectionKey,
  attempt: () => Promise<void>,
): Promise<void> {
  const end = performance.now() + storeTimeoutMs;
  for (
    let retryIntervalMs = 50;
    ;
    retryIntervalMs = Math.min(retryIntervalMs * 2, maxStoreRetryIntervalMs)
  ) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() + retryIntervalMs > end) throw error;
      log.warn(
        { event: 'partners.tokens_not_stored', err: error, ...key },
        'Refreshed tokens were not stored; trying again',
      );
      await delay(retryIntervalMs);
    }
  }
}

async function storeGrantOnce(
  { database, vault, clock }: TokenDependencies,
  { tenantId, connectionId }: ConnectionKey,
  fencingToken: number,
  grant: Grant,
  sealed: SealedSecret,
): Promise<void> {
  const now = clock();
  await database.tenant(tenantId, async (tx) => {
    const stored = await tx.execute(storeRefreshedTokens, [
      tenantId,
      connectionId,
      fencingToken,
      sealed,
      vault.keyIdOf(sealed),
      grant.accessExpiresAt,
      lifetimeSeconds(grant, now),
      grant.refreshToken !== null,
      grant.refreshExpiresAt,
      now,
    ]);
    if (stored === 0) {
      const [row] = await tx.query<{ tokenRevision: number }>(readRefreshState, [
        tenantId,
        connectionId,
      ]);
      // An earlier attempt was committed, but its response was lost.
      if (row?.tokenRevision === fencingToken) return;
    }
    const kind = stored > 0 ? 'refreshed' : 'refresh_outdated';
    await recordEvent(tx, connectionId, { kind }, now);
    if (stored > 0) await resolveConsentNotifications(tx, [connectionId], now);
  });
}

async function recordRefreshFailure(
  dependencies: TokenDependencies,
  key: ConnectionKey,
  tokenRevision: number,
  lease: RefreshLease,
  error: unknown,
): Promise<'needs_reauthorization'> {
  const { tenantId, connectionId } = key;
  const isPartnerError = error instanceof PartnerError;
  if (isPartnerError && error.kind === 'needs_reauthorization') {
    const reason = reauthorizationReason(error, lease.refreshLostAt);
    await markNeedsReauthorization(dependencies, key, tokenRevision, reason, error.code);
    return 'needs_reauthorization';
  }
  // Without a response it is unknown whether the partner rotated the tokens; `refresh_lost_at` records that for the
  // next refusal.
  const isUncertain = !isPartnerError || error.kind === 'unavailable' || error.kind === 'protocol';
  const code = isPartnerError ? error.code : 'internal';
  const now = dependencies.clock();
  await dependencies.database.tenant(tenantId, async (tx) => {
    await tx.execute(releaseLease, [tenantId, connectionId, lease.fencingToken, isUncertain, now]);
    const kind = isUncertain ? 'refresh_uncertain' : 'refresh_failed';
    await recordEvent(tx, connectionId, { kind, code }, now);
  });
  throw error;
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

/** Marks the connection unless newer tokens were stored in the meantime. */
export async function markNeedsReauthorization(
  { database, clock, log }: TokenDependencies,
  { tenantId, connectionId }: ConnectionKey,
  tokenRevision: number,
  reason: ReauthorizationReason,
  code?: string,
): Promise<void> {
  const now = clock();
  await database.tenant(tenantId, async (tx) => {
    const changed = await tx.execute(setNeedsReauthorization, [
      tenantId,
      connectionId,
      tokenRevision,
      reason,
      now,
    ]);
    if (changed === 0) return;
    const event = { kind: 'needs_reauthorization', code: code ?? reason } as const;
    await recordEvent(tx, connectionId, event, now);
    await notifyNeedsReauthorization(tx, connectionId, { tokenRevision, reason }, now);
  });
  log.warn(
    { event: 'partners.reauthorization_needed', tenantId, connectionId, reason, code },
    'Connection needs a new consent',
  );
}

export function lifetimeSeconds(grant: Pick<Grant, 'accessExpiresAt'>, now: Date): number {
  const seconds = Math.round((grant.accessExpiresAt.getTime() - now.getTime()) / 1000);
  return Math.min(Math.max(seconds, 0), 2_000_000_000);
}
