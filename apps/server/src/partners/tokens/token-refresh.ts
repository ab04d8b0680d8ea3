import { setTimeout as delay } from 'node:timers/promises';
import { PartnerError, type Connector, type Grant, type Platform } from '@seller-connect/partners';
import type { Database } from '../../platform/database/database.ts';
import { renewPeriodically } from '../../platform/poll.ts';
import type { Log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { resolveRefreshedConsentNotifications } from '../shops/link-notifications.ts';
import { deleteOldRefreshEvents, recordEvent } from '../shops/credential-events.ts';
import { countRefresh } from '../limits/metrics.ts';
import { markNeedsReauthorization, reauthorizationReason } from './reauthorization.ts';
import { openTokens, sealTokens } from './sealed-tokens.ts';
import {
  acquireRefreshLease,
  readRefreshState,
  releaseRefreshLease,
  renewRefreshLease,
  storeRefreshedTokens,
  type ConnectionKey,
  type RefreshLease,
  type RefreshState,
  type SealedGrant,
} from './refresh-store.ts';

export interface TokenDependencies {
  database: Database;
  vault: Vault;
  log: Log;
  clock: () => Date;
  leaseMs?: number | undefined;
  takeoverDelayMs?: number | undefined;
  /** How long a valid token is used after a failed refresh before the next attempt. */
  cooldownMs?: number | undefined;
  /** How long storing refreshed tokens is retried while the database is unavailable. */
  storeTimeoutMs?: number | undefined;
  /**
   * Refreshes of this process, by connection. A process that stalled for longer than its lease must not treat its own
   * refresh as dead: the call may still be answered, and a second one would spend the same token.
   */
  inFlight: Map<string, Promise<unknown>>;
  /** Expired leases of other processes, by connection. */
  expiredLeases: Map<string, ExpiredLease>;
}

/** A lease that this process has found expired. */
interface ExpiredLease {
  fencingToken: number;
  /** Milliseconds of `performance.now()`. */
  foundAt: number;
}

/**
 * The lease is renewed while the process waits for the partner, so an expired lease means that the process is gone, or
 * that the database was away. Short, because a partner that rotates tokens accepts the old one only briefly, if at all.
 */
const defaultLeaseMs = 15_000;
/**
 * How long an expired lease must be seen to stay expired before it is taken over. After an outage of the database, the
 * process that has the lease stores its tokens first.
 */
const defaultTakeoverDelayMs = 5000;
/** Refreshed tokens exist nowhere else until they are stored, and the tokens that they replace are spent. */
const defaultStoreTimeoutMs = 10 * 60_000;
/** Shorter than the delay of a takeover, so that tokens are stored before another process spends the old ones again. */
const maxStoreRetryIntervalMs = 1000;
/** Poll interval of a process that waits for the refresh of another one. */
const pollIntervalMs = 120;

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
 * | refreshing | other error, or the stored tokens do not open | idle; `refresh_lost_at` is set if the outcome is unknown |
 * | refreshing | lease expires and stays so | another process acquires the lease and sets `refresh_lost_at` |
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
    const deadToken = deadTokenOf(dependencies, connectionId);
    const lease = await database.tenant(tenantId, async (tx) => {
      const tokens = { tokenRevision, deadToken };
      const acquired = await acquireRefreshLease(tx, key, tokens, leaseMs, now);
      if (acquired?.interruptedAt) {
        await recordEvent(tx, connectionId, { kind: 'refresh_interrupted' }, now);
      }
      return acquired;
    });
    if (lease) {
      dependencies.expiredLeases.delete(connectionId);
      const refreshing = withRefreshMetric(
        connector.platform,
        refreshUnderLease(dependencies, connector, key, tokenRevision, lease),
      ).finally(() => {
        inFlight.delete(connectionId);
      });
      inFlight.set(connectionId, refreshing);
      return refreshing;
    }
    const current = await readRefreshState(database, key);
    recordLease(dependencies, connectionId, current);
    if (!current || current.state !== 'connected') return 'needs_reauthorization';
    if (current.tokenRevision !== tokenRevision) return 'refreshed';
    if (!wait) return 'busy';
    await delay(pollIntervalMs);
  }
}

