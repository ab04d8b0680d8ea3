/** SQL for the stored rollups of a shop ($1), and for the same rollups recomputed from the layer below. */

const keptItem = `i.stage not in ('cancelled', 'failed_delivery') and i.return_state not in ('refunded', 'received')`;
const returnedItem = `i.stage not in ('cancelled', 'failed_delivery') and i.return_state in ('refunded', 'received')`;

/** Rollups of a shop's days, recomputed from canonical rows alone. */
export const recomputedShopDays = `
  with per_order as (
    select o.order_id, o.currency, o.stage,
           (o.committed_at at time zone 'Asia/Ho_Chi_Minh')::date as day,
           sum(i.seller_price_e4) as gmv,
           coalesce(sum(i.seller_price_e4) filter (where i.stage = 'cancelled'), 0) as cancelled,
           coalesce(sum(i.seller_price_e4) filter (where i.stage = 'failed_delivery'), 0) as failed,
           coalesce(sum(i.seller_price_e4) filter (where ${returnedItem}), 0) as returned,
           coalesce(sum(i.seller_price_e4) filter (where ${keptItem}), 0) as nmv,
           coalesce(sum(i.seller_voucher_e4) filter (where ${keptItem}), 0) as vouchers,
           coalesce(sum(i.quantity) filter (where ${keptItem}), 0) as units,
           bool_or(${keptItem}) as valid
      from reporting.sales_order o join reporting.order_item i using (tenant_id, shop_id, order_id)
     where o.shop_id = $1 group by o.order_id, o.currency, o.stage, o.committed_at
  ), committed as (
    select day, currency, count(*) as orders, count(*) filter (where valid) as valid_orders,
           count(*) filter (where stage = 'cancelled') as cancelled_orders, sum(units) as units,
           sum(gmv) as gmv, sum(cancelled) as cancelled, sum(failed) as failed,
           sum(returned) as returned, sum(nmv) as nmv, sum(nmv - vouchers) as net
      from per_order where day is not null group by 1, 2
  ), placed as (
    select (created_at at time zone 'Asia/Ho_Chi_Minh')::date as day, currency, count(*) as placed
      from reporting.sales_order where shop_id = $1 group by 1, 2
  )
  select day::text, currency, coalesce(placed, 0)::text as placed, coalesce(orders, 0)::text as orders,
         coalesce(valid_orders, 0)::text as valid, coalesce(cancelled_orders, 0)::text as cancelled_orders,
         coalesce(units, 0)::text as units, coalesce(gmv, 0)::text as gmv,
         coalesce(cancelled, 0)::text as cancelled, coalesce(failed, 0)::text as failed,
         coalesce(returned, 0)::text as returned, coalesce(nmv, 0)::text as nmv, coalesce(net, 0)::text as net
    from committed full join placed using (day, currency) order by 1, 2`;

export const storedShopDays = `
  select day::text, currency, placed_orders::text as placed, orders::text, valid_orders::text as valid,
         cancelled_orders::text, units::text, gmv_e4::text as gmv, cancelled_e4::text as cancelled,
         failed_e4::text as failed, returned_e4::text as returned, nmv_e4::text as nmv,
         net_sales_e4::text as net
    from reporting.agg_shop_day where shop_id = $1 order by 1, 2`;

const localCommit = `o.committed_at at time zone 'Asia/Ho_Chi_Minh'`;
export const recomputedShopHours = `
  select day::text, hour, currency, count(*)::text as orders,
         count(*) filter (where valid)::text as valid,
         count(*) filter (where stage = 'cancelled')::text as cancelled_orders,
         sum(units)::text as units, sum(gmv)::text as gmv, sum(nmv)::text as nmv, sum(net)::text as net
    from (
      select (${localCommit})::date as day, extract(hour from ${localCommit})::int as hour,
             o.currency, o.stage, bool_or(${keptItem}) as valid, sum(i.seller_price_e4) as gmv,
             coalesce(sum(i.seller_price_e4) filter (where ${keptItem}), 0) as nmv,
             coalesce(sum(i.seller_price_e4 - i.seller_voucher_e4) filter (where ${keptItem}), 0) as net,
             coalesce(sum(i.quantity) filter (where ${keptItem}), 0) as units
        from reporting.sales_order o join reporting.order_item i using (tenant_id, shop_id, order_id)
       where o.shop_id = $1 and o.committed_at is not null
       group by o.order_id, o.committed_at, o.currency, o.stage) per_order
   group by 1, 2, 3 order by 1, 2, 3`;

