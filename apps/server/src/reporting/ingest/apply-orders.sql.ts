import { sql } from '../../platform/database/database.ts';
import { columnNames, unnestColumns } from '../../platform/database/binary-arrays.ts';
import {
  itemColumns,
  orderColumns,
  orderFactColumns,
  skuFactColumns,
  skuNameColumns,
  unsoldItemColumns,
} from './canonical-rows.ts';
import {
  ctidCondition,
  deleteGoneSql,
  insertRowsSql,
  qualifyColumns,
  rowsOfDays,
  touchedRowsSql,
} from './shop-rows.sql.ts';

/** Locks the shop and returns its time zone. Facts and rollups of a shop change only under this lock. */
export const lockShop = sql(
  'reporting.lock_shop',
  `select time_zone from reporting.shop where tenant_id = $1 and shop_id = $2 for update`,
);

export const storedVersions = sql(
  'reporting.stored_versions',
  `select order_id as id, version_at, observed_at, mapping_version, content_hash, created_day, committed_day
     from reporting.sales_order
    where tenant_id = $1 and shop_id = $2 and order_id = any($3::text[])`,
);

/** The same content was fetched again later. */
export const touchOrders = sql(
  'reporting.mark_seen',
  `update reporting.sales_order set observed_at = $4
    where tenant_id = $1 and shop_id = $2 and order_id = any($3::text[])`,
);

/** Deletes the items and facts of the stored states of these orders. Returns the SKU days that were touched. */
export const deleteOrderRows = sql(
  'reporting.clear_orders',
  `with old as materialized (
     select * from unnest($3::text[], $4::date[], $5::date[]) as old (order_id, created_day, committed_day)
   ), old_skus as materialized (
     select distinct old.order_id, item.sku_key, old.created_day, old.committed_day
       from old cross join lateral (
         select sku_key from reporting.order_item one
          where one.tenant_id = $1 and one.shop_id = $2 and one.order_id = old.order_id offset 0) item
   ), gone_items as (
     delete from reporting.order_item
      where ${ctidCondition('order_item', 'old', 'one.order_id = old.order_id')}
   ), gone_order_facts as (
     delete from reporting.fact_order
      where ${ctidCondition('fact_order', 'old', 'one.created_day = old.created_day and one.order_id = old.order_id')}
   ), gone_unsold_items as (
     delete from reporting.unsold_order_item
      where ${ctidCondition(
        'unsold_order_item',
        '(select * from old_skus where committed_day is null) as unsold',
        'one.created_day = unsold.created_day and one.sku_key = unsold.sku_key and one.order_id = unsold.order_id',
      )}
   ), gone_sku_facts as (
     delete from reporting.fact_order_item
      where ${ctidCondition(
        'fact_order_item',
        'old_skus',
        'one.committed_day = old_skus.committed_day and one.sku_key = old_skus.sku_key and one.order_id = old_skus.order_id',
      )}
     returning committed_day, sku_key
   )
   select distinct committed_day as day, sku_key from gone_sku_facts`,
);

const orderColumnNames = columnNames(orderColumns.filter(({ name }) => name !== 'order_id'));

const insertOrdersSql = insertRowsSql('sales_order', orderColumns);

/**
 * For orders that are not stored yet. With `on conflict`, PostgreSQL looks the key up first and writes one more WAL
 * record for each row.
 */
export const insertNewOrders = sql('reporting.store_new_orders', insertOrdersSql);

/** For orders that are stored and whose items and facts were deleted. The columns begin at $3. */
export const upsertOrders = sql(
  'reporting.store_orders',
  `${insertOrdersSql}
   on conflict (tenant_id, shop_id, order_id) do update set
     (${orderColumnNames}) = row (${qualifyColumns('excluded', orderColumnNames)})`,
);
export const insertItems = sql('reporting.store_items', insertRowsSql('order_item', itemColumns));
export const insertOrderFacts = sql(
  'reporting.store_order_facts',
  insertRowsSql('fact_order', orderFactColumns),
);
export const insertSkuFacts = sql(
  'reporting.store_sku_facts',
  insertRowsSql('fact_order_item', skuFactColumns),
);

