-- The interface of reporting tools: views whose names and columns are stable. A column may be added; renaming or
-- removing one or changing its type needs a new view beside the old one. The views are security_invoker, so row-level
-- security of the caller applies. docs/reporting-views.md is generated from the comments.
create schema rpt;
grant usage on schema rpt to seller_connect_app;

create view rpt.shops with (security_invoker = true) as
select s.shop_id, s.platform, s.name as shop_name, s.region, coalesce(sold.currency, s.currency) as currency,
       s.time_zone, coalesce(sold.currencies, s.currency) as currencies
  from reporting.shop s
  left join lateral (
    select case when bool_or(c.currency = s.currency) then s.currency else min(c.currency) end as currency,
           string_agg(c.currency, ', ' order by c.currency) as currencies
      from reporting.shop_currency c
     where c.tenant_id = s.tenant_id and c.shop_id = s.shop_id
    having count(*) > 0) sold on true;
comment on view rpt.shops is 'One row per shop that was ever linked.';
comment on column rpt.shops.shop_id is 'Our id of the shop.';
comment on column rpt.shops.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.shops.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.shops.region is 'The market that the shop sells in, such as VN.';
comment on column rpt.shops.currency is
  'The region''s currency, ISO 4217; one that the shop sells in where it sells in others only.';
comment on column rpt.shops.time_zone is 'The calendar of the shop''s days, an IANA name.';
comment on column rpt.shops.currencies is
  'All currencies that the shop has sold in, comma-separated; the region''s before its first sale.';
grant select on rpt.shops to seller_connect_app;

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
grant select on rpt.shop_day to seller_connect_app;

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
comment on column rpt.sku_day.sku_id is
  'The marketplace''s id of the SKU; without one, "seller:" and the seller''s SKU or "name:" and the name.';
comment on column rpt.sku_day.seller_sku is
  'The seller''s own SKU; empty when left blank. Sellers use one for several products.';
comment on column rpt.sku_day.product_name is 'The name on the newest order.';
comment on column rpt.sku_day.currency is 'ISO 4217; amounts of different currencies must not be added.';
comment on column rpt.sku_day.product_orders is
  'Metric product_orders: counts an order once per product, so do not add it up to a shop.';
comment on column rpt.sku_day.units is 'Metric units.';
comment on column rpt.sku_day.gmv is 'Metric gmv.';
comment on column rpt.sku_day.cancelled_value is 'Metric cancelled_value.';
comment on column rpt.sku_day.failed_value is 'Metric failed_value.';
comment on column rpt.sku_day.returned_value is 'Metric returned_value.';
comment on column rpt.sku_day.nmv is 'Metric nmv.';
comment on column rpt.sku_day.seller_vouchers is 'Metric seller_vouchers.';
comment on column rpt.sku_day.net_sales is 'Metric net_sales.';
grant select on rpt.sku_day to seller_connect_app;

-- An order's facts and lines are looked up by its key only. Without statistics, as in the first minute of a first
-- sync, the planner read all facts of the days for each order (measured: 2.1 s for 5,000 orders instead of 0.07).
-- `offset 0` keeps conditions out of the lookup; days are the order's own columns.
create view rpt.orders with (security_invoker = true) as
select o.shop_id, s.platform, s.name as shop_name, o.order_id, o.created_at, o.created_day, o.committed_at, o.committed_day,
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
  from reporting.sales_order o
 cross join lateral (
   select fact.* from reporting.fact_order fact
    where fact.tenant_id = o.tenant_id and fact.shop_id = o.shop_id and fact.created_day = o.created_day
      and fact.order_id = o.order_id offset 0) f
  join reporting.shop s on s.tenant_id = o.tenant_id and s.shop_id = o.shop_id;
comment on view rpt.orders is
  'One row per order, paid or not; committed_day tells the sales day, and is empty while it is not paid for.';
