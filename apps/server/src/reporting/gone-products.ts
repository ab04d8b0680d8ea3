import { sql, type TenantTransaction } from '../platform/database/database.ts';

const touchListingsStatement = sql(
  'reporting.see_listings',
  `update reporting.listing l set seen_at = $5, deleted_at = null
     from unnest($3::text[], $4::text[]) as seen (item_id, sku_key)
    where l.tenant_id = $1 and l.shop_id = $2 and l.item_id = seen.item_id and l.sku_key = seen.sku_key`,
);
const markDelistedStatement = sql(
  'reporting.mark_gone_listings',
  `update reporting.listing l set deleted_at = $4
    where l.tenant_id = $1 and l.shop_id = $2 and coalesce(l.seen_at, l.observed_at) < $3
      and l.deleted_at is null and not l.item_id = any($5::text[])`,
);

/** Records that a sync returned these listings, whether or not they are newer than the stored rows. */
export async function touchListings(
  tx: TenantTransaction,
  shopId: string,
  skus: readonly { itemId: string; skuId: string }[],
  seenAt: Date,
): Promise<void> {
  if (skus.length === 0) return;
  await tx.execute(touchListingsStatement, [
    tx.tenantId,
    shopId,
    skus.map((sku) => sku.itemId),
    skus.map((sku) => sku.skuId),
    seenAt,
  ]);
}

/**
 * Marks the listings that no sync has returned since an instant as deleted. Call it only after a complete sync of the
 * catalogue: an interrupted sync misses listings that still exist.
 * @param options.except ids of products that arrived but could not be parsed
 * @returns how many listings were marked
 */
export async function markDelistedListings(
  tx: TenantTransaction,
  shopId: string,
  options: { notSeenSince: Date; except: readonly string[]; now: Date },
): Promise<number> {
  return tx.execute(markDelistedStatement, [
    tx.tenantId,
    shopId,
    options.notSeenSince,
    options.now,
    options.except,
  ]);
}
