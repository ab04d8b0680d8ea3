import { sql, type TenantTransaction } from '../platform/database.ts';
import { preferIndexes } from './apply-orders.sql.ts';
import { localDays } from './local-day.ts';

// Day by day through the facts, then each order by its key: the planner left to itself reads the whole shop.
const countStatement = sql(
  'reporting.count_orders',
  `select count(*) filter (where o.created_at > $5 and o.created_at < $6) as inside, count(*) as with_ends
     from reporting.fact_order f
    cross join lateral (
      select s.created_at from reporting.sales_order s
       where s.tenant_id = $1 and s.shop_id = $2 and s.order_id = f.order_id
       limit 1) o
    where f.tenant_id = $1 and f.shop_id = $2 and f.created_day between $3 and $4
      and o.created_at between $5 and $6`,
);
const zoneStatement = sql(
  'reporting.shop_zone',
  'select time_zone from reporting.shop where tenant_id = $1 and shop_id = $2',
);

/**
 * How many orders of a shop, placed in a span of time, are stored: without the two boundary instants and
 * with them, because partners differ in which of them they count.
 */
export async function countOrders(
  tx: TenantTransaction,
  shopId: string,
  span: { from: Date; to: Date },
): Promise<{ inside: bigint; withEnds: bigint }> {
  const [[shop]] = await Promise.all([
    tx.query<{ time_zone: string }>(zoneStatement, [tx.tenantId, shopId]),
    tx.query(preferIndexes),
  ]);
  if (!shop) throw new Error(`The shop ${shopId} is not registered for reports`);
  const dayOf = localDays(shop.time_zone);
  const [row] = await tx.query<{ inside: bigint; with_ends: bigint }>(countStatement, [
    tx.tenantId,
    shopId,
    dayOf(span.from),
    dayOf(span.to),
    span.from,
    span.to,
  ]);
  return { inside: row?.inside ?? 0n, withEnds: row?.with_ends ?? 0n };
}