/** SKUs of orders that are not a sale, by the day they were placed. */
export const insertUnsoldItems = sql(
  'reporting.store_unsold_items',
  insertRowsSql('unsold_order_item', unsoldItemColumns),
);

/**
 * Stores the names of SKUs. The newest order wins, and at the same time the greater text, so that the order of
 * arrival does not matter.
 */
export const upsertSkuNames = sql(
  'reporting.name_skus',
  `insert into reporting.sku as known (tenant_id, shop_id, ${columnNames(skuNameColumns)})
   select $1, $2, r.* from ${unnestColumns(skuNameColumns, 3)}
   on conflict (tenant_id, shop_id, sku_key) do update set
     seller_sku = excluded.seller_sku, name = excluded.name, name_key = excluded.name_key,
     named_at = excluded.named_at
   where (excluded.named_at, excluded.name collate "C", excluded.seller_sku collate "C")
       > (known.named_at, known.name collate "C", known.seller_sku collate "C")`,
);

export const insertCurrencies = sql(
  'reporting.insert_currencies',
  `insert into reporting.shop_currency (tenant_id, shop_id, currency)
   select $1, $2, currency from unnest($3::text[]) as currency
   on conflict do nothing`,
);

const sumsSql = `sum(gmv_e4)::bigint as gmv_e4, sum(cancelled_e4)::bigint as cancelled_e4,
  sum(failed_e4)::bigint as failed_e4, sum(returned_e4)::bigint as returned_e4,
  (sum(gmv_e4) - sum(cancelled_e4) - sum(failed_e4) - sum(returned_e4))::bigint as nmv_e4,
  sum(kept_seller_voucher_e4)::bigint as kept_seller_voucher_e4,
  (sum(gmv_e4) - sum(cancelled_e4) - sum(failed_e4) - sum(returned_e4)
    - sum(kept_seller_voucher_e4))::bigint as net_sales_e4`;

const sumColumns = `gmv_e4, cancelled_e4, failed_e4, returned_e4, nmv_e4, kept_seller_voucher_e4, net_sales_e4`;

const ofTouchedDays = 'day = any($3::date[])';

const hourColumns = `orders, valid_orders, cancelled_orders, units, gmv_e4, nmv_e4, net_sales_e4`;

/**
 * Rebuilds whole days of a shop and their hours from its facts. Days and hours without orders lose their row. Facts
 * are scanned once, for the hours; the days are the sums of the hours. Hours that did not change, which is most of
 * them, are compared and skipped: an upsert would lock and therefore write each of them.
 */
export const rebuildShopDays = sql(
  'reporting.rebuild_shop_days',
  `with hours as materialized (
     select committed_day as day, (committed_minute / 60)::smallint as hour, currency,
            count(*)::integer as orders,
            count(*) filter (where is_valid)::integer as valid_orders,
            count(*) filter (where is_cancelled)::integer as cancelled_orders,
            sum(units)::bigint as units, sum(unknown_items)::integer as unknown_items, ${sumsSql}
       from ${rowsOfDays('fact_order', 'committed_day')}
      group by 1, 2, 3
   ), emptied_hours as (
     ${deleteGoneSql('agg_shop_hour', 'day, hour, currency', ofTouchedDays, 'hours')}
   ), stored_hours as (
     insert into reporting.agg_shop_hour (tenant_id, shop_id, day, hour, currency, ${hourColumns})
     select $1, $2, changed.* from (
       select day, hour, currency, ${hourColumns} from hours
       except ${touchedRowsSql('agg_shop_hour', `day, hour, currency, ${hourColumns}`, ofTouchedDays)}) changed
     on conflict (tenant_id, shop_id, day, hour, currency) do update set
       (${hourColumns}) = row (${qualifyColumns('excluded', hourColumns)})
   ), committed as materialized (
     select day, currency, sum(orders)::integer as orders, sum(valid_orders)::integer as valid_orders,
            sum(cancelled_orders)::integer as cancelled_orders, sum(units)::bigint as units,
            sum(unknown_items)::integer as unknown_items,
            ${sumColumns
              .split(', ')
              .map((column) => `sum(${column})::bigint as ${column}`)
              .join(', ')}
       from hours group by day, currency
   ), placed as materialized (
     select created_day as day, currency, count(*)::integer as placed_orders
       from ${rowsOfDays('fact_order', 'created_day')}
      group by created_day, currency
   ), truth as materialized (
     select day, currency, coalesce(p.placed_orders, 0) as placed_orders,
            coalesce(c.orders, 0) as orders, coalesce(c.valid_orders, 0) as valid_orders,
            coalesce(c.cancelled_orders, 0) as cancelled_orders, coalesce(c.units, 0) as units,
            coalesce(c.unknown_items, 0) as unknown_items,
            ${sumColumns
              .split(', ')
              .map((column) => `coalesce(c.${column}, 0) as ${column}`)
              .join(', ')}
       from committed c full join placed p using (day, currency)
   ), emptied as (
     ${deleteGoneSql('agg_shop_day', 'day, currency', ofTouchedDays, 'truth')}
   )
   insert into reporting.agg_shop_day (tenant_id, shop_id, day, currency, placed_orders, orders,
     valid_orders, cancelled_orders, units, unknown_items, ${sumColumns})
   select $1, $2, day, currency, placed_orders, orders, valid_orders, cancelled_orders, units,
          unknown_items, ${sumColumns}
     from truth
   on conflict (tenant_id, shop_id, day, currency) do update set
     placed_orders = excluded.placed_orders, orders = excluded.orders,
     valid_orders = excluded.valid_orders, cancelled_orders = excluded.cancelled_orders,
     units = excluded.units, unknown_items = excluded.unknown_items,
     (${sumColumns}) = row (${qualifyColumns('excluded', sumColumns)})`,
);

