import { platformNames } from '@seller-connect/contract/platform-names';
import { sql, type Database, type TenantTransaction } from '../../platform/database/database.ts';
import { createEraser } from '../../platform/database/eraser.ts';
import { parsePlatform } from '../shops/shops.ts';
import { shopNotFoundProblem, shopStillLinkedProblem } from '../shops/link-problems.ts';
import { deleteShopCircuit } from '../limits/circuit-breaker.ts';

const findShop = sql(
  'partners.find_shop',
  `select platform, region, external_shop_id from partners.shop where tenant_id = $1 and shop_id = $2`,
);
const lockShop = sql(
  'partners.lock_shop',
  `select connection_id, disconnected_at from partners.shop
   where tenant_id = $1 and shop_id = $2 for update`,
);
const deleteAttempts = sql(
  'partners.delete_attempts',
  'delete from partners.authorization_attempt where tenant_id = $1 and shop_id = $2',
);
const deleteShop = sql(
  'partners.delete_shop',
  'delete from partners.shop where tenant_id = $1 and shop_id = $2',
);
const releaseClaim = sql('partners.release_claim', 'select partners.release_claim($1, $2, $3)');
// Also those whose shops another consent has taken over, unless they are still in the history of such a shop.
const deleteEmptyConnections = sql(
  'partners.delete_empty_connections',
  `with gone as (
     delete from partners.connection c
      where c.tenant_id = $1 and (c.connection_id = $2 or c.state = 'disconnected') and not exists (
        select 1 from partners.shop s where s.tenant_id = $1 and s.connection_id = c.connection_id)
      and not exists (
        select 1 from partners.credential_event d
          join partners.shop s on s.tenant_id = d.tenant_id and s.shop_id::text = d.code
         where d.tenant_id = $1 and d.connection_id = c.connection_id and d.kind = 'shop_left')
     returning c.connection_id)
   delete from partners.credential_event e using gone
   where e.tenant_id = $1 and e.connection_id = gone.connection_id`,
);
// Deleted with the last shop, because no remaining row was hashed with it.
const deleteBuyerKey = sql(
  'partners.delete_buyer_key',
  `delete from partners.tenant_key where tenant_id = $1
   and not exists (select from partners.shop s where s.tenant_id = $1)`,
);

/** Erases the remaining link data of a removed team. */
export const erasePartnerRows = createEraser(
  [],
  [
    'partners.shop_circuit',
    'partners.authorization_attempt',
    'partners.credential_event',
    'partners.shop',
    'partners.connection',
    'partners.tenant_key',
  ],
);

/**
 * Deletes the link of a disconnected shop and its history. Afterwards any team with access to the shop may link it.
 * @returns the platform of the shop
 * @throws Problem shop_not_found or shop_still_linked
 */
export async function deleteLink(tx: TenantTransaction, shopId: string): Promise<string> {
  const { tenantId } = tx;
  const [found] = await tx.query<{ platform: string; region: string; externalShopId: string }>(
    findShop,
    [tenantId, shopId],
  );
  if (!found) throw shopNotFoundProblem();
  // Claims are always locked before links. A claim that another team has taken over stays with that team.
  await tx.query(releaseClaim, [found.platform, found.region, found.externalShopId]);
  const [shop] = await tx.query<{ connectionId: string; disconnectedAt: Date | null }>(lockShop, [
    tenantId,
    shopId,
  ]);
  if (!shop) throw shopNotFoundProblem();
  if (shop.disconnectedAt === null) throw shopStillLinkedProblem();
  await tx.execute(deleteShopCircuit, [tenantId, shopId]);
  await tx.execute(deleteAttempts, [tenantId, shopId]);
  await tx.execute(deleteShop, [tenantId, shopId]);
  await tx.execute(deleteEmptyConnections, [tenantId, shop.connectionId]);
  await tx.execute(deleteBuyerKey, [tenantId]);
  return platformNames[parsePlatform(found.platform)];
}

const findShopsDisconnectedBefore = sql(
  'partners.shops_disconnected_before',
  'select tenant_id, shop_id from partners.shops_disconnected_before($1, $2)',
);

/** Returns shops of all teams that were disconnected before a time, oldest first. */
export async function shopsDisconnectedBefore(
  database: Database,
  before: Date,
  limit: number,
): Promise<{ tenantId: string; shopId: string }[]> {
  return database.query(findShopsDisconnectedBefore, [before, limit]);
}
