-- Fees, payouts and ads as reporting tools see them.

-- How far the money of a committed order is. That it arrived is told by its stage, and when by its last change: until the
-- buyer confirms it, that is the delivery. `overdue_before` is when it must have arrived to be worth a question, and
-- `is_told` whether anything was ever paid out to the shop: some marketplaces tell nothing of payouts, and then an order
-- without one says nothing.
create function reporting.payout_state(settled_lines integer, settled_goods_e4 bigint, net_sales_e4 bigint,
    stage text, changed_at timestamptz, overdue_before timestamptz, is_told boolean) returns text
  language sql immutable parallel safe
  return case
    when settled_lines > 0 and settled_goods_e4 = net_sales_e4 then 'matched'
    when settled_lines > 0 and settled_goods_e4 > net_sales_e4 then 'over'
    when settled_lines > 0 then 'under'
    when stage not in ('delivered', 'completed') then case when settled_lines is null then 'not_due' else 'due' end
    when settled_lines is null and not is_told then 'unknown'
    when changed_at < overdue_before then 'overdue'
    else 'due' end;
grant execute on function
  reporting.payout_state(integer, bigint, bigint, text, timestamptz, timestamptz, boolean) to seller_connect_app;

-- Whether the marketplaces keep a line of this class of what they pay out.
create function reporting.is_fee(fee_class text) returns boolean language sql immutable parallel safe
  return fee_class in ('commission', 'payment_fee', 'programme_fee', 'infrastructure_fee', 'affiliate_commission',
                       'penalty');
grant execute on function reporting.is_fee(text) to seller_connect_app;

create view rpt.payout_day with (security_invoker = true) as
select a.settled_day as day, a.shop_id, s.platform, s.name as shop_name, a.fee_class, a.currency,
       a.lines as payout_lines,
       reporting.money(a.amount_e4)::numeric(19, 4) as payout,
       reporting.money(case when reporting.is_fee(a.fee_class) then -a.amount_e4 else 0 end)::numeric(19, 4) as fees
  from reporting.agg_fee_day a
  join reporting.shop s on s.tenant_id = a.tenant_id and s.shop_id = a.shop_id;
comment on view rpt.payout_day is 'What was paid out, by shop, day, class of amount and currency; a day without a payout has no row.';
comment on column rpt.payout_day.day is 'The day of the payout in the shop''s calendar.';
comment on column rpt.payout_day.shop_id is 'Our id of the shop.';
comment on column rpt.payout_day.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.payout_day.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.payout_day.fee_class is 'What the amounts are for: item_price, commission, payment_fee, refund and others; unknown for a name that is not known yet.';
comment on column rpt.payout_day.currency is 'ISO 4217; amounts of different currencies must not be added.';
comment on column rpt.payout_day.payout_lines is 'How many lines of the marketplace''s ledger it is made of.';
comment on column rpt.payout_day.payout is 'Metric payout: positive raises what the seller gets.';
comment on column rpt.payout_day.fees is 'Metric fees: 0 in classes that are no fee.';
select reporting.publish('rpt.payout_day');

create view rpt.payout_lines with (security_invoker = true) as
select f.shop_id, s.platform, s.name as shop_name, f.settlement_id, f.line_id, l.statement_id, f.order_id,
       f.occurred_day, f.settled_day, f.fee_class, l.fee_code, l.fee_name, f.is_estimate, f.currency,
       reporting.money(f.amount_e4)::numeric(19, 4) as amount,
       reporting.money(case when f.settled_day is not null and not f.is_estimate then f.amount_e4 else 0 end)::numeric(19, 4) as payout,
       reporting.money(case when f.settled_day is not null and not f.is_estimate and reporting.is_fee(f.fee_class)
                         then -f.amount_e4 else 0 end)::numeric(19, 4) as fees,
       reporting.money(case when f.settled_day is null and not f.is_estimate then f.amount_e4 else 0 end)::numeric(19, 4)
         as pending_payout
  from reporting.fact_settlement_line f
  join reporting.settlement_line l
    on l.tenant_id = f.tenant_id and l.shop_id = f.shop_id and l.settlement_id = f.settlement_id
   and l.line_id = f.line_id
  join reporting.shop s on s.tenant_id = f.tenant_id and s.shop_id = f.shop_id;
