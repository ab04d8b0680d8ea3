import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { preferIndexScans } from '../prefer-indexes.ts';

const countStatement = sql(
  'reporting.count_orders',
  `select count(*) filter (where created_at > $3 and created_at < $4) as inside, count(*) as with_ends
     from reporting.sales_order
    where tenant_id = $1 and shop_id = $2 and created_at between $3 and $4`,
);

/**
 * Counts the stored orders of a shop that were placed in a time range, without and with its two boundary instants,
 * because partners differ in which of them they count.
 */
export async function countOrders(
  tx: TenantTransaction,
  shopId: string,
  range: { from: Date; to: Date },
): Promise<{ inside: bigint; withEnds: bigint }> {
  const [, [row]] = await Promise.all([
    tx.query(preferIndexScans),
    tx.query<{ inside: bigint; withEnds: bigint }>(countStatement, [
      tx.tenantId,
      shopId,
      range.from,
      range.to,
    ]),
  ]);
  return { inside: row?.inside ?? 0n, withEnds: row?.withEnds ?? 0n };
}
