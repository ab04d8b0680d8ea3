import { notify } from '../../notifications/index.ts';
import { rebuildSalesVelocity } from '../../reporting/index.ts';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import type { LinkedShop } from '../leases/shop-access-provider.ts';
import { mainStreamOf } from '../planning/platform-streams.ts';
import { keyParameters, type LeasedStream } from '../leases/stream-store.ts';

const hasSyncedStatement = sql(
  'collector.has_synced',
  `select last_succeeded_at is not null as ever from collector.stream
    where tenant_id = $1 and shop_id = $2 and stream = $3 and fencing_token = $4`,
);

/**
 * Notifies the team that the first sync of a shop's orders, or of an ad account's days, is complete, in the transaction
 * that records the success, and computes the sales velocity of its products. Happens once per shop, even if it is
 * disconnected and linked again.
 */
export async function completeFirstSync(
  tx: TenantTransaction,
  leased: LeasedStream,
  shop: LinkedShop,
  now: Date,
): Promise<void> {
  if (leased.stream !== mainStreamOf(shop.platform)) return;
  const [stream] = await tx.query<{ ever: boolean }>(hasSyncedStatement, [
    ...keyParameters(leased),
    leased.fencingToken,
  ]);
  if (!stream || stream.ever) return;
  if (leased.stream === 'orders') await rebuildSalesVelocity(tx, shop.shopId, now);
  await notify(
    tx,
    {
      kind: 'first_sync_done',
      key: shop.shopId,
      subject: shop.shopId,
      facts: { platform: shop.platform, shops: [{ id: shop.shopId, name: shop.name }] },
    },
    now,
  );
}
