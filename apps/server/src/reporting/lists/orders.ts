import { mostCountedOrders, type OrderList, type OrderQuery } from '@seller-connect/contract';
import { sql, type Database, type TenantTransaction } from '../../platform/database.ts';
import { searchKey } from '../../platform/search-key.ts';
import { addDays, startOfDay } from '../local-day.ts';
import { checkDays } from '../period.ts';
import { shopNotFound } from '../scope.ts';
import { headOf, orderColumns, orderJoins, type StoredOrder } from './order-rows.ts';

interface Row extends StoredOrder {
  found: bigint;
  products: string[];
  product_count: number;
}

const shops = sql(
  'reporting.list_shops',
  `select shop_id, time_zone from reporting.shop
    where tenant_id = $1 and ($2::uuid is null or shop_id = $2)`,
);

// $2 to $4 are the shops with the instants that their days begin and end at. Each shop gives its newest, as many
// as are counted at most, from the index that is in this order; so a large shop is never read whole.
const inScope = `
  from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) as scope (shop_id, from_at, until_at)
  cross join lateral (
    select o.shop_id, o.order_id, o.created_at from reporting.sales_order o
     where o.tenant_id = $1 and o.shop_id = scope.shop_id
       and o.created_at >= scope.from_at and o.created_at < scope.until_at
       and ($5::text is null or o.stage = $5)
       and (not $6::boolean or cardinality(o.flags) > 0)`;
const newestFirst = 'order by created_at desc, order_id desc';
const most = mostCountedOrders + 1;

const onePage = `
  part as (
    select shop_id, order_id, count(*) over () as found from found ${newestFirst}, shop_id limit $7 offset $8
  )
  select ${orderColumns}, part.found, lines.products, lines.product_count
    from part
    join reporting.sales_order o
      on o.tenant_id = $1 and o.shop_id = part.shop_id and o.order_id = part.order_id
    ${orderJoins}
    cross join lateral (
      select (array_agg(name order by worth desc, name))[1:3] as products, count(*)::int as product_count
        from (select i.sku_key, min(i.product_name) as name, sum(i.seller_price_e4) as worth
                from reporting.order_item i
               where i.tenant_id = $1 and i.shop_id = o.shop_id and i.order_id = o.order_id
               group by i.sku_key) as product
    ) as lines
   order by o.created_at desc, o.order_id desc, o.shop_id`;

const listAll = sql(
  'reporting.list_orders',
  `with found as (
     select newest.* ${inScope} ${newestFirst} limit ${most}) as newest
     limit ${most}
   ), ${onePage}`,
);

// Products by the names and SKUs that orders gave them, then the orders that hold one of them.
const listOfProducts = sql(
  'reporting.list_orders_of_products',
  `with sku as materialized (
     select shop_id, sku_key from reporting.sku
      where tenant_id = $1 and shop_id = any($2::uuid[])
        and (lower(seller_sku) = lower($9) or strpos(reporting.search_key(name), $10) > 0)
   ), found as (
     select matching.* ${inScope}
       and exists (select 1 from reporting.order_item i
                    where i.tenant_id = $1 and i.shop_id = o.shop_id and i.order_id = o.order_id
                      and (i.shop_id, i.sku_key) in (select sku.shop_id, sku.sku_key from sku))
       ${newestFirst} limit ${most}) as matching
     limit ${most}
   ), ${onePage}`,
);

// A number is looked up whatever else the list is narrowed to: whoever pastes one wants that order.
const listByNumber = sql(
  'reporting.list_orders_by_number',
  `with found as (
     select o.shop_id, o.order_id, o.created_at from reporting.sales_order o
      where o.tenant_id = $1 and o.shop_id = any($2::uuid[]) and o.order_id = $9
        and $3::timestamptz[] is not null and $4::timestamptz[] is not null
        and $5::text is not distinct from $5 and $6::boolean is not null
   ), ${onePage}`,
);

/**
 * Orders that were read, the newest first.
 * @throws Problem 404 for a shop that is not the tenant's, 400 for days that cannot be used.
 */
export async function listOrders(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  query: OrderQuery,
): Promise<OrderList> {
  checkDays(query);
  const page = query.page ?? 1;
  const pageSize = query.pageSize ?? 20;
  const rows = await database.tenant(tenantId, async (tx) => {
    const scope = await scopeOf(tx, query);
    const found = await read(tx, scope, query, { page, pageSize });
    // The count comes with the rows: that of a page beyond the last one comes with the first.
    if (found.length > 0 || page === 1) return { found, counted: found };
    return { found, counted: await read(tx, scope, query, { page: 1, pageSize }) };
  });
  const total = Number(rows.counted[0]?.found ?? 0n);
  return {
    items: rows.found.map((row) => ({
      ...headOf(row),
      products: row.products,
      productCount: row.product_count,
    })),
    total: Math.min(total, mostCountedOrders),
    more: total > mostCountedOrders,
    page,
    pageSize,
  };
}

async function read(
  tx: TenantTransaction,
  scope: readonly ShopSpan[],
  query: OrderQuery,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Row[]> {
  const values = [
    tx.tenantId,
    scope.map((shop) => shop.shopId),
    scope.map((shop) => shop.from),
    scope.map((shop) => shop.until),
    query.stage ?? null,
    query.odd ?? false,
    pageSize,
    Math.min((page - 1) * pageSize, mostCountedOrders),
  ];
  const wanted = query.search?.trim() ?? '';
  if (wanted === '') return tx.query<Row>(listAll, values);
  const numbered = await tx.query<Row>(listByNumber, [...values, wanted]);
  if (numbered.length > 0) return numbered;
  return tx.query<Row>(listOfProducts, [...values, wanted, searchKey(wanted)]);
}

interface ShopSpan {
  shopId: string;
  from: Date;
  until: Date;
}

const ever = { from: new Date(0), until: new Date(Date.UTC(2200, 0, 1)) };

/** The shops with the wished days as instants of each shop's own calendar. */
async function scopeOf(tx: TenantTransaction, query: OrderQuery): Promise<ShopSpan[]> {
  const rows = await tx.query<{ shop_id: string; time_zone: string }>(shops, [
    tx.tenantId,
    query.shop ?? null,
  ]);
  if (query.shop !== undefined && rows.length === 0) throw shopNotFound();
  return rows.map((row) => ({
    shopId: row.shop_id,
    from: query.from === undefined ? ever.from : startOfDay(query.from, row.time_zone),
    until: query.to === undefined ? ever.until : startOfDay(addDays(query.to, 1), row.time_zone),
  }));
}
