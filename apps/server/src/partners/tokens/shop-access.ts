import { PartnerError, type Connector, type ShopAccess } from '@seller-connect/partners';
import { sql } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/ids.ts';
import {
  assertCircuitClosed,
  recordSuccess,
  circuitColumns,
  circuitJoins,
  recordFailure,
  type CircuitRow,
} from '../limits/circuit-breaker.ts';
import type { Connectors } from '../connectors.ts';
import { countOperation } from '../limits/metrics.ts';
import {
  markNeedsReauthorization,
  markShopRefused,
  reauthorizationReason,
} from './reauthorization.ts';
import { refreshTokens, type TokenDependencies } from './token-refresh.ts';
import type { ConnectionKey } from './refresh-store.ts';
import { shopColumns, toShop, type LinkedShop, type ShopRow } from '../shops/shops.ts';
import { openBuyerHashKey, openTokens } from './sealed-tokens.ts';
import { reauthorizationMessages, type ReauthorizationReason } from '../shops/link-problems.ts';

/** Why a linked shop cannot be accessed. Only a new consent changes that. */
export class ShopAccessError extends Error {
  override readonly name = 'ShopAccessError';
  readonly status: 'not_found' | 'disconnected' | 'needs_reauthorization';
  readonly reason: ReauthorizationReason | null;

  constructor(status: ShopAccessError['status'], reason: ReauthorizationReason | null = null) {
    super(
      reason ? reauthorizationMessages[reason].en : `The shop is ${status.replaceAll('_', ' ')}`,
    );
    this.status = status;
    this.reason = reason;
  }
}

export type ShopOperation<T> = (
  access: ShopAccess,
  connector: Connector,
  shop: LinkedShop,
) => Promise<T>;

interface ShopAccessRow extends ShopRow, CircuitRow {
  sealed: Buffer | null;
  tokenRevision: number;
  canRefresh: boolean;
  accessExpiresAt: Date | null;
  accessLifetimeSeconds: number | null;
  refreshBegunAt: Date | null;
  refreshTriedAt: Date | null;
  refreshLostAt: Date | null;
  buyerKey: Buffer | null;
}

const readShopAccess = sql(
  'partners.read_shop_access',
  `select ${shopColumns}, c.sealed, c.token_revision, c.can_refresh, c.access_expires_at, c.access_lifetime_seconds,
     c.refresh_begun_at, c.refresh_tried_at, c.refresh_lost_at, k.sealed as buyer_key, ${circuitColumns}
   from partners.shop s
   join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
   left join partners.tenant_key k on k.tenant_id = s.tenant_id and k.purpose = 'buyer_hash'
   ${circuitJoins}
   where s.tenant_id = $1 and s.shop_id = $2`,
);

/** Tokens are refreshed this long before they expire, or in the last quarter of a shorter lifetime. */
export const maxRefreshLeadMs = 24 * 3_600_000;
export const refreshLeadShare = 0.25;
const defaultRefreshRetryIntervalMs = 5 * 60_000;
/**
 * Retry interval after a lost refresh. Short, because the partner accepts the replaced token briefly: Lazada for a
 * minute.
 */
const lostRefreshRetryIntervalMs = 10_000;

/** Tolerance for clock differences and for the latency of the partner's response. */
const clockMarginMs = 60_000;

/**
 * Runs the operation with a valid access token. The token is refreshed before it expires, or once if the partner
 * rejects it; the operation then runs again, so it must be repeatable. It also runs again if the rejected token was
 * replaced by a new consent meanwhile. An open circuit breaker rejects the operation.
 * @throws ShopAccessError if only the seller can help
 * @throws PartnerError as thrown by the connector
 */
export async function withAccessToken<T>(
  dependencies: TokenDependencies & { connectors: Connectors },
  tenantId: string,
  shopId: string,
  operation: ShopOperation<T>,
): Promise<T> {
  let isFresh = false;
  let probe: Date | null = null;
  for (;;) {
    const session = await openAccess(dependencies, tenantId, shopId, probe);
    isFresh ||= session.isFresh;
    ({ probe } = session);
    try {
      const { access, connector, shop } = session;
      const result = await countOperation(shop.platform, () => operation(access, connector, shop));
      await recordSuccess(dependencies, session.circuit.at, session.circuit.row);
      return result;
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error;
      const isUnauthorized = error.kind === 'unauthorized';
      const isLast = isUnauthorized && isFresh;
      if (isLast && isTokenExpired(session.accessExpiresAt, dependencies.clock()))
        throw expiredBeforeUseError(error);
      const isRefused = error.kind === 'needs_reauthorization' || isLast;
      if (isRefused || (isUnauthorized && !session.canRefresh)) {
        // A lost refresh call that reaches the partner late can end the consent of the fresh tokens. A partner that
        // says itself that the seller revoked the consent is believed.
        const lostAt = isLast ? session.refreshLostAt : null;
        const reason = isRefused ? reauthorizationReason(error, lostAt) : 'ended';
        const { key, tokenRevision } = session;
        const refusal = { tokenRevision, reason, code: error.code };
        const isMarked = error.isOfOneShop
          ? await markShopRefused(dependencies, key, shopId, refusal)
          : await markNeedsReauthorization(dependencies, key, refusal);
        if (isMarked) throw new ShopAccessError('needs_reauthorization', reason);
        // The refused tokens were replaced, or are marked already: `openAccess` finds out.
        continue;
      }
      if (!isUnauthorized) throw await recordFailure(dependencies, session.circuit.at, error);
      const { connector, key, tokenRevision } = session;
      await refreshTokens(dependencies, connector, key, tokenRevision, true);
      isFresh = true;
    }
  }
}