/** Records whether another process's lease has expired. */
function recordLease(
  { expiredLeases }: TokenDependencies,
  connectionId: string,
  current: RefreshState | undefined,
): void {
  if (!current?.hasExpiredLease) expiredLeases.delete(connectionId);
  else if (expiredLeases.get(connectionId)?.fencingToken !== current.fencingToken)
    expiredLeases.set(connectionId, {
      fencingToken: current.fencingToken,
      foundAt: performance.now(),
    });
}

/** Returns the fencing token of a process that has not ended its refresh since its lease was found expired. */
function deadTokenOf(
  { expiredLeases, takeoverDelayMs = defaultTakeoverDelayMs }: TokenDependencies,
  connectionId: string,
): number | null {
  const found = expiredLeases.get(connectionId);
  if (!found || performance.now() - found.foundAt < takeoverDelayMs) return null;
  return found.fencingToken;
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
  ).catch(async (error: unknown) => {
    // The partner was not called.
    await endFailedRefresh(dependencies, key, lease, { isUncertain: false, code: 'internal' });
    throw error;
  });
  if (tokens.refreshToken === null) {
    await markNeedsReauthorization(dependencies, key, { tokenRevision, reason: 'ended' });
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
  key: ConnectionKey,
  fencingToken: number,
): () => void {
  return renewPeriodically(
    () => database.tenant(key.tenantId, (tx) => renewRefreshLease(tx, key, fencingToken, leaseMs)),
    leaseMs / 4,
    (error) =>
      log.warn(
        {
          event: 'partners.refresh_lease_not_renewed',
          err: error,
          connectionId: key.connectionId,
        },
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
  const { vault } = dependencies;
  const sealed = await sealTokens(vault, tenantId, connectionId, fencingToken, grant);
  const sealedGrant = { grant, sealed, keyId: vault.keyIdOf(sealed) };
  await retryUntilStored(dependencies, key, () =>
    storeGrantOnce(dependencies, key, fencingToken, sealedGrant),
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
  { database, clock }: TokenDependencies,
  key: ConnectionKey,
  fencingToken: number,
  sealedGrant: SealedGrant,
): Promise<void> {
  const { tenantId, connectionId } = key;
  const now = clock();
  await database.tenant(tenantId, async (tx) => {
    const outcome = await storeRefreshedTokens(tx, key, fencingToken, sealedGrant, now);
    if (outcome === 'again') return;
    const kind = outcome === 'stored' ? 'refreshed' : 'refresh_outdated';
    await recordEvent(tx, connectionId, { kind }, now);
    if (outcome !== 'stored') return;
    await resolveRefreshedConsentNotifications(tx, connectionId, sealedGrant.grant, now);
    await deleteOldRefreshEvents(tx, connectionId, now);
  });
}

async function recordRefreshFailure(
  dependencies: TokenDependencies,
  key: ConnectionKey,
  tokenRevision: number,
  lease: RefreshLease,
  error: unknown,
): Promise<'needs_reauthorization'> {
  const isPartnerError = error instanceof PartnerError;
  if (isPartnerError && error.kind === 'needs_reauthorization') {
    const reason = reauthorizationReason(error, lease.refreshLostAt);
    await markNeedsReauthorization(dependencies, key, { tokenRevision, reason, code: error.code });
    return 'needs_reauthorization';
  }
  // Without a response it is unknown whether the partner rotated the tokens; `refresh_lost_at` records that for the
  // next refusal.
  const isUncertain = !isPartnerError || error.kind === 'unavailable' || error.kind === 'protocol';
  const code = isPartnerError ? error.code : 'internal';
  await endFailedRefresh(dependencies, key, lease, { isUncertain, code });
  throw error;
}

/** Releases the lease. The next call may try again. */
async function endFailedRefresh(
  { database, clock }: TokenDependencies,
  key: ConnectionKey,
  { fencingToken }: RefreshLease,
  { isUncertain, code }: { isUncertain: boolean; code: string },
): Promise<void> {
  const now = clock();
  await database.tenant(key.tenantId, async (tx) => {
    await releaseRefreshLease(tx, key, fencingToken, isUncertain, now);
    const kind = isUncertain ? 'refresh_uncertain' : 'refresh_failed';
    await recordEvent(tx, key.connectionId, { kind, code }, now);
  });
}
