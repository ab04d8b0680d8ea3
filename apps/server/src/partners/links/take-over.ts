import type { CanonicalShop, Platform } from '@seller-connect/partners';
import { record } from '../../audit/index.ts';
import { asTenant, sql, type TenantTransaction } from '../../platform/database/database.ts';
import { announceMoved } from '../shops/link-notifications.ts';
import { endLink } from './disconnect.ts';
import { happening } from '../shops/credential-events.ts';
import { shopLinkedElsewhere, takeoverDays } from '../shops/link-problems.ts';

const takeOver = sql(
  'partners.take_over_claim',
  'select former_tenant_id, free_at from partners.take_over_claim($1, $2, $3, $4, $5)',
);
const findByName = sql(
  'partners.find_by_name',
  `select shop_id from partners.shop
   where tenant_id = $1 and platform = $2 and region = $3 and external_shop_id = $4`,
);

/**
 * Moves the claim of a shop that another team holds to the team of this transaction, whose fresh consent has just opened the
 * shop. The other team must have disconnected it, or have let `takeoverDays` pass since its consent failed.
 * @returns the team that held the claim
 * @throws Problem shop_linked_elsewhere
 */
export async function takeOverClaim(
  tx: TenantTransaction,
  platform: Platform,
  shop: CanonicalShop,
  now: Date,
): Promise<string> {
  const values = [platform, shop.region, shop.externalShopId, now, takeoverDays];
  const [answer] = await tx.query<{ former_tenant_id: string | null; free_at: Date | null }>(
    takeOver,
    values,
  );
  const former = answer?.former_tenant_id ?? null;
  if (former === null) throw shopLinkedElsewhere(shop.name, answer?.free_at ?? null);
  return former;
}

/**
 * Ends what is left of the link of the team that held the claim, and tells it. The fence rises with its tokens' end, so that a
 * renewal under way stores nothing. The consent is not withdrawn at the partner: the new link may stand on the same one.
 */
export async function endFormerLink(
  tx: TenantTransaction,
  formerTenantId: string,
  platform: Platform,
  shop: CanonicalShop,
  now: Date,
): Promise<void> {
  await asTenant(tx, formerTenantId, async (former) => {
    const name = [formerTenantId, platform, shop.region, shop.externalShopId];
    const [row] = await former.query<{ shop_id: string }>(findByName, name);
    if (!row) return;
    const { shop: ended } = await endLink(former, row.shop_id, {}, now);
    await record(former, happening('shop.taken_away', null, ended), now);
    await announceMoved(former, ended, 'away', now);
  });
}
