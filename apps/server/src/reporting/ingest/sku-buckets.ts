import type { TenantTransaction } from '../../platform/database/database.ts';
import { lockShop } from './apply-orders.sql.ts';
import { preferIndexScans } from '../prefer-indexes.ts';
import { localDays } from '../../platform/calendar.ts';
import { buildMissingBuckets } from './sku-buckets.sql.ts';

/** Bounds one transaction, but for what these are made of; what is left is added up by the next call. */
const maxBucketsPerCall = 40;

/**
 * Adds up weeks, four weeks and sixteen weeks of a shop's SKU sales that begin between `from` and today and are
 * not added up yet. Reports are the same before and after, only quicker; later changes keep the sums true
 * by themselves. To be called for days that are not being filled any more, because keeping a span true
 * costs every page that touches it.
 * @throws when the shop is not registered.
 */
export async function buildSkuBuckets(
  tx: TenantTransaction,
  shopId: string,
  from: Date,
  now: Date,
): Promise<void> {
  const key = [tx.tenantId, shopId] as const;
  const [[shop]] = await Promise.all([
    tx.query<{ time_zone: string }>(lockShop, key),
    tx.query(preferIndexScans),
  ]);
  if (!shop) throw new Error(`The shop ${shopId} is not registered for reports`);
  const dayOf = localDays(shop.time_zone);
  await tx.execute(buildMissingBuckets, [...key, dayOf(from), dayOf(now), maxBucketsPerCall]);
}
