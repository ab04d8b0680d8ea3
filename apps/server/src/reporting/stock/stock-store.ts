import { sql, type TenantTransaction } from '../../platform/database/database.ts';

/** Days that changes of stock are kept for. */
const retentionDays = 180;

/**
 * Writes the stock of listings $3 and $4 on the day of $5, where it differs from the last one. Of the changes before
 * the kept days, the newest stays, because its stock still holds. Only a listing that changes gains rows, and so loses
 * old ones here.
 */
const recordStockStatement = sql(
  'reporting.record_stock',
  `with changed as materialized (
     select l.item_id, l.sku_key, l.stock, today.day
       from (select ($5::timestamptz at time zone time_zone)::date as day from reporting.shop
              where tenant_id = $1 and shop_id = $2) today
      cross join unnest($3::text[], $4::text[]) as seen (item_id, sku_key)
       join reporting.listing l on l.tenant_id = $1 and l.shop_id = $2 and l.item_id = seen.item_id
        and l.sku_key = seen.sku_key
       left join lateral (
         select one.day, one.stock from reporting.stock_day one
          where one.tenant_id = $1 and one.shop_id = $2 and one.item_id = seen.item_id
            and one.sku_key = seen.sku_key
          order by one.day desc limit 1) last on true
      where case when last.day is null then l.stock is not null
                 else last.day <= today.day and last.stock is distinct from l.stock end
   ), expired as (
     delete from reporting.stock_day old using changed
      where old.tenant_id = $1 and old.shop_id = $2 and old.item_id = changed.item_id
        and old.sku_key = changed.sku_key and old.day < changed.day - ${retentionDays}
        and exists (select from reporting.stock_day later
                     where later.tenant_id = $1 and later.shop_id = $2 and later.item_id = changed.item_id
                       and later.sku_key = changed.sku_key and later.day > old.day
                       and later.day <= changed.day - ${retentionDays})
   )
   insert into reporting.stock_day (tenant_id, shop_id, day, stock, item_id, sku_key)
   select $1, $2, day, stock, item_id, sku_key from changed
   on conflict (tenant_id, shop_id, item_id, sku_key, day) do update set stock = excluded.stock`,
);

/** Records the stored stock of listings that a sync returned, on the day of the sync. */
export async function recordStock(
  tx: TenantTransaction,
  shopId: string,
  skus: readonly { itemId: string; skuId: string }[],
  seenAt: Date,
): Promise<void> {
  await tx.execute(recordStockStatement, [
    tx.tenantId,
    shopId,
    skus.map((sku) => sku.itemId),
    skus.map((sku) => sku.skuId),
    seenAt,
  ]);
}
