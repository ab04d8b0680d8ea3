-- What reporting tools see, and all that they see: views whose names and columns stay. A column may be added; one that
-- is renamed, removed or of another type needs a new view beside the old one. Every view reads with the rights of whoever asks
-- (security_invoker), so that row-level security confines it; docs/reporting-views.md is made from the comments.
create schema rpt;
grant usage on schema rpt to seller_connect_app;

-- Exact, with the four decimals that amounts are kept in.
create function reporting.money(amount_e4 bigint) returns numeric language sql immutable parallel safe
  return amount_e4 * 0.0001;

-- Opens a view to those who report.
create function reporting.publish(target regclass) returns void language plpgsql as $$
begin
  execute format('grant select on %s to seller_connect_app', target);
end $$;

create view rpt.shops with (security_invoker = true) as
select s.shop_id, s.platform, s.name as shop_name, s.region, s.currency, s.time_zone
  from reporting.shop s;
comment on view rpt.shops is 'One row per shop that was ever linked.';
comment on column rpt.shops.shop_id is 'Our id of the shop.';
comment on column rpt.shops.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.shops.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.shops.region is 'The market that the shop sells in, such as VN.';
comment on column rpt.shops.currency is 'The shop''s own currency, ISO 4217.';
comment on column rpt.shops.time_zone is 'The calendar of the shop''s days, an IANA name.';
select reporting.publish('rpt.shops');

create view rpt.shop_day with (security_invoker = true) as
select a.day, a.shop_id, s.platform, s.name as shop_name, a.currency,
       a.placed_orders, a.orders, a.valid_orders, a.cancelled_orders, a.units, a.unknown_items,
       reporting.money(a.gmv_e4)::numeric(19, 4) as gmv,
       reporting.money(a.cancelled_e4)::numeric(19, 4) as cancelled_value,
       reporting.money(a.failed_e4)::numeric(19, 4) as failed_value,
       reporting.money(a.returned_e4)::numeric(19, 4) as returned_value,
       reporting.money(a.nmv_e4)::numeric(19, 4) as nmv,
       reporting.money(a.kept_seller_voucher_e4)::numeric(19, 4) as seller_vouchers,
       reporting.money(a.net_sales_e4)::numeric(19, 4) as net_sales
  from reporting.agg_shop_day a
  join reporting.shop s on s.tenant_id = a.tenant_id and s.shop_id = a.shop_id;
comment on view rpt.shop_day is 'Sales by shop, day and currency; a day without an order has no row.';
comment on column rpt.shop_day.day is 'The sales day in the shop''s calendar; for placed_orders the day they were placed.';
comment on column rpt.shop_day.shop_id is 'Our id of the shop.';
comment on column rpt.shop_day.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.shop_day.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.shop_day.currency is 'ISO 4217; amounts of different currencies must not be added.';
comment on column rpt.shop_day.placed_orders is 'Metric placed_orders.';
comment on column rpt.shop_day.orders is 'Metric orders.';
comment on column rpt.shop_day.valid_orders is 'Metric valid_orders: what nmv is divided by for aov.';
comment on column rpt.shop_day.cancelled_orders is 'Metric cancelled_orders: divided by orders, the cancellation_rate.';
comment on column rpt.shop_day.units is 'Metric units.';
comment on column rpt.shop_day.unknown_items is 'Metric unknown_items.';
comment on column rpt.shop_day.gmv is 'Metric gmv.';
comment on column rpt.shop_day.cancelled_value is 'Metric cancelled_value.';
comment on column rpt.shop_day.failed_value is 'Metric failed_value.';
comment on column rpt.shop_day.returned_value is 'Metric returned_value.';
comment on column rpt.shop_day.nmv is 'Metric nmv.';
comment on column rpt.shop_day.seller_vouchers is 'Metric seller_vouchers.';
comment on column rpt.shop_day.net_sales is 'Metric net_sales.';
select reporting.publish('rpt.shop_day');

create view rpt.sku_day with (security_invoker = true) as
select a.day, a.shop_id, s.platform, s.name as shop_name, a.sku_key as sku_id,
       coalesce(k.seller_sku, '') as seller_sku, coalesce(k.name, a.sku_key) as product_name, a.currency,
       a.orders as product_orders, a.units,
       reporting.money(a.gmv_e4)::numeric(19, 4) as gmv,
       reporting.money(a.cancelled_e4)::numeric(19, 4) as cancelled_value,
       reporting.money(a.failed_e4)::numeric(19, 4) as failed_value,
       reporting.money(a.returned_e4)::numeric(19, 4) as returned_value,
       reporting.money(a.nmv_e4)::numeric(19, 4) as nmv,
       reporting.money(a.kept_seller_voucher_e4)::numeric(19, 4) as seller_vouchers,
       reporting.money(a.net_sales_e4)::numeric(19, 4) as net_sales
  from reporting.agg_sku_day a
  join reporting.shop s on s.tenant_id = a.tenant_id and s.shop_id = a.shop_id
  left join reporting.sku k
    on k.tenant_id = a.tenant_id and k.shop_id = a.shop_id and k.sku_key = a.sku_key;
