import type { Platform } from '@seller-connect/partners';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';

/** A shop as a push names it. */
export interface ShopReference {
  platform: Platform;
  externalShopId: string;
  /** ISO 3166 alpha-2; null if the partner's shop ids are unique across countries. */
  region: string | null;
}

const findClaimOwners = sql(
  'partners.claim_owners',
  'select distinct tenant_id from partners.claimed_by($1, $2, $3)',
);
// Disconnected shops are ignored, whatever the partner pushes.
const findShopsByReference = sql(
  'partners.shops_by_reference',
  `select s.shop_id from partners.shop s
    where s.tenant_id = $1 and s.platform = $2 and s.external_shop_id = $3
      and ($4::text is null or s.region = $4) and s.disconnected_at is null
    order by s.shop_id`,
);

/** Returns the tenants that a push may refer to; almost always one or none. */
export async function findTenants(database: Database, shop: ShopReference): Promise<string[]> {
  const rows = await database.query<{ tenantId: string }>(findClaimOwners, [
    shop.platform,
    shop.externalShopId,
    shop.region,
  ]);
  return rows.map((row) => row.tenantId);
}

/** Returns the ids of the linked shops of this transaction's tenant that match the reference. */
export async function findShopIds(tx: TenantTransaction, shop: ShopReference): Promise<string[]> {
  const rows = await tx.query<{ shopId: string }>(findShopsByReference, [
    tx.tenantId,
    shop.platform,
    shop.externalShopId,
    shop.region,
  ]);
  return rows.map((row) => row.shopId);
}
