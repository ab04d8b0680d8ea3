import { PartnerError, type Connector, type ShopAccess } from '@seller-connect/partners';
import { sql } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/ids.ts';
import {
  admit,
  answered,
  circuitColumns,
  circuitJoins,
  failed,
  type CircuitRow,
} from '../limits/circuit-breaker.ts';
import type { Connectors } from '../applications/connectors.ts';
import { measured } from '../limits/metrics.ts';
import {
  markNeedsReauthorization,
  reasonOf,
  refreshTokens,
  type ConnectionPlace,
  type RefreshDeps,
} from './token-refresh.ts';
import { shopColumns, toShop, type LinkedShop, type ShopRow } from '../shops/shops.ts';
import { openBuyerHashKey, openTokens } from './sealed-tokens.ts';
import { reauthorizationWords, type ReauthorizationReason } from '../shops/link-problems.ts';

/** Why a linked shop cannot be read now; nothing but a new consent changes that. */
export class ShopAccessError extends Error {
  override readonly name = 'ShopAccessError';
  readonly status: 'not_found' | 'disconnected' | 'needs_reauthorization';
  readonly reason: ReauthorizationReason | null;

  constructor(status: ShopAccessError['status'], reason: ReauthorizationReason | null = null) {
    super(reason ? reauthorizationWords[reason].en : `The shop is ${status.replaceAll('_', ' ')}`);
    this.status = status;
    this.reason = reason;
  }
}

export type ShopWork<T> = (
  access: ShopAccess,
  connector: Connector,
  shop: LinkedShop,
) => Promise<T>;

interface HeldRow extends ShopRow, CircuitRow {
  sealed: Buffer | null;
  token_fence: number;
  can_refresh: boolean;
  access_expires_at: Date | null;
  access_lifetime_seconds: number | null;
  refresh_tried_at: Date | null;
  buyer_key: Buffer | null;
}

const readHeld = sql(
  'partners.read_shop_access',
  `select ${shopColumns}, c.sealed, c.token_fence, c.can_refresh, c.access_expires_at, c.access_lifetime_seconds,
     c.refresh_tried_at, k.sealed as buyer_key, ${circuitColumns}
   from partners.shop s
   join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
   left join partners.tenant_key k on k.tenant_id = s.tenant_id and k.purpose = 'buyer_hash'
   ${circuitJoins}
   where s.tenant_id = $1 and s.shop_id = $2`,
);

/** Renewing starts this far ahead of the end, or in the last quarter of a shorter life. */
const aheadMs = 24 * 3_600_000;
const usualRestMs = 5 * 60_000;

/** So far the partner's clock may be from ours, and its answer have been on its way. */
const clockMarginMs = 60_000;

/**
 * Runs `work` with an access token that should hold: renewed ahead of its end, or, with `work` run again, when the
 * partner refuses it. So `work` must bear being run more than once. What a fresh token does not cure is not renewed
 * again. A shop, or a partner, that fails again and again is not asked for a while.
 * @throws ShopAccessError when only the seller can help, PartnerError as the connector throws it
 */
export async function withShopAccess<T>(
  deps: RefreshDeps & { connectors: Connectors },
  tenantId: string,
  shopId: string,
  work: ShopWork<T>,
): Promise<T> {
  let isFresh = false;
  for (;;) {
    const held = await openShop(deps, tenantId, shopId);
    isFresh ||= held.isFresh;
    try {
      const { access, connector, shop } = held;
      const done = await measured(shop.platform, () => work(access, connector, shop));
      await answered(deps, held.circuit.at, held.circuit.row);
      return done;
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error;
      const isRefused = error.kind === 'unauthorized';
      const isLast = isRefused && isFresh;
      if (isLast && tokenHasEnded(held.accessExpiresAt, deps.clock())) throw endedBeforeUse(error);
      if (error.kind === 'needs_reauthorization' || isLast) {
        const reason = reasonOf(error);
        await markNeedsReauthorization(deps, held.place, held.tokenFence, reason, error.code);
        throw new ShopAccessError('needs_reauthorization', reason);
      }
      if (!isRefused) throw await failed(deps, held.circuit.at, error);
      if (!held.canRefresh) {
        await markNeedsReauthorization(deps, held.place, held.tokenFence, 'ended', error.code);
        throw new ShopAccessError('needs_reauthorization', 'ended');
      }
      await refreshTokens(deps, held.connector, held.place, held.tokenFence, true);
      isFresh = true;
    }
  }
}