const upsertSkuDaysSql = `on conflict (tenant_id, shop_id, day, sku_key, currency) do update set
     orders = excluded.orders, units = excluded.units,
     (${sumColumns}) = row (${qualifyColumns('excluded', sumColumns)})`;

/** Rebuilds SKU days ($3 days, $4 SKU keys, pairwise) from their facts. */
export const rebuildSkuDays = sql(
  'reporting.rebuild_sku_days',
  `insert into reporting.agg_sku_day (tenant_id, shop_id, day, sku_key, currency, orders, units,
     ${sumColumns})
   select $1, $2, touched.day, touched.sku_key, currency, orders, units, ${sumColumns}
     from unnest($3::date[], $4::text[]) as touched (day, sku_key)
    cross join lateral (
      select currency, count(*)::integer as orders, sum(units)::bigint as units, ${sumsSql}
        from reporting.fact_order_item f
       where f.tenant_id = $1 and f.shop_id = $2 and f.committed_day = touched.day
         and f.sku_key = touched.sku_key
       group by currency) truth
   ${upsertSkuDaysSql}`,
);

/**
 * Rebuilds all SKUs of whole days ($3) in one index scan, for days with many touched SKUs. Unchanged rows are not
 * written.
 */
export const rebuildAllSkusOfDays = sql(
  'reporting.rebuild_whole_sku_days',
  `insert into reporting.agg_sku_day as known (tenant_id, shop_id, day, sku_key, currency, orders,
     units, ${sumColumns})
   select $1, $2, committed_day, sku_key, currency, count(*)::integer, sum(units)::bigint, ${sumsSql}
     from ${rowsOfDays('fact_order_item', 'committed_day')}
    group by committed_day, sku_key, currency
   ${upsertSkuDaysSql}
   where (known.orders, known.units, ${qualifyColumns('known', sumColumns)})
     is distinct from (excluded.orders, excluded.units, ${qualifyColumns('excluded', sumColumns)})`,
);

/** Deletes SKU days that have no facts left. */
export const deleteEmptySkuDays = sql(
  'reporting.drop_empty_sku_days',
  `delete from reporting.agg_sku_day a
    where ${ctidCondition(
      'agg_sku_day',
      'unnest($3::date[], $4::text[]) as cleared (day, sku_key)',
      'one.day = cleared.day and one.sku_key = cleared.sku_key',
    )}
      and not exists (
        select 1 from reporting.fact_order_item f
         where f.tenant_id = $1 and f.shop_id = $2 and f.committed_day = a.day
           and f.sku_key = a.sku_key and f.currency = a.currency)`,
);