comment on column rpt.orders.shop_id is 'Our id of the shop.';
comment on column rpt.orders.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.orders.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.orders.order_id is 'The marketplace''s number of the order: text, never a number.';
comment on column rpt.orders.created_at is 'When the order was placed.';
comment on column rpt.orders.created_day is 'The day it was placed, in the shop''s calendar.';
comment on column rpt.orders.committed_at is 'When it counted as sold: COD when placed, prepaid when paid. Empty before.';
comment on column rpt.orders.committed_day is 'That day in the shop''s calendar: the day of the figures.';
comment on column rpt.orders.updated_at is 'When the marketplace last changed it.';
comment on column rpt.orders.stage is
  'unpaid, to_ship, shipping, delivered, completed, cancelled, failed_delivery or unknown.';
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
grant select on rpt.orders to seller_connect_app;

create view rpt.order_items with (security_invoker = true) as
select o.shop_id, s.platform, s.name as shop_name, o.order_id, i.line_id, o.created_day, o.committed_day,
       i.sku_key as sku_id, i.seller_sku, i.product_name, i.quantity, i.stage, i.return_state, i.raw_status,
       i.cancelled_by, o.currency,
       reporting.money(i.list_price_e4)::numeric(19, 4) as list_price,
       reporting.money(i.seller_price_e4)::numeric(19, 4) as seller_price,
       reporting.money(i.seller_voucher_e4)::numeric(19, 4) as seller_voucher,
       reporting.money(i.platform_voucher_e4)::numeric(19, 4) as platform_voucher,
       i.updated_at
  from reporting.sales_order o
 cross join lateral (
   select item.* from reporting.order_item item
    where item.tenant_id = o.tenant_id and item.shop_id = o.shop_id and item.order_id = o.order_id offset 0) i
  join reporting.shop s on s.tenant_id = o.tenant_id and s.shop_id = o.shop_id;
comment on view rpt.order_items is
  'One row per line of an order, at the marketplace''s own grain: Lazada sends one line per piece.';
comment on column rpt.order_items.shop_id is 'Our id of the shop.';
comment on column rpt.order_items.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.order_items.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.order_items.order_id is 'The marketplace''s number of the order: text, never a number.';
comment on column rpt.order_items.line_id is 'The marketplace''s id of the line.';
comment on column rpt.order_items.created_day is 'The day the order was placed, in the shop''s calendar.';
comment on column rpt.order_items.committed_day is 'The order''s sales day; empty while it is not paid for.';
comment on column rpt.order_items.sku_id is
  'The marketplace''s id of the SKU; without one, "seller:" and the seller''s SKU or "name:" and the name.';
comment on column rpt.order_items.seller_sku is 'The seller''s own SKU when it was sold.';
comment on column rpt.order_items.product_name is 'The name when it was sold.';
comment on column rpt.order_items.quantity is 'Pieces.';
comment on column rpt.order_items.stage is
  'unpaid, to_ship, shipping, delivered, completed, cancelled, failed_delivery or unknown.';
comment on column rpt.order_items.return_state is
  'none, requested, approved, in_transit, received, refunded, rejected or cancelled.';
comment on column rpt.order_items.raw_status is 'The marketplace''s own word for its status.';
comment on column rpt.order_items.cancelled_by is 'buyer, seller or system; empty where nobody said.';
comment on column rpt.order_items.currency is 'ISO 4217.';
comment on column rpt.order_items.list_price is 'Of the whole line, before any discount.';
comment on column rpt.order_items.seller_price is
  'Of the whole line, after the seller''s price cut and before vouchers: P in docs/metrics.md.';
comment on column rpt.order_items.seller_voucher is 'The seller''s part of vouchers on the line.';
comment on column rpt.order_items.platform_voucher is 'The marketplace''s part of vouchers on the line.';
comment on column rpt.order_items.updated_at is 'When the marketplace last changed it.';
grant select on rpt.order_items to seller_connect_app;

create view rpt.products with (security_invoker = true) as
select l.shop_id, s.platform, s.name as shop_name, l.item_id, l.sku_key as sku_id, l.seller_sku, l.name as product_name,
       l.status, l.currency,
       reporting.money(l.price_e4)::numeric(19, 4) as price,
       reporting.money(l.special_price_e4)::numeric(19, 4) as special_price,
       l.stock, l.version_at as updated_at
  from reporting.listing l
  join reporting.shop s on s.tenant_id = l.tenant_id and s.shop_id = l.shop_id
 where l.deleted_at is null;
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
grant select on rpt.products to seller_connect_app;

