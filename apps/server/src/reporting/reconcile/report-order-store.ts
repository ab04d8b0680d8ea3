import { sql, type Database } from '../../platform/database/database.ts';
import type { ReportOrder } from './report-order.ts';

const findStatement = sql(
  'reporting.recon_find_orders',
  `select o.order_id, o.shop_id from reporting.sales_order o
    where o.tenant_id = $1 and o.shop_id = any($2::uuid[]) and o.order_id = any($3::text[])`,
);
const listStatement = sql(
  'reporting.recon_list_orders',
  `select order_id from reporting.fact_order
    where tenant_id = $1 and shop_id = $2 and created_day between $3::date and $4::date`,
);
const readStatement = sql(
  'reporting.recon_read_orders',
  `select o.order_id, o.created_at, o.created_day, o.committed_at, o.version_at as changed_at, o.stage,
          o.shipping_fee_e4 as shipping_e4,
          i.stages, i.are_returned, i.quantities, i.prices_e4, i.sellers_e4, i.platforms_e4
     from reporting.sales_order o
    cross join lateral (
      select array_agg(stage) as stages, array_agg(is_returned) as are_returned,
             array_agg(quantity) as quantities, array_agg(price_e4::text) as prices_e4,
             array_agg(seller_e4::text) as sellers_e4, array_agg(platform_e4::text) as platforms_e4
        from (
          select item.stage, item.return_state in ('received', 'refunded') as is_returned,
                 sum(item.quantity)::integer as quantity, sum(item.seller_price_e4)::bigint as price_e4,
                 sum(item.seller_voucher_e4)::bigint as seller_e4,
                 sum(item.platform_voucher_e4)::bigint as platform_e4
            from reporting.order_item item
           where item.tenant_id = $1 and item.shop_id = $2 and item.order_id = o.order_id
           group by 1, 2) alike offset 0) i
    where o.tenant_id = $1 and o.shop_id = $2 and o.order_id = any($3::text[])`,
);

interface OrderRow extends Omit<ReportOrder, 'lines'> {
  /** Lines of one status are aggregated. These arrays have one element per group, in the same order. */
  stages: string[];
  areReturned: boolean[];
  quantities: number[];
  pricesE4: string[];
  sellersE4: string[];
  platformsE4: string[];
}

/** Returns which of the given shops each order belongs to. Unknown orders are missing from the result. */
export async function findOrderShops(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  shopIds: readonly string[],
  orderIds: readonly string[],
): Promise<{ orderId: string; shopId: string }[]> {
  return database.tenantRead(tenantId, findStatement, [tenantId, shopIds, orderIds]);
}

/** Returns the numbers of a shop's orders that were placed on the days `from` to `to`. */
export async function listReportOrders(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  shopId: string,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const values = [tenantId, shopId, from, to];
  const rows = await database.tenantRead<{ orderId: string }>(tenantId, listStatement, values);
  return rows.map(({ orderId }) => orderId);
}

/** Returns a shop's orders by their numbers. */
export async function readReportOrders(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  shopId: string,
  orderIds: readonly string[],
): Promise<Map<string, ReportOrder>> {
  const values = [tenantId, shopId, orderIds];
  const rows = await database.tenantRead<OrderRow>(tenantId, readStatement, values);
  return new Map(
    rows.map(({ stages, areReturned, quantities, pricesE4, sellersE4, platformsE4, ...order }) => [
      order.orderId,
      {
        ...order,
        lines: stages.map((stage, at) => ({
          stage,
          isReturned: areReturned[at] ?? false,
          quantity: quantities[at] ?? 0,
          priceE4: BigInt(pricesE4[at] ?? '0'),
          sellerVoucherE4: BigInt(sellersE4[at] ?? '0'),
          platformVoucherE4: BigInt(platformsE4[at] ?? '0'),
        })),
      },
    ]),
  );
}