/** What can be renewed holds a consent: its tokens only end before their call has its turn. */
function tokenHasEnded(accessExpiresAt: Date | null, now: Date): boolean {
  return accessExpiresAt !== null && accessExpiresAt.getTime() - now.getTime() < clockMarginMs;
}

function endedBeforeUse({ code, endpoint, requestId, detail }: PartnerError): PartnerError {
  return new PartnerError({ kind: 'unavailable', code, endpoint, requestId, detail });
}

async function openShop(
  deps: RefreshDeps & { connectors: Connectors },
  tenantId: string,
  shopId: string,
) {
  let hasTried = false;
  let isFresh = false;
  for (;;) {
    const row = await readRow(deps, tenantId, shopId);
    const shop = toShop(row);
    const place: ConnectionPlace = { tenantId, connectionId: row.connection_id };
    if (shop.status === 'disconnected' || row.sealed === null) {
      throw new ShopAccessError('disconnected');
    }
    if (shop.status === 'needs_reauthorization') {
      throw new ShopAccessError('needs_reauthorization', shop.reason);
    }
    const at = { tenantId, shopId, platform: shop.platform };
    await admit(deps, at, row);
    const connector = deps.connectors.get(shop.platform);
    if (connector === undefined) {
      throw new PartnerError({
        kind: 'unavailable',
        code: 'not_configured',
        endpoint: shop.platform,
      });
    }
    const now = deps.clock().getTime();
    const leftMs = (row.access_expires_at?.getTime() ?? 0) - now;
    if (leftMs <= 0 && !row.can_refresh && !hasTried) {
      await markNeedsReauthorization(deps, place, row.token_fence, 'ended');
      continue;
    }
    const dueMs = Math.min(aheadMs, (row.access_lifetime_seconds ?? 0) * 250);
    const hasRested = now - (row.refresh_tried_at?.getTime() ?? 0) > (deps.restMs ?? usualRestMs);
    // Once at most: a partner that gives tokens which have ended already is found out by using them.
    if (!hasTried && (leftMs <= 0 || (leftMs <= dueMs && row.can_refresh && hasRested))) {
      hasTried = true;
      isFresh = await refreshAhead(deps, connector, place, row.token_fence, leftMs > 0);
      if (isFresh) continue;
    }
    const { token_fence: tokenFence, can_refresh: canRefresh } = row;
    const [tokens, buyerHashKey] = await Promise.all([
      openTokens(deps.vault, tenantId, row.connection_id, tokenFence, row.sealed),
      row.buyer_key && openBuyerHashKey(deps.vault, tenantId, row.buyer_key),
    ]);
    const access: ShopAccess = {
      accessToken: tokens.accessToken,
      externalShopId: shop.externalShopId,
      region: shop.region,
      ...(buyerHashKey && { buyerHashKey }),
    };
    const { access_expires_at: accessExpiresAt } = row;
    const circuit = { at, row };
    const state = { tokenFence, canRefresh, accessExpiresAt, isFresh };
    return { access, connector, shop, place, circuit, ...state };
  }
}

/** Whether the stored tokens may have changed. While the present token holds, nothing here may stop the work. */
async function refreshAhead(
  deps: RefreshDeps,
  connector: Connector,
  place: ConnectionPlace,
  tokenFence: number,
  holds: boolean,
): Promise<boolean> {
  try {
    return (await refreshTokens(deps, connector, place, tokenFence, !holds)) !== 'busy';
  } catch (error) {
    if (!holds || !(error instanceof PartnerError)) throw error;
    deps.log.warn(
      { ...place, code: error.code },
      'renewing ahead of time failed; the token still holds',
    );
    return false;
  }
}

async function readRow(deps: RefreshDeps, tenantId: string, shopId: string): Promise<HeldRow> {
  if (!isUuid(shopId)) throw new ShopAccessError('not_found');
  const [row] = await deps.database.tenantRead<HeldRow>(tenantId, readHeld, [tenantId, shopId]);
  if (!row) throw new ShopAccessError('not_found');
  return row;
}
