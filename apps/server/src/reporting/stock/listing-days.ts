import { sql, type TenantTransaction } from '../../platform/database/database.ts';

/** SQL for what buyers pay for the listing `l`: the special price, if there is one. */
export const buyerPriceSql = 'coalesce(l.special_price_e4, l.price_e4)';

/** Days that changes of stock and price are kept for. */
const retentionDays = 180;

/**
 * Returns a statement that writes a value of listings $3 and $4 on the day of $5, where it differs from the last one.
 * Of the changes before the kept days, the newest stays, because its value still holds. Only a listing that changes
 * gains rows, and so loses old ones here. Values of later days are deleted: a worker whose clock was ahead wrote them.
 * @param value SQL for the value of the listing `l`
 */
const recordStatement = (name: string, table: string, column: string, value: string) =>
  sql(
    name,
    `with today as materialized (
       select ($5::timestamptz at time zone time_zone)::date as day from reporting.shop
        where tenant_id = $1 and shop_id = $2
     ), changed as materialized (
       select l.item_id, l.sku_key, ${value} as value, today.day
         from today
        cross join unnest($3::text[], $4::text[]) as seen (item_id, sku_key)
         join reporting.listing l on l.tenant_id = $1 and l.shop_id = $2 and l.item_id = seen.item_id
          and l.sku_key = seen.sku_key
         left join lateral (
           select one.day, one.${column} as value from ${table} one
            where one.tenant_id = $1 and one.shop_id = $2 and one.item_id = seen.item_id
              and one.sku_key = seen.sku_key and one.day <= today.day
            order by one.day desc limit 1) last on true
        where case when last.day is null then ${value} is not null
                   else last.value is distinct from ${value} end
     ), ahead as (
       delete from ${table} later using today, unnest($3::text[], $4::text[]) as seen (item_id, sku_key)
        where later.tenant_id = $1 and later.shop_id = $2 and later.item_id = seen.item_id
          and later.sku_key = seen.sku_key and later.day > today.day
     ), expired as (
       delete from ${table} old using changed
        where old.tenant_id = $1 and old.shop_id = $2 and old.item_id = changed.item_id
          and old.sku_key = changed.sku_key and old.day < changed.day - ${retentionDays}
          and exists (select 1 from ${table} later
                       where later.tenant_id = $1 and later.shop_id = $2 and later.item_id = changed.item_id
                         and later.sku_key = changed.sku_key and later.day > old.day
                         and later.day <= changed.day - ${retentionDays})
     )
     insert into ${table} (tenant_id, shop_id, day, ${column}, item_id, sku_key)
     select $1, $2, day, value, item_id, sku_key from changed
     on conflict (tenant_id, shop_id, item_id, sku_key, day) do update set ${column} = excluded.${column}`,
  );

const recordStock = recordStatement(
  'reporting.record_stock',
  'reporting.stock_day',
  'stock',
  'l.stock',
);
const recordPrice = recordStatement(
  'reporting.record_price',
  'reporting.price_day',
  'price_e4',
  buyerPriceSql,
);

/** Records the stored stock and price of listings that a sync returned, on the day of the sync. */
export async function recordListingDays(
  tx: TenantTransaction,
  shopId: string,
  skus: readonly { itemId: string; skuId: string }[],
  seenAt: Date,
): Promise<void> {
  const values = [
    tx.tenantId,
    shopId,
    skus.map((sku) => sku.itemId),
    skus.map((sku) => sku.skuId),
    seenAt,
  ];
  await tx.execute(recordStock, values);
  await tx.execute(recordPrice, values);
}
