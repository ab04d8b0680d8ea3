import type { TenantTransaction } from '../../platform/database/database.ts';
import { encodeTextArray } from '../../platform/database/binary-arrays.ts';
import { lockShop } from '../ingest/apply-orders.sql.ts';
import { preferIndexScans } from '../ingest/shop-rows.sql.ts';
import { deleteStaleEstimatesStatement, rebuildOrderPayouts } from './apply-settlements.sql.ts';

/**
 * Deletes the estimates of a shop that no sync has returned since an instant: they are booked by now, or the partner
 * no longer expects them. Call it only after a complete sync of the partner's list since then.
 * @param except estimates that stay: the sync returned them, but they could not be parsed
 * @returns how many were deleted
 */
export async function deleteStaleEstimates(
  tx: TenantTransaction,
  shopId: string,
  notSeenSince: Date,
  except: readonly string[] = [],
): Promise<number> {
  const key = [tx.tenantId, shopId];
  await Promise.all([tx.query(preferIndexScans), tx.query(lockShop, key)]);
  const deleted = await tx.query<{ id: string; orderId: string | null }>(
    deleteStaleEstimatesStatement,
    [...key, notSeenSince, encodeTextArray(except)],
  );
  // An estimate has no payout day, so no day has to be rebuilt.
  const orders = new Set(deleted.flatMap(({ orderId }) => orderId ?? []));
  if (orders.size > 0)
    await tx.execute(rebuildOrderPayouts, [...key, encodeTextArray([...orders])]);
  return new Set(deleted.map(({ id }) => id)).size;
}