create view rpt.payout_day with (security_invoker = true) as
select a.settled_day as day, a.shop_id, s.platform, s.name as shop_name, a.fee_class, a.currency,
       a.lines as payout_lines,
       reporting.money(a.amount_e4)::numeric(19, 4) as payout,
       reporting.money(case when reporting.is_fee(a.fee_class) then -a.amount_e4 else 0 end)::numeric(19, 4) as fees
  from reporting.agg_fee_day a
  join reporting.shop s on s.tenant_id = a.tenant_id and s.shop_id = a.shop_id;
comment on view rpt.payout_day is
  'What was paid out, by shop, day, class of amount and currency; a day without a payout has no row.';
comment on column rpt.payout_day.day is 'The day of the payout in the shop''s calendar.';
comment on column rpt.payout_day.shop_id is 'Our id of the shop.';
comment on column rpt.payout_day.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.payout_day.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.payout_day.fee_class is
  'What the amounts are for: item_price, commission, payment_fee, refund and others; unknown for a name that is not known yet.';
comment on column rpt.payout_day.currency is 'ISO 4217; amounts of different currencies must not be added.';
comment on column rpt.payout_day.payout_lines is 'How many lines of the marketplace''s ledger it is made of.';
comment on column rpt.payout_day.payout is 'Metric payout: positive raises what the seller gets.';
comment on column rpt.payout_day.fees is 'Metric fees: 0 in classes that are no fee.';
grant select on rpt.payout_day to seller_connect_app;

create view rpt.payout_lines with (security_invoker = true) as
select l.shop_id, s.platform, s.name as shop_name, l.settlement_id, l.line_id, l.statement_id, l.order_id,
       l.occurred_day, l.settled_day, l.fee_class, l.fee_code, l.fee_name, l.is_estimate, l.currency,
       reporting.money(l.amount_e4)::numeric(19, 4) as amount,
       reporting.money(case when l.settled_day is not null and not l.is_estimate then l.amount_e4 else 0 end)::numeric(19, 4) as payout,
       reporting.money(case when l.settled_day is not null and not l.is_estimate and reporting.is_fee(l.fee_class)
                         then -l.amount_e4 else 0 end)::numeric(19, 4) as fees,
       reporting.money(case when l.settled_day is null and not l.is_estimate then l.amount_e4 else 0 end)::numeric(19, 4)
         as pending_payout,
       reporting.money(case when l.is_estimate then l.amount_e4 else 0 end)::numeric(19, 4) as estimated_payout,
       l.waiting_reason, l.waiting_until
  from reporting.settlement_line l
  join reporting.shop s on s.tenant_id = l.tenant_id and s.shop_id = l.shop_id
 where l.counts;
comment on view rpt.payout_lines is
  'One row per line of the marketplaces'' ledgers, paid out or not; an order''s estimates are gone once anything is booked for it.';
comment on column rpt.payout_lines.shop_id is 'Our id of the shop.';
comment on column rpt.payout_lines.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.payout_lines.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.payout_lines.settlement_id is 'The marketplace''s id of the booking; ours where it has none.';
comment on column rpt.payout_lines.line_id is 'Its part of the booking.';
comment on column rpt.payout_lines.statement_id is 'The payout it came with; empty where the marketplace does not say.';
comment on column rpt.payout_lines.order_id is 'The marketplace''s number of the order; empty for what is of no order.';
comment on column rpt.payout_lines.occurred_day is
  'The day it was booked, in the shop''s calendar; of an estimate, the day that the order was placed.';
comment on column rpt.payout_lines.settled_day is 'The day it was paid out; empty while it is not.';
comment on column rpt.payout_lines.fee_class is
  'What the amount is for: item_price, commission, payment_fee, refund and others; unknown for a name that is not known yet.';
comment on column rpt.payout_lines.fee_code is 'As the marketplace calls it.';
comment on column rpt.payout_lines.fee_name is 'The marketplace''s words for it; empty where it has none.';
comment on column rpt.payout_lines.is_estimate is
  'Expected by the marketplace and not booked: in estimated_payout and in no other metric.';