comment on view rpt.sku_day is 'Sales by product (SKU), shop, day and currency.';
comment on column rpt.sku_day.day is 'The sales day in the shop''s calendar.';
comment on column rpt.sku_day.shop_id is 'Our id of the shop.';
comment on column rpt.sku_day.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.sku_day.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.sku_day.sku_id is 'The marketplace''s id of the SKU; without one, "seller:" and the seller''s SKU or "name:" and the name.';
comment on column rpt.sku_day.seller_sku is 'The seller''s own SKU; empty when left blank. Sellers use one for several products.';
comment on column rpt.sku_day.product_name is 'The name on the newest order.';
comment on column rpt.sku_day.currency is 'ISO 4217; amounts of different currencies must not be added.';
comment on column rpt.sku_day.product_orders is 'Metric product_orders: counts an order once per product, so do not add it up to a shop.';
comment on column rpt.sku_day.units is 'Metric units.';
comment on column rpt.sku_day.gmv is 'Metric gmv.';
comment on column rpt.sku_day.cancelled_value is 'Metric cancelled_value.';
comment on column rpt.sku_day.failed_value is 'Metric failed_value.';
comment on column rpt.sku_day.returned_value is 'Metric returned_value.';
comment on column rpt.sku_day.nmv is 'Metric nmv.';
comment on column rpt.sku_day.seller_vouchers is 'Metric seller_vouchers.';
comment on column rpt.sku_day.net_sales is 'Metric net_sales.';
select reporting.publish('rpt.sku_day');

create view rpt.orders with (security_invoker = true) as
select o.shop_id, s.platform, s.name as shop_name, o.order_id, o.created_at, f.created_day, o.committed_at, f.committed_day,
       o.version_at as updated_at, o.stage, o.is_cod, o.is_split, o.payment_method, o.currency,
       f.is_valid, f.is_cancelled, f.units, f.unknown_items,
       reporting.money(f.gmv_e4)::numeric(19, 4) as gmv,
       reporting.money(f.cancelled_e4)::numeric(19, 4) as cancelled_value,
       reporting.money(f.failed_e4)::numeric(19, 4) as failed_value,
       reporting.money(f.returned_e4)::numeric(19, 4) as returned_value,
       reporting.money(f.gmv_e4 - f.cancelled_e4 - f.failed_e4 - f.returned_e4)::numeric(19, 4) as nmv,
       reporting.money(f.kept_seller_voucher_e4)::numeric(19, 4) as seller_vouchers,
       reporting.money(f.gmv_e4 - f.cancelled_e4 - f.failed_e4 - f.returned_e4 - f.kept_seller_voucher_e4)::numeric(19, 4)
         as net_sales,
       reporting.money(o.shipping_fee_e4)::numeric(19, 4) as shipping_fee
  from reporting.fact_order f
  join reporting.sales_order o
    on o.tenant_id = f.tenant_id and o.shop_id = f.shop_id and o.order_id = f.order_id
   and o.created_day = f.created_day
  join reporting.shop s on s.tenant_id = f.tenant_id and s.shop_id = f.shop_id;
comment on view rpt.orders is 'One row per order, paid or not; committed_day tells the sales day, and is empty while it is not paid for.';
comment on column rpt.orders.shop_id is 'Our id of the shop.';
comment on column rpt.orders.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.orders.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.orders.order_id is 'The marketplace''s number of the order: text, never a number.';
comment on column rpt.orders.created_at is 'When the order was placed.';
comment on column rpt.orders.created_day is 'The day it was placed, in the shop''s calendar.';
comment on column rpt.orders.committed_at is 'When it counted as sold: COD when placed, prepaid when paid. Empty before.';
comment on column rpt.orders.committed_day is 'That day in the shop''s calendar: the day of the figures.';
comment on column rpt.orders.updated_at is 'When the marketplace last changed it.';
comment on column rpt.orders.stage is 'unpaid, to_ship, shipping, delivered, completed, cancelled, failed_delivery or unknown.';
comment on column rpt.orders.is_cod is 'Paid on delivery.';
comment on column rpt.orders.is_split is 'Its items are in different stages.';
comment on column rpt.orders.payment_method is 'As the marketplace calls it.';
comment on column rpt.orders.currency is 'ISO 4217.';
comment on column rpt.orders.is_valid is 'At least one item is kept.';
comment on column rpt.orders.is_cancelled is 'All items are cancelled.';
comment on column rpt.orders.units is 'Metric units of the order.';
comment on column rpt.orders.unknown_items is 'Metric unknown_items of the order.';
comment on column rpt.orders.gmv is 'Metric gmv of the order; counts once committed_day is set.';
comment on column rpt.orders.cancelled_value is 'Metric cancelled_value of the order.';
comment on column rpt.orders.failed_value is 'Metric failed_value of the order.';
comment on column rpt.orders.returned_value is 'Metric returned_value of the order.';
comment on column rpt.orders.nmv is 'Metric nmv of the order.';
comment on column rpt.orders.seller_vouchers is 'Metric seller_vouchers of the order.';
comment on column rpt.orders.net_sales is 'Metric net_sales of the order.';
comment on column rpt.orders.shipping_fee is 'What the buyer pays for shipping; in no metric.';
select reporting.publish('rpt.orders');

