-- Payouts of the orders of some days go day by day, as orders do: by number, a whole shop was read for one day of it. Days
-- are the order's own columns, which have the indexes, and its facts are looked up by its key, as in `rpt.orders`.
create or replace view rpt.order_payouts with (security_invoker = true) as
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
             known.version_at, now() - interval '360 hours', known.is_told) as payout_state
      from (
        select o.tenant_id, s.platform, s.name as shop_name, told.is_told is not null as is_told, o.shop_id, o.order_id,
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
            select true as is_told from reporting.agg_fee_day a
             where a.tenant_id = s.tenant_id and a.shop_id = s.shop_id limit 1) told on true
         where o.committed_day is not null) known) sold;