comment on column rpt.payout_lines.currency is 'ISO 4217.';
comment on column rpt.payout_lines.amount is 'Of the line, whatever it is: positive raises the payout.';
comment on column rpt.payout_lines.payout is 'Metric payout: 0 while it is not paid out.';
comment on column rpt.payout_lines.fees is 'Metric fees: 0 while it is not paid out, and in classes that are no fee.';
comment on column rpt.payout_lines.pending_payout is 'Metric pending_payout: 0 once it is paid out.';
comment on column rpt.payout_lines.estimated_payout is 'Metric estimated_payout: 0 for all that is booked.';
comment on column rpt.payout_lines.waiting_reason is
  'Of an estimate, why nothing is booked yet, in the marketplace''s words; empty where it does not say.';
comment on column rpt.payout_lines.waiting_until is
  'Of an estimate, when the marketplace expects to book it, in its words; empty where it does not say.';
grant select on rpt.payout_lines to seller_connect_app;

-- Days are the order's own columns, which have the indexes. Its facts are looked up by its key, as in `rpt.orders`.
-- `has_payouts`: whether anything was ever paid out to the shop.
create view rpt.order_payouts with (security_invoker = true) as
select sold.shop_id, sold.platform, sold.shop_name, sold.order_id, sold.created_day, sold.committed_day, sold.stage,
       sold.payout_state, sold.first_settled_day, sold.last_settled_day, sold.currency,
       1 as orders,
       reporting.money(sold.net_sales_e4)::numeric(19, 4) as net_sales,
       case when sold.is_settled then 1 else 0 end as settled_orders,
       reporting.money(case when sold.is_settled then sold.net_sales_e4 else 0 end)::numeric(19, 4) as settled_net_sales,
       reporting.money(case when sold.is_settled then sold.settled_fees_e4 else 0 end)::numeric(19, 4) as settled_fees,
       case when sold.payout_state = 'overdue' then 1 else 0 end as overdue_orders,
       reporting.money(coalesce(sold.settled_e4, 0))::numeric(19, 4) as paid_out,
       reporting.money(coalesce(sold.settled_goods_e4, 0))::numeric(19, 4) as paid_for_goods,
       reporting.money(coalesce(sold.pending_e4, 0))::numeric(19, 4) as pending,
       reporting.money(coalesce(sold.estimated_e4, 0))::numeric(19, 4) as estimated
  from (
    select known.*, coalesce(known.settled_lines, 0) > 0 as is_settled,
           reporting.payout_state(known.settled_lines, known.settled_goods_e4, known.net_sales_e4, known.stage,
             known.version_at, now() - interval '360 hours', known.has_payouts) as payout_state
      from (
        select o.tenant_id, s.platform, s.name as shop_name, paid.has_payouts is not null as has_payouts, o.shop_id, o.order_id,
               o.created_day, o.committed_day, f.currency, o.stage, o.version_at,
               f.gmv_e4 - f.cancelled_e4 - f.failed_e4 - f.returned_e4 - f.kept_seller_voucher_e4 as net_sales_e4,
               p.settled_lines, p.settled_e4, p.settled_goods_e4, p.settled_fees_e4, p.pending_e4, p.estimated_e4,
               p.first_settled_day, p.last_settled_day
          from reporting.sales_order o
         cross join lateral (
           select fact.* from reporting.fact_order fact
            where fact.tenant_id = o.tenant_id and fact.shop_id = o.shop_id and fact.created_day = o.created_day
              and fact.order_id = o.order_id offset 0) f
          left join reporting.order_payout p
            on p.tenant_id = o.tenant_id and p.shop_id = o.shop_id and p.order_id = o.order_id
           and p.currency = f.currency
          join reporting.shop s on s.tenant_id = o.tenant_id and s.shop_id = o.shop_id
          left join lateral (
            select true as has_payouts from reporting.agg_fee_day a
             where a.tenant_id = s.tenant_id and a.shop_id = s.shop_id limit 1) paid on true
         where o.committed_day is not null) known) sold;