comment on view rpt.payout_lines is 'One row per line of the marketplaces'' ledgers, paid out or not; an order''s estimates are gone once anything is booked for it.';
comment on column rpt.payout_lines.shop_id is 'Our id of the shop.';
comment on column rpt.payout_lines.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.payout_lines.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.payout_lines.settlement_id is 'The marketplace''s id of the booking; ours where it has none.';
comment on column rpt.payout_lines.line_id is 'Its part of the booking.';
comment on column rpt.payout_lines.statement_id is 'The payout it came with; empty where the marketplace does not say.';
comment on column rpt.payout_lines.order_id is 'The marketplace''s number of the order; empty for what is of no order.';
comment on column rpt.payout_lines.occurred_day is 'The day it was booked, in the shop''s calendar.';
comment on column rpt.payout_lines.settled_day is 'The day it was paid out; empty while it is not.';
comment on column rpt.payout_lines.fee_class is 'What the amount is for: item_price, commission, payment_fee, refund and others; unknown for a name that is not known yet.';
comment on column rpt.payout_lines.fee_code is 'As the marketplace calls it.';
comment on column rpt.payout_lines.fee_name is 'The marketplace''s words for it; empty where it has none.';
comment on column rpt.payout_lines.is_estimate is 'Told before it was booked: in none of the metrics.';
comment on column rpt.payout_lines.currency is 'ISO 4217.';
comment on column rpt.payout_lines.amount is 'Of the line, whatever it is: positive raises the payout.';
comment on column rpt.payout_lines.payout is 'Metric payout: 0 while it is not paid out.';
comment on column rpt.payout_lines.fees is 'Metric fees: 0 while it is not paid out, and in classes that are no fee.';
comment on column rpt.payout_lines.pending_payout is 'Metric pending_payout: 0 once it is paid out.';
select reporting.publish('rpt.payout_lines');

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
             known.version_at, now() - interval '360 hours', known.is_told) as payout_state
      from (
        select f.tenant_id, s.platform, s.name as shop_name, told.is_told is not null as is_told, f.shop_id, f.order_id, f.created_day, f.committed_day, f.currency, o.stage, o.version_at,
               f.gmv_e4 - f.cancelled_e4 - f.failed_e4 - f.returned_e4 - f.kept_seller_voucher_e4 as net_sales_e4,
               p.settled_lines, p.settled_e4, p.settled_goods_e4, p.settled_fees_e4, p.pending_e4, p.estimated_e4,
               p.first_settled_day, p.last_settled_day
          from reporting.fact_order f
          join reporting.sales_order o
            on o.tenant_id = f.tenant_id and o.shop_id = f.shop_id and o.order_id = f.order_id
           and o.created_day = f.created_day
          left join reporting.order_payout p
            on p.tenant_id = f.tenant_id and p.shop_id = f.shop_id and p.order_id = f.order_id
           and p.currency = f.currency
          join reporting.shop s on s.tenant_id = f.tenant_id and s.shop_id = f.shop_id
          left join lateral (
            select true as is_told from reporting.agg_fee_day a
             where a.tenant_id = s.tenant_id and a.shop_id = s.shop_id limit 1) told on true
         where f.committed_day is not null) known) sold;
comment on view rpt.order_payouts is 'One row per order that is a sale, with how far its money is.';
comment on column rpt.order_payouts.shop_id is 'Our id of the shop.';
comment on column rpt.order_payouts.platform is 'LAZADA, SHOPEE, TIKI or TIKTOK.';
comment on column rpt.order_payouts.shop_name is 'The shop''s name at the marketplace.';
comment on column rpt.order_payouts.order_id is 'The marketplace''s number of the order: text, never a number.';
comment on column rpt.order_payouts.created_day is 'The day it was placed, in the shop''s calendar.';
comment on column rpt.order_payouts.committed_day is 'Its sales day, in the shop''s calendar.';
comment on column rpt.order_payouts.stage is 'to_ship, shipping, delivered, completed, cancelled, failed_delivery or unknown.';
comment on column rpt.order_payouts.payout_state is 'not_due, due, overdue (arrived more than 15 days ago and nothing paid out), matched, under or over (what was paid for the goods against net sales), or unknown (nothing was ever paid out to the shop).';
comment on column rpt.order_payouts.first_settled_day is 'The first day that something was paid out for it; empty while nothing is.';
comment on column rpt.order_payouts.last_settled_day is 'The last such day.';
comment on column rpt.order_payouts.currency is 'ISO 4217.';
comment on column rpt.order_payouts.orders is 'Metric orders: 1.';
comment on column rpt.order_payouts.net_sales is 'Metric net_sales of the order.';
comment on column rpt.order_payouts.settled_orders is 'Metric settled_orders: 1 once something is paid out, else 0.';
comment on column rpt.order_payouts.settled_net_sales is 'Metric settled_net_sales: what settled_fees is divided by for the take_rate.';
comment on column rpt.order_payouts.settled_fees is 'Metric settled_fees of the order.';
comment on column rpt.order_payouts.overdue_orders is 'Metric overdue_orders: 1 while it is overdue, else 0.';
comment on column rpt.order_payouts.paid_out is 'All that was paid out for it, after fees and refunds.';
comment on column rpt.order_payouts.paid_for_goods is 'What was paid out for the goods: price, vouchers, subsidies and refunds.';
comment on column rpt.order_payouts.pending is 'Booked and not paid out yet.';
comment on column rpt.order_payouts.estimated is 'What the marketplace estimates before it books anything; in no metric.';
select reporting.publish('rpt.order_payouts');

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
comment on view rpt.ad_day is 'Ads by account, campaign, day and currency; a campaign has no row for a day without anything.';
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
select reporting.publish('rpt.ad_day');
