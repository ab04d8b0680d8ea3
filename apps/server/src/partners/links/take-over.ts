import type { CanonicalShop, Platform } from '@seller-connect/partners';
import { recordAuditEvent } from '../../audit/index.ts';
import { withTenant, sql, type TenantTransaction } from '../../platform/database/database.ts';
import { notifyShopMoved } from '../shops/link-notifications.ts';
import { disconnectLink } from './disconnect.ts';
import { shopAuditEvent } from '../shops/credential-events.ts';
import { shopLinkedElsewhereProblem, takeoverWaitDays } from '../shops/link-problems.ts';

const lockClaim = sql('partners.lock_claim', 'select partners.lock_claim($1, $2, $3) as holder');
const lockLink = sql(
  'partners.lock_link_of_holder',
  `select 1 from partners.shop s
     join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
    where s.tenant_id = $1 and s.platform = $2 and s.region = $3 and s.external_shop_id = $4 for update`,
);
const takeOverShopClaim = sql(
  'partners.take_over_locked_claim',
  'select former_tenant_id, free_at from partners.take_over_locked_claim($1, $2, $3, $4, $5)',
);
const findShopByExternalId = sql(
  'partners.find_by_external_id',
  `select shop_id from partners.shop
   where tenant_id = $1 and platform = $2 and region = $3 and external_shop_id = $4`,
);

/**
 * Moves the claim of a shop from another team to the team of this transaction, whose new consent has just opened the
 * shop. The other team must have disconnected the shop, or its consent must have failed `takeoverWaitDays` ago.
 * @returns the team that had the claim
 * @throws Problem shop_linked_elsewhere
 */
export async function takeOverClaim(
  tx: TenantTransaction,
  platform: Platform,
  shop: CanonicalShop,
  now: Date,
): Promise<string> {
  const key = [platform, shop.region, shop.externalShopId];
  const [claim] = await tx.query<{ holder: string | null }>(lockClaim, key);
  const holder = claim?.holder ?? null;
  // Locked until the transaction ends, so that no refresh or link of the other team can happen in between.
  if (holder !== null && holder !== tx.tenantId) {
    await withTenant(tx, holder, (other) => other.query(lockLink, [holder, ...key]));
  }
  const [outcome] = await tx.query<{ formerTenantId: string | null; freeAt: Date | null }>(
    takeOverShopClaim,
    [...key, now, takeoverWaitDays],
  );
  const former = outcome?.formerTenantId ?? null;
  if (former === null) throw shopLinkedElsewhereProblem(shop.name, outcome?.freeAt ?? null);
  return former;
}

/**
 * Disconnects the link of the team that had the claim, and notifies it. The fencing token is raised when the tokens are
 * destroyed, so that a running refresh stores nothing. The consent is not revoked at the partner, because the new link
 * may rely on it.
 */
export async function disconnectFormerLink(
  tx: TenantTransaction,
  formerTenantId: string,
  platform: Platform,
  shop: CanonicalShop,
  now: Date,
): Promise<void> {
  await withTenant(tx, formerTenantId, async (former) => {
    const key = [formerTenantId, platform, shop.region, shop.externalShopId];
    const [row] = await former.query<{ shopId: string }>(findShopByExternalId, key);
    if (!row) return;
    const { shop: disconnected } = await disconnectLink(former, row.shopId, {}, now);
    await recordAuditEvent(former, shopAuditEvent('shop.taken_away', null, disconnected), now);
    await notifyShopMoved(former, disconnected, 'away', now);
  });
}
