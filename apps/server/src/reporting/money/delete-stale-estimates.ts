import type { TenantTransaction } from '../../platform/database/database.ts';
import { encodeTextArray } from '../../platform/database/binary-arrays.ts';
import { lockShop } from '../ingest/apply-orders.sql.ts';
import { preferIndexScans } from '../prefer-indexes.ts';
import { deleteStaleEstimatesStatement, rebuildOrderPayouts } from './apply-settlements.sql.ts';

/**
 * Forgets the estimates of a shop that no reading has brought since an instant: the partner expects them no more, because
 * they are booked or came to nothing. Only after its list was read completely since then.
 * @returns how many were forgotten
 */
export async function deleteStaleEstimates(
  tx: TenantTransaction,
  shopId: string,
  notSeenSince: Date,
): Promise<number> {
  const key = [tx.tenantId, shopId];
  await Promise.all([tx.query(preferIndexScans), tx.query(lockShop, key)]);
  const deleted = await tx.query<{ id: string; order_id: string | null }>(
    deleteStaleEstimatesStatement,
    [...key, notSeenSince],
  );
  // An estimate has no day of payout: no day is touched.
  const orders = new Set(deleted.flatMap(({ order_id }) => order_id ?? []));
  if (orders.size > 0)
    await tx.execute(rebuildOrderPayouts, [...key, encodeTextArray([...orders])]);
  return new Set(deleted.map(({ id }) => id)).size;
}