/** Returns whether a fresh token expired before its call was made, which says nothing about the consent. */
function isTokenExpired(accessExpiresAt: Date | null, now: Date): boolean {
  return accessExpiresAt !== null && accessExpiresAt.getTime() - now.getTime() < clockMarginMs;
}

function expiredBeforeUseError({ code, endpoint, requestId, detail }: PartnerError): PartnerError {
  return new PartnerError({ kind: 'unavailable', code, endpoint, requestId, detail });
}

async function openAccess(
  dependencies: TokenDependencies & { connectors: Connectors },
  tenantId: string,
  shopId: string,
  ownProbe: Date | null,
) {
  let hasAttemptedRefresh = false;
  let isFresh = false;
  let probe = ownProbe;
  for (;;) {
    const row = await readAccessRow(dependencies, tenantId, shopId);
    const shop = toShop(row);
    const key: ConnectionKey = { tenantId, connectionId: row.connectionId };
    if (shop.status === 'disconnected' || row.sealed === null) {
      throw new ShopAccessError('disconnected');
    }
    if (shop.status === 'needs_reauthorization') {
      throw new ShopAccessError('needs_reauthorization', shop.reason);
    }
    const circuitKey = { tenantId, shopId, platform: shop.platform };
    probe = await assertCircuitClosed(dependencies, circuitKey, row, probe);
    const connector = dependencies.connectors.get(shop.platform);
    if (connector === undefined) {
      throw new PartnerError({
        kind: 'unavailable',
        code: 'not_configured',
        endpoint: shop.platform,
      });
    }
    const now = dependencies.clock().getTime();
    const remainingMs = (row.accessExpiresAt?.getTime() ?? 0) - now;
    if (remainingMs <= 0 && !row.canRefresh && !hasAttemptedRefresh) {
      const { tokenRevision } = row;
      await markNeedsReauthorization(dependencies, key, { tokenRevision, reason: 'ended' });
      continue;
    }
    const refreshLeadMs = Math.min(
      maxRefreshLeadMs,
      (row.accessLifetimeSeconds ?? 0) * refreshLeadShare * 1000,
    );
    const isRetryDue = isRefreshRetryDue(row, now, dependencies.cooldownMs);
    // At most once. If the partner issues tokens that are already expired, the operation itself fails.
    if (
      !hasAttemptedRefresh &&
      (remainingMs <= 0 || (remainingMs <= refreshLeadMs && row.canRefresh && isRetryDue))
    ) {
      hasAttemptedRefresh = true;
      isFresh = await refreshBeforeExpiry(
        dependencies,
        connector,
        key,
        row.tokenRevision,
        remainingMs > 0,
      );
      if (isFresh) continue;
    }
    const { tokenRevision, canRefresh } = row;
    const [tokens, buyerHashKey] = await Promise.all([
      openTokens(dependencies.vault, tenantId, row.connectionId, tokenRevision, row.sealed),
      row.buyerKey && openBuyerHashKey(dependencies.vault, tenantId, row.buyerKey),
    ]);
    const access: ShopAccess = {
      accessToken: tokens.accessToken,
      externalShopId: shop.externalShopId,
      region: shop.region,
      ...(buyerHashKey && { buyerHashKey }),
    };
    const { accessExpiresAt, refreshLostAt } = row;
    const circuit = { at: circuitKey, row };
    const state = {
      tokenRevision,
      canRefresh,
      accessExpiresAt,
      refreshLostAt,
      isFresh,
      probe,
    };
    return { access, connector, shop, key, circuit, ...state };
  }
}

/** Returns whether the stored tokens may have changed. While the current token is valid, failures are only logged. */
async function refreshBeforeExpiry(
  dependencies: TokenDependencies,
  connector: Connector,
  key: ConnectionKey,
  tokenRevision: number,
  isStillValid: boolean,
): Promise<boolean> {
  try {
    return (
      (await refreshTokens(dependencies, connector, key, tokenRevision, !isStillValid)) !== 'busy'
    );
  } catch (error) {
    if (!isStillValid || !(error instanceof PartnerError)) throw error;
    dependencies.log.warn(
      { event: 'partners.early_refresh_failed', ...key, code: error.code },
      'Early token refresh failed; the present token is still valid',
    );
    return false;
  }
}

async function readAccessRow(
  dependencies: TokenDependencies,
  tenantId: string,
  shopId: string,
): Promise<ShopAccessRow> {
  if (!isUuid(shopId)) throw new ShopAccessError('not_found');
  const [row] = await dependencies.database.tenantRead<ShopAccessRow>(tenantId, readShopAccess, [
    tenantId,
    shopId,
  ]);
  if (!row) throw new ShopAccessError('not_found');
  return row;
}

/**
 * Returns whether an early refresh may be retried. Uses the absolute distance to the last attempt: a process whose
 * clock was ahead stores a time in the future, which would otherwise block retries until then.
 */
function isRefreshRetryDue(row: ShopAccessRow, now: number, intervalMs?: number): boolean {
  const triedAt = row.refreshTriedAt?.getTime() ?? 0;
  const isLost = row.refreshBegunAt !== null || (row.refreshLostAt?.getTime() ?? -1) >= triedAt;
  const retryIntervalMs =
    intervalMs ?? (isLost ? lostRefreshRetryIntervalMs : defaultRefreshRetryIntervalMs);
  return Math.abs(now - triedAt) > retryIntervalMs;
}