create view rpt.order_items with (security_invoker = true) as
select i.shop_id, s.platform, s.name as shop_name, i.order_id, i.line_id, f.created_day, f.committed_day,
       i.sku_key as sku_id, i.seller_sku, i.product_name, i.quantity, i.stage, i.return_state, i.raw_status,
       i.cancelled_by, f.currency,
       reporting.money(i.list_price_e4)::numeric(19, 4) as list_price,
       reporting.money(i.seller_price_e4)::numeric(19, 4) as seller_price,
       reporting.money(i.seller_voucher_e4)::numeric(19, 4) as seller_voucher,
       reporting.money(i.platform_voucher_e4)::numeric(19, 4) as platform_voucher,
       i.updated_at
  from reporting.fact_order f
  join reporting.sales_order o
    on o.tenant_id = f.tenant_id and o.shop_id = f.shop_id and o.order_id = f.order_id
   and o.created_day = f.created_day
  join reporting.order_item i
    on i.tenant_id = o.tenant_id and i.shop_id = o.shop_id and i.order_id = o.order_id
  join reporting.shop s on s.tenant_id = f.tenant_id and s.shop_id = f.shop_id;
comment on view rpt.order_items is 'One row per line of an order, at the marketplace''s own grain: Lazada sends one line per piece.';
comment on column rpt.order_items.shop_id is 'Our id of the shop.';
comment on column rpt.order_items.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.order_items.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.order_items.order_id is 'The marketplace''s number of the order: text, never a number.';
comment on column rpt.order_items.line_id is 'The marketplace''s id of the line.';
comment on column rpt.order_items.created_day is 'The day the order was placed, in the shop''s calendar.';
comment on column rpt.order_items.committed_day is 'The order''s sales day; empty while it is not paid for.';
comment on column rpt.order_items.sku_id is 'The marketplace''s id of the SKU; without one, "seller:" and the seller''s SKU or "name:" and the name.';
comment on column rpt.order_items.seller_sku is 'The seller''s own SKU when it was sold.';
comment on column rpt.order_items.product_name is 'The name when it was sold.';
comment on column rpt.order_items.quantity is 'Pieces.';
comment on column rpt.order_items.stage is 'unpaid, to_ship, shipping, delivered, completed, cancelled, failed_delivery or unknown.';
comment on column rpt.order_items.return_state is 'none, requested, approved, in_transit, received, refunded, rejected or cancelled.';
comment on column rpt.order_items.raw_status is 'The marketplace''s own word for its status.';
comment on column rpt.order_items.cancelled_by is 'buyer, seller or system; empty where nobody said.';
comment on column rpt.order_items.currency is 'ISO 4217.';
comment on column rpt.order_items.list_price is 'Of the whole line, before any discount.';
comment on column rpt.order_items.seller_price is 'Of the whole line, after the seller''s price cut and before vouchers: P in docs/metrics.md.';
comment on column rpt.order_items.seller_voucher is 'The seller''s part of vouchers on the line.';
comment on column rpt.order_items.platform_voucher is 'The marketplace''s part of vouchers on the line.';
comment on column rpt.order_items.updated_at is 'When the marketplace last changed it.';
select reporting.publish('rpt.order_items');

create view rpt.products with (security_invoker = true) as
select l.shop_id, s.platform, s.name as shop_name, l.item_id, l.sku_key as sku_id, l.seller_sku, l.name as product_name,
       l.status, l.currency,
       reporting.money(l.price_e4)::numeric(19, 4) as price,
       reporting.money(l.special_price_e4)::numeric(19, 4) as special_price,
       l.stock, l.version_at as updated_at
  from reporting.listing l
  join reporting.shop s on s.tenant_id = l.tenant_id and s.shop_id = l.shop_id;
comment on view rpt.products is 'One row per SKU that a shop offers now.';
comment on column rpt.products.shop_id is 'Our id of the shop.';
comment on column rpt.products.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.products.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.products.item_id is 'The marketplace''s id of the product.';
comment on column rpt.products.sku_id is 'The marketplace''s id of the SKU.';
comment on column rpt.products.seller_sku is 'The seller''s own SKU; empty when left blank.';
comment on column rpt.products.product_name is 'The name at the marketplace.';
comment on column rpt.products.status is 'As the marketplace calls it.';
comment on column rpt.products.currency is 'ISO 4217.';
comment on column rpt.products.price is 'The list price.';
comment on column rpt.products.special_price is 'The price while it is reduced; empty when it is not.';
comment on column rpt.products.stock is 'Pieces on hand; empty where the marketplace does not say.';
comment on column rpt.products.updated_at is 'When the marketplace last changed it.';
select reporting.publish('rpt.products');
