import { sql, type TenantTransaction } from '../../platform/database/database.ts';
import { velocityDays } from './cover.ts';

/**
 * Recomputes what each listing of a shop sold on the last full days before $3. A listing's days count from the first
 * on which it is known: its first recorded stock or its first sale. Days without stock at their end and without a sale
 * are left out. Unchanged rows are not written.
 */
const rebuildStatement = sql(
  'reporting.rebuild_sales_velocity',
  `with today as materialized (
     select ($3::timestamptz at time zone time_zone)::date as day from reporting.shop
      where tenant_id = $1 and shop_id = $2
   ), sold_day as materialized (
     select a.sku_key, a.day, sum(a.units)::bigint as units
       from today join reporting.agg_sku_day a on a.tenant_id = $1 and a.shop_id = $2
        and a.day >= today.day - ${velocityDays} and a.day < today.day
      group by a.sku_key, a.day having sum(a.units) > 0
   ), sold as materialized (
     select l.item_id, sold.sku_key, sold.units, today.day as today,
            greatest(today.day - ${velocityDays}, least(sold.first_day, stock.first_day)) as first_day
       from (select sku_key, sum(units)::bigint as units, min(day) as first_day from sold_day group by sku_key) sold
       join reporting.listing l on l.tenant_id = $1 and l.shop_id = $2 and l.sku_key = sold.sku_key
        and l.deleted_at is null
      cross join today
      cross join lateral (
        select min(one.day) as first_day from reporting.stock_day one
         where one.tenant_id = $1 and one.shop_id = $2 and one.item_id = l.item_id
           and one.sku_key = l.sku_key) stock
   ), empty as (
     select sold.item_id, sold.sku_key, count(*)::integer as days
       from sold
      cross join lateral (
        select one.day, one.stock, lead(one.day, 1, sold.today) over (order by one.day) as until
          from reporting.stock_day one
         where one.tenant_id = $1 and one.shop_id = $2 and one.item_id = sold.item_id
           and one.sku_key = sold.sku_key and one.day < sold.today) change
      cross join lateral generate_series(0, change.until - greatest(change.day, sold.first_day) - 1) as later
      where change.stock <= 0
        and (sold.sku_key, greatest(change.day, sold.first_day) + later) not in (select sku_key, day from sold_day)
      group by sold.item_id, sold.sku_key
   ), truth as materialized (
     select item_id, sku_key, sold.units, (today - first_day) - coalesce(empty.days, 0) as days
       from sold left join empty using (item_id, sku_key)
   ), ended as (
     delete from reporting.sales_velocity v
      where v.tenant_id = $1 and v.shop_id = $2
        and not exists (select 1 from truth t where (t.item_id, t.sku_key) = (v.item_id, v.sku_key))
   )
   insert into reporting.sales_velocity as known (tenant_id, shop_id, units, days, item_id, sku_key)
   select $1, $2, units, days, item_id, sku_key from truth
   on conflict (tenant_id, shop_id, item_id, sku_key) do update set units = excluded.units, days = excluded.days
   where (known.units, known.days) is distinct from (excluded.units, excluded.days)`,
);

/** Recomputes the sales velocity of a shop's listings, after a sync of its products or of its first orders. */
export async function rebuildSalesVelocity(
  tx: TenantTransaction,
  shopId: string,
  now: Date,
): Promise<void> {
  await tx.execute(rebuildStatement, [tx.tenantId, shopId, now]);
}