export const storedShopHours = `
  select day::text, hour::int, currency, orders::text, valid_orders::text as valid,
         cancelled_orders::text, units::text, gmv_e4::text as gmv, nmv_e4::text as nmv,
         net_sales_e4::text as net
    from reporting.agg_shop_hour where shop_id = $1 order by 1, 2, 3`;

export const recomputedSkuDays = `
  select (o.committed_at at time zone 'Asia/Ho_Chi_Minh')::date::text as day, i.sku_key, o.currency,
         count(distinct o.order_id)::text as orders, sum(i.seller_price_e4)::text as gmv,
         coalesce(sum(i.seller_price_e4) filter (where ${keptItem}), 0)::text as nmv,
         coalesce(sum(i.quantity) filter (where ${keptItem}), 0)::text as units
    from reporting.sales_order o join reporting.order_item i using (tenant_id, shop_id, order_id)
   where o.shop_id = $1 and o.committed_at is not null group by 1, 2, 3 order by 1, 2, 3`;

export const storedSkuDays = `
  select day::text, sku_key, currency, orders::text, gmv_e4::text as gmv, nmv_e4::text as nmv,
         units::text from reporting.agg_sku_day where shop_id = $1 order by 1, 2, 3`;

export const recomputedSkuBuckets = `
  select first_day::text, bucket_days, sku_key, currency, sum(orders)::text as orders,
         sum(units)::text as units, sum(gmv_e4)::text as gmv, sum(cancelled_e4)::text as cancelled,
         sum(failed_e4)::text as failed, sum(returned_e4)::text as returned, sum(nmv_e4)::text as nmv,
         sum(kept_seller_voucher_e4)::text as vouchers, sum(net_sales_e4)::text as net
    from reporting.sku_bucket s join reporting.agg_sku_day d using (tenant_id, shop_id)
   where shop_id = $1 and d.day between first_day and first_day + bucket_days - 1
   group by 1, 2, 3, 4 order by 1, 2, 3, 4`;

export const skuBuckets = `
  select first_day::text, bucket_days, sku_key, currency, orders::text, units::text, gmv_e4::text as gmv,
         cancelled_e4::text as cancelled, failed_e4::text as failed, returned_e4::text as returned, nmv_e4::text as nmv,
         kept_seller_voucher_e4::text as vouchers, net_sales_e4::text as net
    from reporting.agg_sku_bucket where shop_id = $1 order by 1, 2, 3, 4`;

/** Buckets that lack some of the shorter buckets that they consist of. */
export const bucketsWithoutParts = `
  select whole.first_day::text, whole.bucket_days
    from reporting.sku_bucket whole join (values (7), (28)) as part (bucket_days) on part.bucket_days < whole.bucket_days
   where shop_id = $1 and whole.bucket_days / part.bucket_days <> (
     select count(*) from reporting.sku_bucket each
      where each.shop_id = whole.shop_id and each.bucket_days = part.bucket_days
        and each.first_day between whole.first_day and whole.first_day + whole.bucket_days - 1)`;

export const recomputedUnsoldItems = `
  select distinct created_day::text, i.sku_key, order_id
    from reporting.sales_order o join reporting.order_item i using (tenant_id, shop_id, order_id)
   where shop_id = $1 and o.committed_at is null order by 1, 2, 3`;

export const unsoldItems = `
  select created_day::text, sku_key, order_id from reporting.unsold_order_item where shop_id = $1 order by 1, 2, 3`;
