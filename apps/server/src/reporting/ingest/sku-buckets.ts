import type { TenantTransaction } from '../../platform/database/database.ts';
import { lockShop } from './apply-orders.sql.ts';
import { preferIndexScans } from '../prefer-indexes.ts';
import { localDays } from '../../platform/calendar.ts';
import { buildMissingBuckets } from './sku-buckets.sql.ts';

/** Bounds one transaction; the shorter buckets that these consist of are not counted. The next call builds the rest. */
const maxBucketsPerCall = 40;

/**
 * Builds the buckets (7, 28 and 112 days) of a shop's SKU sales that begin between `from` and today and do not exist
 * yet. Reports stay the same and become faster; later changes keep the buckets up to date. Call it only for days
 * whose backfill is complete: every page that touches a bucket has to update it.
 * @throws Error if the shop is not registered
 */
export async function buildSkuBuckets(
  tx: TenantTransaction,
  shopId: string,
  from: Date,
  now: Date,
): Promise<void> {
  const key = [tx.tenantId, shopId] as const;
  const [[shop]] = await Promise.all([
    tx.query<{ timeZone: string }>(lockShop, key),
    tx.query(preferIndexScans),
  ]);
  if (!shop) throw new Error(`The shop ${shopId} is not registered for reports`);
  const dayOf = localDays(shop.timeZone);
  await tx.execute(buildMissingBuckets, [...key, dayOf(from), dayOf(now), maxBucketsPerCall]);
}