comment on view rpt.order_payouts is 'One row per order that is a sale, with how far its money is.';
comment on column rpt.order_payouts.shop_id is 'Our id of the shop.';
comment on column rpt.order_payouts.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.order_payouts.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.order_payouts.order_id is 'The marketplace''s number of the order: text, never a number.';
comment on column rpt.order_payouts.created_day is 'The day it was placed, in the shop''s calendar.';
comment on column rpt.order_payouts.committed_day is 'Its sales day, in the shop''s calendar.';
comment on column rpt.order_payouts.stage is
  'to_ship, shipping, delivered, completed, cancelled, failed_delivery or unknown.';
comment on column rpt.order_payouts.payout_state is
  'not_due, due, overdue (arrived more than 15 days ago and nothing paid out), matched, under or over (what was paid for the goods against net sales), or unknown (nothing was ever paid out to the shop).';
comment on column rpt.order_payouts.first_settled_day is
  'The first day that something was paid out for it; empty while nothing is.';
comment on column rpt.order_payouts.last_settled_day is 'The last such day.';
comment on column rpt.order_payouts.currency is 'ISO 4217.';
comment on column rpt.order_payouts.orders is 'Metric orders: 1.';
comment on column rpt.order_payouts.net_sales is 'Metric net_sales of the order.';
comment on column rpt.order_payouts.settled_orders is 'Metric settled_orders: 1 once something is paid out, else 0.';
comment on column rpt.order_payouts.settled_net_sales is
  'Metric settled_net_sales: what settled_fees is divided by for the take_rate.';
comment on column rpt.order_payouts.settled_fees is 'Metric settled_fees of the order.';
comment on column rpt.order_payouts.overdue_orders is 'Metric overdue_orders: 1 while it is overdue, else 0.';
comment on column rpt.order_payouts.paid_out is 'All that was paid out for it, after fees and refunds.';
comment on column rpt.order_payouts.paid_for_goods is
  'What was paid out for the goods: price, vouchers, subsidies and refunds.';
comment on column rpt.order_payouts.pending is 'Booked and not paid out yet.';
comment on column rpt.order_payouts.estimated is
  'What the marketplace expects to pay for it and has not booked: metric estimated_payout of the order, and in no other.';
grant select on rpt.order_payouts to seller_connect_app;

create view rpt.ad_day with (security_invoker = true) as
select d.day, d.account_id, a.platform, a.name as account_name, d.campaign_id, coalesce(c.name, d.campaign_id) as campaign_name,
       d.currency,
       reporting.money(d.spend_e4)::numeric(19, 4) as ad_spend,
       reporting.money(d.purchase_value_e4)::numeric(19, 4) as ad_purchase_value,
       d.impressions as ad_impressions, d.clicks as ad_clicks, d.purchases as ad_purchases, d.link_clicks as ad_link_clicks
  from reporting.agg_ad_day d
  join reporting.ad_account a on a.tenant_id = d.tenant_id and a.account_id = d.account_id
  left join reporting.ad_campaign c
    on c.tenant_id = d.tenant_id and c.account_id = d.account_id and c.campaign_id = d.campaign_id;
comment on view rpt.ad_day is
  'Ads by account, campaign, day and currency; a campaign has no row for a day without anything.';
comment on column rpt.ad_day.day is 'The day in the ad account''s own calendar.';
comment on column rpt.ad_day.account_id is 'Our id of the ad account.';
comment on column rpt.ad_day.platform is 'FACEBOOK.';
comment on column rpt.ad_day.account_name is 'The ad account''s name.';
comment on column rpt.ad_day.campaign_id is 'The ad platform''s id of the campaign.';
comment on column rpt.ad_day.campaign_name is 'Its name as last listed; the id for one that never was.';
comment on column rpt.ad_day.currency is 'ISO 4217; amounts of different currencies must not be added.';
comment on column rpt.ad_day.ad_spend is 'Metric ad_spend.';
comment on column rpt.ad_day.ad_purchase_value is 'Metric ad_purchase_value: divided by ad_spend, the channel_roas.';
comment on column rpt.ad_day.ad_impressions is 'Metric ad_impressions.';
comment on column rpt.ad_day.ad_clicks is 'Metric ad_clicks.';
comment on column rpt.ad_day.ad_purchases is 'Metric ad_purchases.';
comment on column rpt.ad_day.ad_link_clicks is 'Clicks that led to the seller''s own page.';
grant select on rpt.ad_day to seller_connect_app;
